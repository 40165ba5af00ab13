import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { PageHead } from '../parts/page.tsx'
import type { CheckResult } from '../resources/check-result.ts'
import { neighboursQuery, resultQuery } from '../resources/check-results.ts'
import { checkQuery, type Check } from '../resources/checks.ts'
import { OtherFilesCard } from '../run-files/other-files-card.tsx'
import { useRunFiles } from '../run-files/use-run-files.ts'
import { AttemptList } from './run/attempt-list.tsx'
import { ResultView } from './result/result-view.tsx'
import { checkResultRoute } from './routes.ts'

export function ResultScreen() {
  const { accountId, checkId, resultId } = checkResultRoute.useParams()
  const api = useApi()
  const checkState = useQuery(checkQuery(api, checkId))
  const resultState = useQuery(resultQuery(api, checkId, resultId))
  const params = { accountId, checkId }
  const way = ({ name }: Check) => (
    <>
      <Link to="/accounts/$accountId/checks/$checkId" params={params}>
        {name}
      </Link>{' '}
      /{' '}
      <Link to="/accounts/$accountId/checks/$checkId/results" params={params}>
        Results
      </Link>
    </>
  )
  return (
    <LoadedScreen
      query={checkState}
      thing="check"
      above={<AccountLink to="/accounts/$accountId/checks">Checks</AccountLink>}
    >
      {(check) => (
        <LoadedScreen query={resultState} thing="result" above={way(check)}>
          {(result) => (
            <>
              <PageHead
                title={`Result of ${result.name}`}
                above={way(check)}
                actions={<Steps check={check} result={result} />}
              />
              <ResultView key={result.id} result={result} checkType={check.checkType} />
              <AttemptList check={check} result={result} />
              {result.apiCheckResult === null ? null : <RequestFiles result={result} />}
            </>
          )}
        </LoadedScreen>
      )}
    </LoadedScreen>
  )
}

function Steps({ check, result }: { check: Check; result: CheckResult }) {
  const { id: accountId } = useAccount()
  const { data } = useQuery(neighboursQuery(useApi(), check.id, result))
  const step = (resultId: string | null | undefined, word: string) =>
    resultId === null || resultId === undefined ? (
      <span aria-disabled="true" className={buttonClasses()}>
        {word}
      </span>
    ) : (
      <Link
        to="/accounts/$accountId/checks/$checkId/results/$resultId"
        params={{ accountId, checkId: check.id, resultId }}
        className={buttonClasses()}
      >
        {word}
      </Link>
    )
  return (
    <nav aria-label="Other results" className="flex gap-2">
      {step(data?.previous, 'Earlier')}
      {step(data?.next, 'Later')}
    </nav>
  )
}

/** What a request left behind, such as captures. Runs of tests show theirs with their steps. */
function RequestFiles({ result }: { result: CheckResult }) {
  const { files } = useRunFiles({ result, origin: null })
  return <OtherFilesCard files={files} />
}
