import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { deploymentsQuery } from '../../resources/deployment-triggers.ts'

export function DeploymentsCard() {
  const query = useQuery(deploymentsQuery(useApi()))
  return (
    <Card title="Last deployments" isFlush>
      <Loaded query={query} what="the deployments">
        {(deployments) =>
          deployments.length === 0 ? (
            <Empty title="No deployments yet" help="deployments">
              <p>The last 100 deployments reported by GitHub or a trigger address appear here.</p>
            </Empty>
          ) : (
            <div tabIndex={0} role="region" aria-label="Table of deployments" className="overflow-x-auto">
              <DataTable columns={['When', 'Repository', 'Commit', 'Environment']}>
                {deployments.map((deployment) => (
                  <tr key={deployment.id}>
                    <td>
                      <Moment at={deployment.createdAt} form="short" />
                    </td>
                    <td className="font-medium">{deployment.repository}</td>
                    <td>
                      <code title={deployment.sha}>{deployment.sha.slice(0, 10)}</code>
                    </td>
                    <td>
                      {deployment.environmentName ?? '–'}
                      {deployment.environmentUrl === null ? null : (
                        <span className="text-soft block text-xs">{deployment.environmentUrl}</span>
                      )}
                    </td>
                  </tr>
                ))}
              </DataTable>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
