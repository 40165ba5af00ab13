import { isDeepStrictEqual } from 'node:util'
import {
  type CompleteAlertSettings,
  effectiveAlertSettings,
  type StoredAlertSettings,
} from '@sonde/alerting/effective-alert-settings.ts'
import { settingsOf } from '@sonde/alerting/raise/alert-intake.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import type { DeployBacktest } from '@sonde/schema/projects/project-deploy.ts'
import { type AlertContext, alertContextsOf } from '@sonde/store/alerts/alert-contexts.ts'
import { groupsByIds } from '@sonde/store/checks/check-groups.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { readResults, replayUnder } from '../checks/replay-results.ts'
import { keyOf, type DeployPlan, type PlannedResource } from './deploy-plan.ts'

const windowMs = 7 * dayMs
/** A preview is to be there in seconds, whatever it changes. */
const mostChecks = 50
const mostResults = 200_000

/** Fields of checks and groups that say when somebody is alerted. */
const alertFields = new Set(['alertSettings', 'useGlobalAlertSettings', 'groupId'])

/**
 * By the key of a check whose alert settings would change, by its own or by those of its group: what its last results
 * would have raised with them. `unread`: of how many more there was no time to look.
 */
export async function backtestPreview(
  db: Db,
  { plan, accountId, now }: { plan: DeployPlan; accountId: string; now: number },
): Promise<{ backtests: Map<string, DeployBacktest>; unread: number }> {
  const groups = new Map(
    plan.resources.flatMap((each) => (each.resourceKind.type === 'check-group' ? [[idOf(each), each]] : [])),
  )
  const changesAlerts = ({ changes }: PlannedResource) => changes?.some((field) => alertFields.has(field))
  const touched = plan.resources.filter((each) => {
    if (each.resourceKind.type !== 'check' || each.planned.stored === null) return false
    const group = groups.get(each.planned.item['groupId'])
    return changesAlerts(each) || (group !== undefined && changesAlerts(group))
  })
  const backtests = new Map<string, DeployBacktest>()
  if (touched.length === 0) return { backtests, unread: 0 }
  const others = await groupsByIds(db, {
    accountId,
    ids: touched.flatMap(({ planned: { item } }) => {
      return typeof item['groupId'] === 'number' && !groups.has(item['groupId']) ? [item['groupId']] : []
    }),
  })
  const groupOf = ({ planned: { item } }: PlannedResource): StoredAlertSettings | null => {
    if (typeof item['groupId'] !== 'number') return null
    return groups.get(item['groupId'])?.planned.item ?? others.get(item['groupId'])?.config ?? null
  }
  const contexts = await alertContextsOf(db, {
    accountId,
    checkIds: touched.map(({ planned }) => String(planned.stored?.id)),
  })
  const changed = touched.flatMap((resource) => {
    const context = contexts.get(String(resource.planned.stored?.id))
    if (context === undefined) return []
    const proposed = effectiveAlertSettings({
      check: resource.planned.item,
      group: groupOf(resource),
      account: context.accountAlertSettings,
    })
    return isDeepStrictEqual(proposed, settingsOf(context)) ? [] : [{ resource, context, proposed }]
  })
  let [room, unread] = [mostResults, Math.max(0, changed.length - mostChecks)]
  for (const { resource, context, proposed } of changed.slice(0, mostChecks)) {
    const [from, to] = [now - windowMs, now]
    const results = await readResults(db, { checkNo: context.checkNo, from, to }, room)
    room -= results?.length ?? 0
    if (results === null) unread += 1
    // Of a check that has not run nothing can be said.
    else if (results.length > 0)
      backtests.set(
        keyOf({ type: 'check', logicalId: resource.logicalId }),
        await describe(results, { context, proposed, from, to }),
      )
  }
  return { backtests, unread }
}

async function describe(
  results: NonNullable<Awaited<ReturnType<typeof readResults>>>,
  {
    from,
    to,
    ...sides
  }: { context: AlertContext; proposed: CompleteAlertSettings; from: number; to: number },
): Promise<DeployBacktest> {
  const { current, proposed, summary } = await replayUnder(results, { ...sides, until: to })
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    results: results.length,
    current: current.length,
    proposed: proposed.length,
    summary,
  }
}

/** What the checks of the plan name a group by: a new one has no number yet. */
function idOf({ planned: { stored, placeholder } }: PlannedResource): unknown {
  return stored?.id ?? placeholder
}
