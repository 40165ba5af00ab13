import type { ReplayedAlert } from '@sonde/alerting/backtest.ts'
import { completeAlertSettings } from '@sonde/alerting/effective-alert-settings.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import type { AlertBacktest, AlertBacktestRequest } from '@sonde/schema/alerts/alert-backtest.ts'
import { alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { readMoment } from '@sonde/schema/validation/read-moment.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput, notFound } from '../refusal.ts'
import { readResults, replayUnder } from './replay-results.ts'

const defaultWindowMs = 7 * dayMs
/** A check every ten seconds for 30 days. */
const mostResults = 260_000
/** Of each list: reminders every minute are tens of thousands in a month. */
const mostListed = 1_000

/** Replays stored results under other alert settings: which alerts would have been raised, earlier, later or never. */
export async function backtestAlerts(
  { store, clock, rawRetentionDays }: Pick<ActionDeps, 'store' | 'clock'> & { rawRetentionDays: number },
  { accountId }: Actor,
  { id, input }: { id: string; input: AlertBacktestRequest },
): Promise<AlertBacktest> {
  const checkNo = await findCheckNumber(store.read, { accountId, checkId: id })
  const context = checkNo === null ? undefined : (await alertContexts(store.read, [checkNo])).get(checkNo)
  if (checkNo === null || context === undefined) throw notFound('check')
  const { from, to } = windowOf(input, clock.now(), rawRetentionDays)
  const results = await readResults(store.read, { checkNo, from, to }, mostResults)
  if (results === null) {
    throw invalidInput([
      { path: 'from', message: `covers more than ${mostResults} results: choose a shorter window` },
    ])
  }
  const { current, proposed, changes, summary } = await replayUnder(results, {
    context,
    proposed: completeAlertSettings(input.alertSettings),
    until: to,
  })
  return {
    from: iso(from),
    to: iso(to),
    results: results.length,
    occurrences: new Set(results.map(({ scheduledAt }) => scheduledAt)).size,
    counts: { current: current.length, proposed: proposed.length, changes: changes.length },
    current: current.slice(0, mostListed).map(alertAnswer),
    proposed: proposed.slice(0, mostListed).map(alertAnswer),
    changes: changes.slice(0, mostListed).map(({ alertType, at, verdict, byMs }) => ({
      alertType,
      at: iso(at),
      change: verdict,
      bySeconds: byMs / 1000,
    })),
    summary,
  }
}

function windowOf(
  input: Pick<AlertBacktestRequest, 'from' | 'to'>,
  now: number,
  longestDays: number,
): { from: number; to: number } {
  const read = (field: 'from' | 'to', byDefault: number) => {
    const text = input[field]
    const at = text === undefined ? byDefault : readMoment(text)
    if (at === null) {
      throw invalidInput([
        { path: field, message: 'must be Unix seconds, Unix milliseconds or an ISO 8601 timestamp' },
      ])
    }
    return at
  }
  const to = read('to', now)
  if (to > now) throw invalidInput([{ path: 'to', message: 'must not be in the future' }])
  const from = read('from', to - defaultWindowMs)
  if (from >= to) throw invalidInput([{ path: 'from', message: 'must be before to' }])
  if (to - from > longestDays * dayMs) {
    throw invalidInput([
      { path: 'from', message: `must be at most ${longestDays} days before to: results are kept no longer` },
    ])
  }
  return { from, to }
}

function alertAnswer(alert: ReplayedAlert) {
  return { ...alert, at: iso(alert.at), scheduledAt: iso(alert.scheduledAt) }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
