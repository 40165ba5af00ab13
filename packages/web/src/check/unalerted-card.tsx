import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { factsOf } from '../check-types/kind-facts.ts'
import { Card } from '../parts/card.tsx'
import { Moment } from '../parts/moment.tsx'
import { verdictsQuery } from '../resources/check-stats.ts'
import { checkQuery } from '../resources/checks.ts'
import type { CheckAlert } from '../resources/check-alerts.ts'
import { episodesOf } from './episodes.ts'
import { failureInWords, unalertedFailures, type UnalertedFailure } from './unalerted-failures.ts'

const range = { preset: '7d' } as const

/** What failed and notified nobody, because it was too little for an alert: whoever looks for it finds it here. */
export function UnalertedCard({
  checkId,
  alerts,
  total,
}: {
  checkId: string
  /** The newest ones. */
  alerts: readonly CheckAlert[]
  total: number
}) {
  const api = useApi()
  const { data: check } = useQuery(checkQuery(api, checkId))
  const { data: verdicts } = useQuery(verdictsQuery(api, checkId, range))
  if (check === undefined || verdicts === undefined) return null
  const oldest = alerts.at(-1)
  const knownFrom = oldest === undefined || alerts.length >= total ? 0 : Date.parse(oldest.created_at)
  const failures = unalertedFailures(verdicts, episodesOf(alerts), knownFrom)
  if (failures.length === 0) return null
  const { isRun } = factsOf(check.checkType)
  return (
    <Card title="Failures without an alert, last 7 days">
      <p className="text-soft mb-2">
        Too short, or at too few locations, for the alert settings of the check; or the check was muted.
      </p>
      <ul className="space-y-1">
        {failures.map((failure) => (
          <li key={failure.from} className="flex flex-wrap items-baseline gap-x-3">
            <span>
              <Moment at={failure.from} form="short" /> – <Moment at={failure.to} form="until" />
            </span>
            <span>{failureInWords(failure, isRun)}</span>
            {isRun ? <FailedResults checkId={checkId} failure={failure} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function FailedResults({ checkId, failure }: { checkId: string; failure: UnalertedFailure }) {
  const { id: accountId } = useAccount()
  return (
    <Link
      to="/accounts/$accountId/checks/$checkId/results"
      params={{ accountId, checkId }}
      search={{ verdict: 'failed', from: failure.from, to: failure.to }}
      className="underline"
    >
      Failed results
    </Link>
  )
}
