import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../api/account-context.ts'
import { Card } from '../../parts/card.tsx'
import { formatCount } from '../../parts/format.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { WordMark } from '../../parts/status/word-mark.tsx'
import { projectsQuery, type Project } from '../../resources/projects.ts'
import { deploymentWords } from './deployment-words.ts'

export function ProjectsScreen() {
  const query = useQuery(projectsQuery(useAccount().api))
  return (
    <>
      <PageHead title="Projects as code" help="monitoring-as-code">
        <p className="text-soft mt-1 max-w-prose">
          Checks, groups, channels and pages that are kept as code in a repository and deployed from there.
        </p>
      </PageHead>
      <Card isFlush>
        <Loaded query={query} what="the projects">
          {(projects) =>
            projects.length === 0 ? (
              <Empty title="No projects yet" help="monitoring-as-code">
                <p>
                  Write your checks as code, and deploy them from a shell or a pipeline. Each project appears
                  here with its deployments and what they changed.
                </p>
              </Empty>
            ) : (
              <ProjectTable projects={projects} />
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

function ProjectTable({ projects }: { projects: readonly Project[] }) {
  const { id: accountId } = useAccount()
  return (
    <DataTable columns={['Project', 'Last deployment', { name: 'Resources', isNumeric: true }]}>
      {projects.map(({ id, logicalId, name, repoUrl, resources, lastDeployment }) => (
        <tr key={id}>
          <td>
            <Link
              to="/accounts/$accountId/settings/projects/$logicalId"
              params={{ accountId, logicalId }}
              className="font-medium"
            >
              {name}
            </Link>
            <span className="text-soft block text-xs">{repoUrl ?? logicalId}</span>
          </td>
          <td>
            {lastDeployment === null ? (
              'none'
            ) : (
              <span className="inline-flex flex-wrap items-center gap-2">
                <WordMark {...deploymentWords(lastDeployment.status)} />
                <span className="text-soft text-xs">
                  <Moment at={lastDeployment.createdAt} form="ago" />
                </span>
              </span>
            )}
          </td>
          <td className="text-right tabular-nums">{formatCount(resources)}</td>
        </tr>
      ))}
    </DataTable>
  )
}
