import { setImmediate } from 'node:timers/promises'
import { beginReplay, type PastOccurrence, type ReplayedAlert } from '@sonde/alerting/backtest.ts'
import { type AlertComparison, compareAlerts } from '@sonde/alerting/compare-alerts.ts'
import type { CompleteAlertSettings } from '@sonde/alerting/effective-alert-settings.ts'
import { joinRun } from '@sonde/alerting/occurrence.ts'
import { settingsOf } from '@sonde/alerting/raise/alert-intake.ts'
import type { BacktestSummary } from '@sonde/schema/alerts/alert-backtest.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import { targetVerdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import type { AlertContext } from '@sonde/store/alerts/alert-contexts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { type ReplayableResult, replayableResults } from '@sonde/store/results/replayable-results.ts'

const resultsPerPage = 5_000

/** Those of one check that could alert; null when there are more than `most`. */
export async function readResults(
  db: Db,
  window: { checkNo: number; from: number; to: number },
  most: number,
): Promise<ReplayableResult[] | null> {
  const results: ReplayableResult[] = []
  for (;;) {
    const last = results.at(-1) ?? null
    // One page after the other, so that other requests are answered between them.
    const page = await replayableResults(db, window, { after: last, limit: resultsPerPage })
    results.push(...page)
    if (results.length > most) return null
    if (page.length < resultsPerPage) return results
    await setImmediate()
  }
}

/** Results of a month are a quarter of a million: others get their turn in between. */
const longestTurnMs = 10

/** Which alerts these results, in the order of their slots, would have raised with the settings that the check has, and with others. */
export async function replayUnder(
  results: readonly ReplayableResult[],
  {
    context,
    proposed: otherSettings,
    until,
  }: { context: AlertContext; proposed: CompleteAlertSettings; until: number },
): Promise<{
  current: ReplayedAlert[]
  proposed: ReplayedAlert[]
  changes: AlertComparison[]
  summary: BacktestSummary
}> {
  const isParallel = applyGroup(context, context.group).config['runParallel'] === true
  async function run(settings: CompleteAlertSettings): Promise<ReplayedAlert[]> {
    const threshold = isParallel ? settings.parallelThreshold : null
    const replaying = beginReplay(settings, { until })
    let turnMs = performance.now()
    for (const runs of slotsOf(results)) {
      const occurrence = occurrenceOf(runs, threshold)
      if (occurrence !== null) replaying.take(occurrence)
      if (performance.now() - turnMs < longestTurnMs) continue
      await setImmediate()
      turnMs = performance.now()
    }
    return replaying.end()
  }
  const [current, proposed] = [await run(settingsOf(context)), await run(otherSettings)]
  const changes = compareAlerts(current, proposed)
  const count = (kind: AlertComparison['verdict']) => changes.filter(({ verdict }) => verdict === kind).length
  const summary = {
    same: count('same'),
    earlier: count('earlier'),
    later: count('later'),
    never: count('never'),
    new: count('new'),
  }
  return { current, proposed, changes, summary }
}

function* slotsOf(results: readonly ReplayableResult[]): Generator<readonly ReplayableResult[], void> {
  let start = 0
  for (let end = 1; end <= results.length; end += 1) {
    if (results[end]?.scheduledAt === results[start]?.scheduledAt) continue
    yield results.slice(start, end)
    start = end
  }
}

/**
 * Results of one slot belong together; null when they never came to an end. Which locations were busy then is not kept:
 * nothing is carried over.
 */
function occurrenceOf(
  runs: readonly ReplayableResult[],
  threshold: CompleteAlertSettings['parallelThreshold'] | null,
): PastOccurrence | null {
  const expected = runs.map(({ origin }) => origin)
  let partial: Parameters<typeof joinRun>[0] = null
  for (const { scheduledAt, origin, verdict, createdAt, isStandIn } of runs.toSorted(
    (a, b) => a.createdAt - b.createdAt,
  )) {
    const vote = targetVerdictOfEnd(verdict)
    const step = joinRun(
      partial,
      { scheduledAt, origin, verdict: vote, isStandIn },
      { expected, carried: {}, threshold },
    )
    if (step.closed !== null) {
      return { scheduledAt, at: createdAt, verdict: step.closed.verdict, isOwn: step.closed.isOwn }
    }
    partial = step.partial
  }
  return null
}
