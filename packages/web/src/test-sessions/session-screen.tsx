import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { checkTypeName } from '../check-types/registry.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { Card } from '../parts/card.tsx'
import { CancelRuns } from '../parts/dialogs/cancel-runs.tsx'
import { Facts } from '../parts/facts.tsx'
import { formatWholeMs } from '../parts/format.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page.tsx'
import { Place } from '../parts/place.tsx'
import { cancelTestSession, testSessionQuery, type TestSession } from '../resources/test-sessions.ts'
import { testSessionRoute } from './routes.ts'
import { RunState } from './run-state.tsx'
import { sessionWords } from './session-words.ts'

/** Checks that code or a trigger ran once, each with what became of it. */
export function TestSessionScreen() {
  const { testSessionId } = testSessionRoute.useParams()
  const session = useQuery(testSessionQuery(useApi(), testSessionId))
  return (
    <LoadedScreen
      query={session}
      thing="test session"
      above={<AccountLink to="/accounts/$accountId/test-sessions">Test sessions</AccountLink>}
    >
      {(data) => (
        <>
          <PageHead
            title={data.name}
            above={<AccountLink to="/accounts/$accountId/test-sessions">Test sessions</AccountLink>}
            help="monitoring-as-code#test"
            actions={
              data.status === 'RUNNING' ? (
                <CancelRuns
                  what="session"
                  cancel={(api) => cancelTestSession(api, testSessionId)}
                  stale={[['test-session', testSessionId], ['test-sessions']]}
                />
              ) : undefined
            }
          >
            <p role="status" className="mt-1 font-medium">
              {sessionWords(data)}
            </p>
          </PageHead>
          <Card title="Session">
            <Origin session={data} />
          </Card>
          <Card title="Runs" isFlush>
            <Runs session={data} />
          </Card>
        </>
      )}
    </LoadedScreen>
  )
}

function Origin({ session }: { session: TestSession }) {
  const { metadata } = session
  return (
    <Facts
      facts={[
        ['Location', <Place key="place" code={session.runLocation} />],
        ['Started', <Moment key="started" at={session.startedAt} />],
        ['Ended', session.stoppedAt === null ? null : <Moment key="ended" at={session.stoppedAt} />],
        ['Started by', session.invoker ?? 'A service key'],
        session.projectLogicalId === null ? null : ['Project', session.projectLogicalId],
        metadata.environment === undefined ? null : ['Environment', metadata.environment],
        metadata.branchName === undefined ? null : ['Branch', metadata.branchName],
        metadata.commitId === undefined ? null : ['Commit', metadata.commitId],
        metadata.commitMessage === undefined ? null : ['Commit message', metadata.commitMessage],
      ]}
    />
  )
}

function Runs({ session }: { session: TestSession }) {
  const { id: accountId } = useAccount()
  return (
    <DataTable columns={['Check', 'Type', 'Result', 'Response time']}>
      {session.results.map((run) => (
        <tr key={run.testSessionResultId}>
          <th scope="row" className="text-ink! font-medium">
            <Link
              to="/accounts/$accountId/test-sessions/$testSessionId/results/$resultId"
              params={{
                accountId,
                testSessionId: session.testSessionId,
                resultId: run.testSessionResultId,
              }}
            >
              {run.name}
            </Link>
          </th>
          <td>{checkTypeName(run.checkType)}</td>
          <td>
            <RunState run={run} />
          </td>
          <td className="tabular-nums">{formatWholeMs(run.responseTime)}</td>
        </tr>
      ))}
    </DataTable>
  )
}
