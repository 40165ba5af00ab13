import { randomUUIDv7 } from 'node:crypto'
import type { AlertEvent, DigestEvent } from '@sonde/schema/alert-event.ts'
import { type LimitedGroup, limitedGroups } from '@sonde/store/notification-budgets.ts'
import { claimAlone } from '@sonde/store/notification-claims.ts'
import { assignDigest, digestLane, hasDigest, limitedAlerts } from '@sonde/store/notification-digests.ts'
import { insertNotifications } from '@sonde/store/notifications.ts'
import type { Db, Store } from '@sonde/store/store.ts'

/** Alerts that come together fall into one digest. */
const collectMs = 5_000
const betweenDigestsMs = 60_000
/** What one message can hold, also when a template writes every title; the rest goes with the next digest. */
const mostItems = 2_000
const mostTitleLength = 80_000

/** Makes the digests that are due. Safe on several servers: whoever makes one excludes the others. */
export async function makeDigests(store: Store, now: number): Promise<void> {
  const due = await limitedGroups(store.read, now - collectMs)
  for (const group of due) {
    // oxlint-disable-next-line no-await-in-loop
    await store.write((db) => makeDigest(db, group, now))
  }
}

async function makeDigest(db: Db, group: LimitedGroup, now: number): Promise<void> {
  await claimAlone(db)
  if (await hasDigest(db, group, now - betweenDigestsMs)) return
  const alerts = thatFit(await limitedAlerts(db, group, mostItems))
  const last = alerts.at(-1)
  if (last === undefined) return
  const id = randomUUIDv7()
  await insertNotifications(db, [
    {
      id,
      accountId: group.accountId,
      lane: digestLane(group),
      channelId: group.channelId,
      channelType: group.channelType,
      target: group.target,
      shownConfig: last.shownConfig,
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event: digestOf(
        alerts.map(({ event }) => event),
        now,
      ),
      isExempt: true,
      createdAt: now,
    },
  ])
  await assignDigest(
    db,
    id,
    alerts.map(({ no }) => no),
  )
}

function thatFit<Alert extends { event: AlertEvent }>(alerts: readonly Alert[]): Alert[] {
  let length = 0
  return alerts.filter(({ event }, index) => {
    length += event.kind === 'alert' ? event.title.length : 0
    return index === 0 || length <= mostTitleLength
  })
}

/** In the order in which the alerts were raised. */
function digestOf(events: readonly AlertEvent[], now: number): DigestEvent {
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
  const checks = new Set(items.map(({ checkId }) => checkId)).size
  const title = `${counted(items.length, 'alert')} of ${counted(checks, 'check')} in one message`
  return { kind: 'digest', title, raisedAt: now, items }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
