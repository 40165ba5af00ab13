import { type PastOccurrence, replay } from '@sonde/alerting/backtest.ts'
import { compareAlerts } from '@sonde/alerting/compare-alerts.ts'
import {
  completeAlertSettings,
  type CompleteAlertSettings,
} from '@sonde/alerting/effective-alert-settings.ts'
import { joinRun } from '@sonde/alerting/occurrence.ts'
import { settingsOf } from '@sonde/alerting/raise/alert-intake.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import type { AlertBacktest, AlertBacktestRequest } from '@sonde/schema/alerts/alert-backtest.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import { targetVerdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import { type AlertContext, alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { type ReplayableResult, replayableResults } from '@sonde/store/results/replayable-results.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { readMoment } from '@sonde/schema/validation/read-moment.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput, notFound } from '../refusal.ts'

const defaultWindowMs = 7 * dayMs
/** A check every ten seconds for 30 days. */
const mostResults = 260_000
const resultsPerPage = 5_000
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
  const results = await readResults(store.read, { checkNo, from, to })
  const isParallel = isRunParallel(context)
  const run = (settings: CompleteAlertSettings) =>
    replay(occurrencesOf(results, settings, isParallel), settings, { until: to })
  const current = run(settingsOf(context))
  const proposed = run(completeAlertSettings(input.alertSettings))
  const changes = compareAlerts(current, proposed)
  const count = (kind: (typeof changes)[number]['verdict']) =>
    changes.filter(({ verdict }) => verdict === kind).length
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
    summary: {
      same: count('same'),
      earlier: count('earlier'),
      later: count('later'),
      never: count('never'),
      new: count('new'),
    },
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

async function readResults(
  db: Db,
  window: { checkNo: number; from: number; to: number },
): Promise<ReplayableResult[]> {
  const results: ReplayableResult[] = []
  for (;;) {
    const last = results.at(-1) ?? null
    // One page after the other, so that other requests are answered between them.
    const page = await replayableResults(db, window, { after: last, limit: resultsPerPage })
    results.push(...page)
    if (page.length < resultsPerPage) return results
    if (results.length >= mostResults) {
      throw invalidInput([
        { path: 'from', message: `covers more than ${mostResults} results: choose a shorter window` },
      ])
    }
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

/** Results of one slot belong together. Which locations were busy then is not kept: nothing is carried over. */
function occurrencesOf(
  results: readonly ReplayableResult[],
  settings: CompleteAlertSettings,
  isParallel: boolean,
): PastOccurrence[] {
  const threshold = isParallel ? settings.parallelThreshold : null
  return [...Map.groupBy(results, ({ scheduledAt }) => scheduledAt)].flatMap(([scheduledAt, runs]) => {
    const expected = runs.map(({ origin }) => origin)
    let partial: Parameters<typeof joinRun>[0] = null
    for (const { origin, verdict, createdAt, isStandIn } of runs.toSorted(
      (a, b) => a.createdAt - b.createdAt,
    )) {
      const vote = targetVerdictOfEnd(verdict)
      const step = joinRun(
        partial,
        { scheduledAt, origin, verdict: vote, isStandIn },
        { expected, carried: {}, threshold },
      )
      if (step.closed !== null) {
        return [{ scheduledAt, at: createdAt, verdict: step.closed.verdict, isOwn: step.closed.isOwn }]
      }
      partial = step.partial
    }
    return []
  })
}

function isRunParallel(context: AlertContext): boolean {
  return applyGroup(context, context.group).config['runParallel'] === true
}

function alertAnswer(alert: ReturnType<typeof replay>[number]) {
  return { ...alert, at: iso(alert.at), scheduledAt: iso(alert.scheduledAt) }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
