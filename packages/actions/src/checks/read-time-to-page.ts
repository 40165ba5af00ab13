import { settingsOf } from '@sonde/alerting/raise/alert-intake.ts'
import { worstCaseTimeToPage } from '@sonde/alerting/worst-case-time-to-page.ts'
import { percentileOf } from '@sonde/analytics/aggregate-metric.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import { retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'
import { freezeScripts } from '@sonde/runs/schedule/freeze-scripts.ts'
import { slotsOf } from '@sonde/runs/schedule/slots.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import type { TimeToPage } from '@sonde/schema/checks/time-to-page.ts'
import { type AlertContext, alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { type CheckRow, findCheck } from '@sonde/store/checks/checks.ts'
import { pageTimes } from '@sonde/store/alerts/page-times.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../refusal.ts'

/** As long as alerts are kept. */
const windowMs = 30 * dayMs
const mostAlerts = 10_000

/** What the service itself may add: a run waits for its agent, and a notification for the delivery to look. */
const service = { beginSeconds: 5, pickUpSeconds: 1 }

/** How long an outage can go unnoticed: the worst case that the settings allow, beside what was measured. */
export async function readTimeToPage(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  { accountId }: Actor,
  { id }: { id: string },
): Promise<TimeToPage> {
  const { read } = store
  const checkNo = await findCheckNumber(read, { accountId, checkId: id })
  const context = checkNo === null ? undefined : (await alertContexts(read, [checkNo])).get(checkNo)
  const check = await findCheck(read, { accountId, id })
  if (context === undefined || check === null) throw notFound('check')
  const worstCase = worstCaseOf(check, context)
  const to = clock.now()
  const times = await pageTimes(read, { checkId: check.id, from: to - windowMs, limit: mostAlerts })
  const limitMs = worstCase === null ? Infinity : (worstCase.totalToFirstTry - worstCase.waitForRun) * 1000
  return {
    worstCase,
    measured: {
      from: new Date(to - windowMs).toISOString(),
      to: new Date(to).toISOString(),
      alerts: times.length,
      toWritten: statsOf(times.map(({ writtenMs }) => writtenMs)),
      toFirstTry: statsOf(times.map(({ firstTryMs }) => firstTryMs)),
      toAccepted: statsOf(times.map(({ acceptedMs }) => acceptedMs)),
    },
    exceeded: times.filter(({ firstTryMs }) => firstTryMs !== null && firstTryMs > limitMs).length,
  }
}

function worstCaseOf(check: CheckRow, context: AlertContext): TimeToPage['worstCase'] {
  const slots = slotsOf(check)
  const kind = kindOf(check.checkType).run
  if (slots === null || !kind) return null
  const { config } = applyGroup(check, context.group)
  const scripts = freezeScripts(kind, config, context.group?.config ?? null)
  return worstCaseTimeToPage({
    periodSeconds: slots.periodMs / 1000,
    longestAttemptSeconds: kind.longestAttemptMs(scripts === null ? config : { ...config, scripts }) / 1000,
    retry: kind.isNeverRetried === true ? null : retryPlanOf(config),
    escalation: settingsOf(context),
    service,
  })
}

/** In seconds. */
function statsOf(values: readonly (number | null)[]): TimeToPage['measured']['toWritten'] {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  const inSeconds = (percent: number) => {
    const value = percentileOf(sorted, percent)
    return value === null ? null : value / 1000
  }
  return { p50: inSeconds(50), p95: inSeconds(95), max: inSeconds(100) }
}
