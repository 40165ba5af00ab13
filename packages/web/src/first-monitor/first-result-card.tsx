import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { UnnotifiedNotice } from '../alert-channels/unnotified-notice.tsx'
import { useAccount, useApi } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { verdictOf } from '../check/result/verdict-of.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { Button, buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { formatWholeMs } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Place } from '../parts/place.tsx'
import { Failed, sentenceOf } from '../parts/states.tsx'
import { VerdictMark } from '../parts/status/verdict-mark.tsx'
import { newestResultQuery, type NewestResult } from '../resources/check-results.ts'
import { startRuns } from '../resources/check-sessions.ts'
import type { Check } from '../resources/checks.ts'

/** Waits for the first result and says what it is, then where to go from here. */
export function FirstResultCard({ check, onLeave }: { check: Check; onLeave: () => void }) {
  const { id: accountId } = useAccount()
  const api = useApi()
  /** The result that was shown when somebody ran it again: the next one is waited for. */
  const [repeated, setRepeated] = useState<NewestResult | null>(null)
  const query = newestResultQuery(api, check.id, repeated?.id)
  const result = useQuery(query)
  const queries = useQueryClient()
  const repetition = useMutation({
    mutationFn: () => startRuns(api, [check.id]),
    onError: () => setRepeated(null),
  })
  useLiveEvent('check', ({ id }) => {
    if (id === check.id) void queries.invalidateQueries({ queryKey: query.queryKey })
  })
  const newest = result.data ?? null
  const shown = newest?.id === repeated?.id ? null : newest
  return (
    <>
      <Card title={check.name}>
        <div role="status">
          {shown === null ? (
            <Waiting error={result.error} isFirst={repeated === null} />
          ) : (
            <Outcome
              accountId={accountId}
              checkId={check.id}
              result={shown}
              isFirst={repeated === null}
              onRepeat={() => {
                setRepeated(shown)
                repetition.mutate()
              }}
            />
          )}
          {repetition.isError ? <Failed error={repetition.error} /> : null}
        </div>
      </Card>
      <UnnotifiedNotice checkId={check.id} />
      <Card title="What next">
        <ul className="space-y-3">
          <li>
            <AccountLink to="/accounts/$accountId/alert-channels" className="font-medium">
              Set up alerts
            </AccountLink>
            <p className="text-soft">
              Without an alert channel, failures are shown here and nobody is notified.
            </p>
          </li>
          <li>
            <Link
              to="/accounts/$accountId/checks/$checkId"
              params={{ accountId, checkId: check.id }}
              className="font-medium"
            >
              Open this check
            </Link>
            <p className="text-soft">Its results, statistics, locations and thresholds.</p>
          </li>
          <li>
            <AccountLink to="/accounts/$accountId/checks/new" className="font-medium">
              Create more checks
            </AccountLink>
            <p className="text-soft">
              Or bring many at once:{' '}
              <AccountLink to="/accounts/$accountId/settings/export" className="underline">
                import a configuration
              </AccountLink>
              , or use{' '}
              <a href="/docs" className="underline">
                the API
              </a>
              .
            </p>
          </li>
        </ul>
        <Button className="mt-4" onClick={onLeave}>
          Show all checks
        </Button>
      </Card>
    </>
  )
}

function Waiting({ error, isFirst }: { error: Error | null; isFirst: boolean }) {
  return (
    <>
      <p className="flex items-center gap-2 text-base font-semibold">
        <span
          aria-hidden="true"
          className="border-accent size-4 animate-spin rounded-full border-2 border-t-transparent"
        />
        {isFirst ? 'Waiting for the first result…' : 'Waiting for the result…'}
      </p>
      <p className="text-soft mt-1">
        {error === null
          ? `${isFirst ? 'Check created. An agent' : 'An agent'} runs it now. This takes a few seconds.`
          : sentenceOf(error)}
      </p>
    </>
  )
}

function Outcome({
  accountId,
  checkId,
  result,
  isFirst,
  onRepeat,
}: {
  accountId: string
  checkId: string
  result: NewestResult
  isFirst: boolean
  onRepeat: () => void
}) {
  const verdict = verdictOf(result)
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-base">
        <VerdictMark verdict={verdict} />
        <span className="font-semibold">
          {isFirst ? sentences[verdict] : (repeatedSentences[verdict] ?? sentences[verdict])}
        </span>
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        <Fact name="Response time">{formatWholeMs(result.responseTime)}</Fact>
        <Fact name="From">
          <Place code={result.runLocation} servedBy={result.servedBy} />
        </Fact>
        <Fact name="At">
          <Moment at={result.startedAt} />
        </Fact>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {verdict === 'passed' ? null : <Button onClick={onRepeat}>Run it again</Button>}
        <Link
          to="/accounts/$accountId/checks/$checkId/results/$resultId"
          params={{ accountId, checkId, resultId: result.id }}
          className={buttonClasses('plain')}
        >
          {verdict === 'passed' ? 'See the result' : 'See what went wrong'}
        </Link>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-soft text-xs">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

const sentences: Readonly<Record<Verdict, string>> = {
  passed: 'It works: the first run passed.',
  degraded: 'It answers, but slower than it should.',
  failed: 'The check runs; its target is failing.',
  withheld: 'The run had trouble of its own and has no verdict: it says nothing about the target.',
}

const repeatedSentences: Readonly<Partial<Record<Verdict, string>>> = {
  passed: 'It works: the run passed.',
}
