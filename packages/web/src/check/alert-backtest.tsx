import { dayMs } from '@sonde/ground/durations.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { AlertMark } from '../alerts/alert-mark.tsx'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Facts } from '../parts/facts.tsx'
import { Field } from '../parts/field.tsx'
import { formatCount, formatDuration } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Failed } from '../parts/states.tsx'
import { backtestAlerts, type AlertBacktest } from '../resources/check-alerts.ts'
import type { FormValue } from '../schema-form/value-at.ts'

const days = [1, 7, 30] as const

/** What other alert settings would have made of the results that are there: before somebody changes them. */
export function AlertBacktestForm({ checkId }: { checkId: string }) {
  const api = useApi()
  const [kind, setKind] = useState<'RUN_BASED' | 'TIME_BASED'>('RUN_BASED')
  const replay = useMutation({
    mutationFn: (request: FormValue) => backtestAlerts(api, checkId, request),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const threshold = Number(form.get('threshold'))
    const lengthMs = Number(form.get('days')) * dayMs
    replay.mutate({
      alertSettings: {
        escalationType: kind,
        ...(kind === 'RUN_BASED'
          ? { runBasedEscalation: { failedRunThreshold: threshold } }
          : { timeBasedEscalation: { minutesFailingThreshold: threshold } }),
      },
      from: String(Date.now() - lengthMs),
    })
  }
  return (
    <Card title="Try other alert settings">
      <p className="mb-3">
        Replays the results of the check with other alert settings, and shows which alerts would have been
        sent earlier, later or not at all. Nothing is changed.
      </p>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Alert after">
          {(control) => (
            <select
              {...control}
              className="control"
              value={kind}
              onChange={({ target: { value } }) =>
                setKind(value === 'TIME_BASED' ? 'TIME_BASED' : 'RUN_BASED')
              }
            >
              <option value="RUN_BASED">failed runs in a row</option>
              <option value="TIME_BASED">minutes of failing</option>
            </select>
          )}
        </Field>
        <Field label={kind === 'RUN_BASED' ? 'Runs' : 'Minutes'}>
          {(control) => (
            <input
              {...control}
              type="number"
              name="threshold"
              className="control"
              required
              defaultValue={kind === 'RUN_BASED' ? 2 : 5}
            />
          )}
        </Field>
        <Field label="Over the last">
          {(control) => (
            <select {...control} className="control" name="days" defaultValue="7">
              {days.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? 'day' : `${count} days`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit" isBusy={replay.isPending}>
          Replay
        </Button>
      </form>
      {replay.isError ? <Failed error={replay.error} /> : null}
      <div role="status">{replay.data === undefined ? null : <Outcome outcome={replay.data} />}</div>
    </Card>
  )
}

const changeWords = {
  same: 'as now',
  earlier: 'earlier',
  later: 'later',
  never: 'would not be raised',
  new: 'would be raised too',
} as const satisfies Record<AlertBacktest['changes'][number]['change'], string>

function Outcome({ outcome: { results, counts, summary, changes } }: { outcome: AlertBacktest }) {
  const others = changes.filter(({ change }) => change !== 'same')
  return (
    <div className="mt-4 space-y-3">
      <Facts
        facts={[
          ['Results replayed', formatCount(results)],
          ['Alerts with the current settings', formatCount(counts.current)],
          ['Alerts with these settings', formatCount(counts.proposed)],
          ['Earlier', formatCount(summary.earlier)],
          ['Later', formatCount(summary.later)],
          ['No longer sent', formatCount(summary.never)],
          ['Additional', formatCount(summary.new)],
        ]}
      />
      {others.length === 0 ? (
        <p>The same alerts would have been sent.</p>
      ) : (
        <ul className="max-h-80 space-y-1 overflow-y-auto">
          {others.map(({ alertType, at, change, bySeconds }) => (
            <li key={`${alertType}-${at}`} className="flex flex-wrap items-center gap-2">
              <AlertMark alertType={alertType} />
              <Moment at={at} />
              <span>
                {changeWords[change]}
                {change === 'earlier' || change === 'later' ? ` by ${formatDuration(bySeconds * 1000)}` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
