import { randomUUIDv7 } from 'node:crypto'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { AlertEvent, DigestEvent } from '@sonde/schema/alerts/alert-event.ts'
import { hasLimitedRows, limitedGroups } from '@sonde/store/notifications/notification-budgets.ts'
import { lockClaims } from '@sonde/store/notifications/notification-claims.ts'
import {
  alertsForDigest,
  assignDigest,
  digestLane,
  type DigestScope,
  hasDigest,
} from '@sonde/store/notifications/notification-digests.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { digestScopes, type ScopeDeps } from './digest-scopes.ts'

/** Alerts that come together fall into one digest. */
const collectMs = 5_000
const betweenDigestsMs = minuteMs
/** What one message can hold, also when a template writes every title; the rest goes with the next digest. */
const mostItems = 2_000
const mostTitleLength = 80_000

/**
 * Makes the digests that are due. Safe on several servers: whoever makes one excludes the others. Tells whether alerts
 * wait for the next one.
 */
export async function makeDigests(deps: ScopeDeps, now: number): Promise<boolean> {
  const { store } = deps
  if (!(await hasLimitedRows(store.read))) return false
  const due = await limitedGroups(store.read, { now, collectMs })
  for (const limited of due) {
    for (const scope of await digestScopes(limited, deps)) {
      // Reading costs next to nothing, a write costs a flush of the disk.
      if (await hasDigest(store.read, scope, { now, betweenMs: betweenDigestsMs })) continue
      await store.write((db) => makeDigest(db, scope, now))
    }
  }
  return true
}

async function makeDigest(db: Db, scope: DigestScope, now: number): Promise<void> {
  await lockClaims(db)
  if (await hasDigest(db, scope, { now, betweenMs: betweenDigestsMs })) return
  const alerts = thatFit(await alertsForDigest(db, scope, mostItems))
  const last = alerts.at(-1)
  if (last === undefined) return
  const { accountId, channelId, channelType, target, groupId } = scope
  const id = randomUUIDv7()
  const events = alerts.map(({ event }) => event)
  await insertNotifications(db, [
    {
      id,
      accountId,
      lane: digestLane(scope),
      channelId,
      channelType,
      target,
      shownConfig: last.shownConfig,
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event: digestOf(events, { groupId, now }),
      isExempt: true,
      createdAt: now,
    },
  ])
  await assignDigest(db, { digestId: id, numbers: alerts.map(({ no }) => no), at: now })
}

function thatFit<Alert extends { event: AlertEvent }>(alerts: readonly Alert[]): Alert[] {
  let length = 0
  return alerts.filter(({ event }, index) => {
    length += event.kind === 'alert' ? event.title.length : 0
    return index === 0 || length <= mostTitleLength
  })
}

/** In the order in which the alerts were raised. */
function digestOf(
  events: readonly AlertEvent[],
  { groupId, now }: { groupId: number | null; now: number },
): DigestEvent {
  const items = events
    .filter((event) => event.kind === 'alert')
    .map((event) => ({
      alertId: event.alertId,
      alertType: event.alertType,
      title: event.title,
      checkId: event.check.id,
      checkName: event.check.name,
      raisedAt: event.raisedAt,
      link: event.result?.link ?? null,
    }))
  return { kind: 'digest', title: titleOf(items), raisedAt: now, groupId, items }
}

function titleOf(items: DigestEvent['items']): string {
  const [first, ...others] = items
  if (first !== undefined && others.length === 0) return first.title
  const checks = new Set(items.map(({ checkId }) => checkId)).size
  return `${items.length} alerts of ${checks === 1 ? '1 check' : `${checks} checks`} in one message`
}
