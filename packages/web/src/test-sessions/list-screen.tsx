import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page.tsx'
import { Place } from '../parts/place.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { testSessionsQuery, type ListedTestSession } from '../resources/test-sessions.ts'
import { testSessionsRoute } from './routes.ts'

const words: Readonly<Record<ListedTestSession['status'], readonly [string, string]>> = {
  RUNNING: ['Running', 'text-accent'],
  FAILED: ['✕ Failed', 'text-bad'],
  PASSED: ['✓ Passed', 'text-good'],
  CANCELLED: ['Cancelled', 'text-soft'],
}

export function TestSessionsScreen() {
  const { id: accountId } = useAccount()
  const { nextId } = testSessionsRoute.useSearch()
  const sessions = useQuery(testSessionsQuery(useApi(), nextId))
  return (
    <>
      <PageHead title="Test sessions" help="monitoring-as-code#test" />
      <Card isFlush>
        <Loaded query={sessions} what="the test sessions">
          {({ entries, nextId: following }) =>
            entries.length === 0 ? (
              <Empty title="No test sessions in the last 30 days" help="monitoring-as-code#test">
                <p>
                  <code>npx checkly test</code> and <code>npx checkly trigger</code> run checks once and list
                  them here.
                </p>
              </Empty>
            ) : (
              <>
                <Sessions entries={entries} />
                {(following ?? null) === null ? null : (
                  <p className="p-4">
                    <Link
                      to="/accounts/$accountId/test-sessions"
                      params={{ accountId }}
                      search={{ nextId: following ?? '' }}
                      className={buttonClasses()}
                    >
                      Older sessions
                    </Link>
                  </p>
                )}
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

function Sessions({ entries }: { entries: readonly ListedTestSession[] }) {
  const { id: accountId } = useAccount()
  return (
    <DataTable columns={['Session', 'Status', 'Started', 'Location', 'Branch', 'Started by']}>
      {entries.map(({ id, name, status, startedAt, region, branchName, invoker }) => (
        <tr key={id}>
          <th scope="row" className="text-ink! font-medium">
            <Link
              to="/accounts/$accountId/test-sessions/$testSessionId"
              params={{ accountId, testSessionId: id }}
            >
              {name}
            </Link>
          </th>
          <td className={`${words[status][1]} font-medium`}>{words[status][0]}</td>
          <td>
            <Moment at={startedAt} />
          </td>
          <td>
            <Place code={region} />
          </td>
          <td>{branchName ?? '–'}</td>
          <td>{invoker?.name ?? 'A service key'}</td>
        </tr>
      ))}
    </DataTable>
  )
}
