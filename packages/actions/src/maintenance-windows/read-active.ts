import { isPaused, silencesOf } from '@sonde/alerting/maintenance/scope.ts'
import { maintenanceSubject } from '@sonde/alerting/raise/suppression.ts'
import type { MaintenanceInForce } from '@sonde/schema/alerts/silence.ts'
import { alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import {
  type ActiveMaintenance,
  activeMaintenances,
  noKnownEnd,
} from '@sonde/store/maintenance/maintenances.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../refusal.ts'

/** The windows that silence or pause a check, or all checks of a group, at this moment. */
export async function readMaintenanceInForce(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  { accountId }: Pick<Actor, 'accountId'>,
  of: { checkId: string } | { groupId: number },
): Promise<MaintenanceInForce[]> {
  const at = clock.now()
  const subject = { ...(await subjectOf(store.read, accountId, of)), at }
  const active = await activeMaintenances(store.read, { at, accountIds: [accountId] })
  return active.flatMap((maintenance) => {
    const silences = silencesOf([maintenance], subject).length > 0
    const pauses = isPaused([maintenance], subject)
    if (!silences && !pauses) return []
    return [
      {
        windowId: maintenance.windowId,
        name: maintenance.name,
        endsAt: maintenance.endsAt === noKnownEnd ? null : new Date(maintenance.endsAt).toISOString(),
        silences,
        pauses,
        isOwn: isOnlyFor(maintenance, of),
      },
    ]
  })
}

async function subjectOf(
  db: ActionDeps['store']['read'],
  accountId: string,
  of: { checkId: string } | { groupId: number },
) {
  if ('groupId' in of) {
    const group = await findGroup(db, { accountId, id: of.groupId })
    if (group === null) throw notFound('check group')
    return { accountId, checkId: '', groupId: group.id, tags: tagsOf(group.config) }
  }
  const checkNo = await findCheckNumber(db, { accountId, checkId: of.checkId })
  const context = checkNo === null ? undefined : (await alertContexts(db, [checkNo])).get(checkNo)
  if (context === undefined) throw notFound('check')
  return maintenanceSubject(context)
}

/** Whether nothing else is silenced or paused by it: then it can be ended here. */
function isOnlyFor(maintenance: ActiveMaintenance, of: { checkId: string } | { groupId: number }): boolean {
  const { pausesAll, silencesAll, pauseTags, silenceTags } = maintenance
  if (pausesAll || silencesAll || pauseTags.length + silenceTags.length > 0) return false
  const ids = [
    ...maintenance.silenceCheckIds,
    ...maintenance.silenceGroupIds,
    ...maintenance.pauseCheckIds,
    ...maintenance.pauseGroupIds,
  ]
  const own = 'checkId' in of ? of.checkId.toLowerCase() : of.groupId
  return ids.every((id) => id === own)
}
