import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../../api/account-context.ts'
import { AccountLink } from '../../parts/account-link.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { WordMark } from '../../parts/status/word-mark.tsx'
import {
  projectDeploymentsQuery,
  projectDriftQuery,
  projectsQuery,
  type ProjectDeployment,
} from '../../resources/projects.ts'
import { projectRoute } from '../routes.ts'
import {
  actionWords,
  deploymentWords,
  differencesOf,
  differenceSummary,
  resourceWords,
} from './deployment-words.ts'
import { TakeOverDialog } from './take-over-dialog.tsx'

/** One project: what its deployments changed, and the way to go on without it. */
export function ProjectScreen() {
  const { logicalId } = projectRoute.useParams()
  const { api } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const { data: projects } = useQuery(projectsQuery(api))
  const project = projects?.find((one) => one.logicalId === logicalId)
  const [isTakingOver, setIsTakingOver] = useState(false)
  return (
    <>
      <PageHead
        title={project?.name ?? logicalId}
        help="monitoring-as-code"
        above={<AccountLink to="/accounts/$accountId/settings/projects">Projects as code</AccountLink>}
        actions={
          project !== undefined && mayWrite ? (
            <Button onClick={() => setIsTakingOver(true)}>Take over…</Button>
          ) : undefined
        }
      >
        {projects !== undefined && project === undefined ? (
          <p className="text-soft mt-1">This project was deleted. Its deployments are kept.</p>
        ) : null}
      </PageHead>
      {project === undefined ? null : <Drift logicalId={logicalId} />}
      <Deployments logicalId={logicalId} />
      {isTakingOver && project !== undefined ? (
        <TakeOverDialog project={project} onClose={() => setIsTakingOver(false)} />
      ) : null}
    </>
  )
}

/** Nothing is said while all is as it was deployed. */
function Drift({ logicalId }: { logicalId: string }) {
  const { data } = useQuery(projectDriftQuery(useApi(), logicalId))
  const resources = data?.resources ?? []
  if (resources.length === 0) return null
  return (
    <Card title="Changed by hand" isFlush>
      <p className="text-soft px-4 pt-3">
        Not as it was last deployed. The next deployment brings it back to what the code says.
      </p>
      <DataTable columns={['What', 'Change', 'Fields']}>
        {resources.map(({ type, logicalId: name, drift, fields }) => (
          <tr key={`${type} ${name}`}>
            <td>
              {resourceWords(type)} <code>{name}</code>
            </td>
            <td>{drift === 'DELETED' ? 'Deleted' : 'Changed'}</td>
            <td>{fields.length === 0 ? null : <code>{fields.join(', ')}</code>}</td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}

function Deployments({ logicalId }: { logicalId: string }) {
  const query = useQuery(projectDeploymentsQuery(useApi(), logicalId))
  return (
    <Card title="Deployments" isFlush>
      <Loaded query={query} what="the deployments">
        {(deployments) => (
          <ol>
            {deployments.map((deployment) => (
              <Deployment key={deployment.id} deployment={deployment} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}

function Deployment({ deployment }: { deployment: ProjectDeployment }) {
  const { status, dryRun, createdAt, error, result } = deployment
  const differences = differencesOf(deployment)
  return (
    <li className="border-line border-b px-4 py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-2">
        <WordMark {...deploymentWords(status)} />
        {dryRun ? <span className="text-soft">Preview, nothing was changed</span> : null}
        <span className="text-soft">
          <Moment at={createdAt} />
        </span>
        <span>{differenceSummary(deployment)}</span>
      </p>
      {error === null ? null : <p className="text-bad mt-1 break-words">{error.message}</p>}
      {(result?.warnings ?? []).map((warning) => (
        <p key={warning} className="text-warn mt-1">
          <span aria-hidden="true">⚠ </span>
          {warning}
        </p>
      ))}
      {differences.length === 0 ? null : (
        <details className="mt-2">
          <summary className="text-accent cursor-pointer">Show differences</summary>
          <DataTable columns={['What', 'Change', 'Fields']}>
            {differences.map(({ type, logicalId, action, changes = [] }) => (
              <tr key={`${type} ${logicalId}`}>
                <td>
                  {resourceWords(type)} <code>{logicalId}</code>
                </td>
                <td>{actionWords(action)}</td>
                <td>{changes.length === 0 ? null : <code>{changes.join(', ')}</code>}</td>
              </tr>
            ))}
          </DataTable>
        </details>
      )}
    </li>
  )
}
