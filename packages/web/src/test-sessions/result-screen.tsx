import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../api/account-context.ts'
import { ResultView } from '../check/result/result-view.tsx'
import { isMakeable } from '../check-types/registry.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { checkResultOf, testResultQuery, type TestSessionResult } from '../resources/test-sessions.ts'
import { testResultRoute } from './routes.ts'
import { RunState } from './run-state.tsx'

/** What one run of a test session found. */
export function TestResultScreen() {
  const { accountId, testSessionId, resultId } = testResultRoute.useParams()
  const result = useQuery(testResultQuery(useApi(), testSessionId, resultId))
  return (
    <LoadedScreen
      query={result}
      thing="result"
      above={<AccountLink to="/accounts/$accountId/test-sessions">Test sessions</AccountLink>}
    >
      {(data) => (
        <>
          <PageHead
            title={`Result of ${data.name}`}
            above={
              <Link
                to="/accounts/$accountId/test-sessions/$testSessionId"
                params={{ accountId, testSessionId }}
              >
                Test session
              </Link>
            }
          >
            {data.filePath === null ? null : <p className="text-soft mt-1 break-words">{data.filePath}</p>}
          </PageHead>
          <Outcome result={data} sessionId={testSessionId} />
        </>
      )}
    </LoadedScreen>
  )
}

function Outcome({ result, sessionId }: { result: TestSessionResult; sessionId: string }) {
  const found = checkResultOf(result)
  if (found !== null && isMakeable(result.checkType)) {
    return (
      <ResultView
        key={result.id}
        result={found}
        checkType={result.checkType}
        origin={{ kind: 'session', id: sessionId }}
      />
    )
  }
  return (
    <Card title="Run">
      <div role="status">
        <RunState run={result} />
      </div>
    </Card>
  )
}
