import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../../api/account-context.ts'
import { Card } from '../../parts/card.tsx'
import { formatWholeMs } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { Place } from '../../parts/place.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Loaded } from '../../parts/states.tsx'
import { VerdictMark } from '../../parts/status/verdict-mark.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { attemptsQuery } from '../../resources/check-results.ts'
import type { Check } from '../../resources/checks.ts'
import { reasonOf, verdictOf } from '../result/verdict-of.ts'

/** The attempts of one run side by side. A run that was not tried again has none to compare. */
export function AttemptList({ check, result }: { check: Check; result: CheckResult }) {
  const isTriedAgain = result.attempts > 1 || result.resultType === 'ATTEMPT'
  const { id: accountId } = useAccount()
  const query = useQuery({ ...attemptsQuery(useApi(), check, result), enabled: isTriedAgain })
  if (!isTriedAgain) return null
  return (
    <Card title="Attempts of this run">
      <Loaded query={query} what="the attempts">
        {({ attempts }) => (
          <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {attempts.map((attempt) => {
              const isThis = attempt.id === result.id
              return (
                <li
                  key={attempt.id}
                  aria-current={isThis ? 'true' : undefined}
                  className={joinClasses(
                    'rounded-md border p-3',
                    isThis ? 'border-accent bg-accent-wash' : 'border-line',
                  )}
                >
                  <p className="flex flex-wrap items-center gap-2">
                    <strong>Attempt {attempt.attempts}</strong>
                    <VerdictMark verdict={verdictOf(attempt)} />
                    {isThis ? <span className="text-xs">shown above</span> : null}
                  </p>
                  <p className="mt-1">
                    {formatWholeMs(attempt.responseTime)} ·{' '}
                    <Place code={attempt.runLocation ?? ''} servedBy={attempt.servedBy} />
                  </p>
                  <p className="text-soft mt-1">
                    {isThis ? (
                      <Moment at={attempt.startedAt} />
                    ) : (
                      <Link
                        to="/accounts/$accountId/checks/$checkId/results/$resultId"
                        params={{ accountId, checkId: check.id, resultId: attempt.id ?? '' }}
                      >
                        <Moment at={attempt.startedAt} />
                      </Link>
                    )}
                  </p>
                  <p className="mt-1 line-clamp-3">{reasonOf(attempt)}</p>
                </li>
              )
            })}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}
