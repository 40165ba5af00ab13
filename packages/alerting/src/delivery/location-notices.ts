import { dayMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { showMoment } from '@sonde/ground/shown-time.ts'
import { workOnChange } from '@sonde/ground/work-on-change.ts'
import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import {
  type LocationEvent,
  type LocationEventKind,
  noteLocationEventTold,
  untoldLocationEvents,
} from '@sonde/store/locations/location-events.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { adminAddresses } from '@sonde/store/notifications/notification-trouble.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { mailedNotice } from './notices.ts'

export type LocationNotices = {
  start(): void
  stop(): Promise<void>
  /** Puts what nobody was told yet into the outbox. */
  workOnce(): Promise<void>
}

const pauseMs = 3_000
/** Older news of a location helps nobody. */
const worthTellingMs = dayMs
const mostAtOnce = 100

const titles: Readonly<Record<LocationEventKind, (location: string) => string>> = {
  unavailable: (location) => `Location ${location} is unavailable`,
  available: (location) => `Location ${location} is available again`,
  errors: (location) => `Location ${location} cannot run checks`,
  'errors-over': (location) => `Location ${location} runs checks again`,
  'no-scripts': (location) => `Location ${location} cannot run scripts`,
  'scripts-again': (location) => `Location ${location} runs scripts again`,
}

/**
 * Mails what happens to a location to those who answer for its account, or for the first one when the location
 * belongs to none. Safe on several servers: whoever notes an event as told is the one that tells it.
 */
export function createLocationNotices(deps: {
  store: Store
  clock: Clock
  log: Logger
  canMail: boolean
  publicUrl(): string
  wakeDelivery(): void
}): LocationNotices {
  const { store, clock, log, canMail, publicUrl, wakeDelivery } = deps
  /** Events that cannot be mailed, each logged once. */
  const logged = new Set<string>()

  async function workOnce(): Promise<void> {
    const now = clock.now()
    const events = await untoldLocationEvents(store.read, { since: now - worthTellingMs, limit: mostAtOnce })
    if (!canMail) return logEach(events)
    let isSomethingWritten = false
    for (const event of events) {
      const count = await store.write((db) => tellByMail(db, event, now))
      if (count === 0)
        log.warn({ location: event.location, kind: event.kind }, `nobody was notified: ${event.detail}`)
      else if (count !== null) isSomethingWritten = true
    }
    if (isSomethingWritten) wakeDelivery()
  }

  /** How many mails that are; null when another server has told it. */
  async function tellByMail(db: Db, event: LocationEvent, now: number): Promise<number | null> {
    if (!(await noteLocationEventTold(db, event.id, now))) return null
    const accountId = event.accountId ?? (await findFirstAccount(db))?.id
    if (accountId === undefined) return 0
    const notice = noticeOf(event, { name: await nameOf(db, event), now, publicUrl: publicUrl() })
    const addresses = await adminAddresses(db, accountId)
    await insertNotifications(
      db,
      addresses.map((address) => mailedNotice(accountId, address, notice)),
    )
    return addresses.length
  }

  function logEach(events: readonly LocationEvent[]): void {
    const ids = new Set(events.map(({ id }) => id))
    for (const id of logged) if (!ids.has(id)) logged.delete(id)
    for (const { id, location, kind, detail } of events) {
      if (logged.has(id)) continue
      logged.add(id)
      log.warn({ location, kind }, `SMTP_URL is not set, so this is only logged: ${detail}`)
    }
  }

  async function work(): Promise<number> {
    await workOnce()
    return Infinity
  }

  const name = 'sending notices about locations'
  return { workOnce, ...workOnChange({ name, pauseMs, changes: store.changes, clock, log, work }) }
}

/** As people call it, with the slug that settings and logs have. */
async function nameOf(db: Db, { accountId, privateLocationId, location }: LocationEvent): Promise<string> {
  if (accountId === null || privateLocationId === null) return location
  const found = await findPrivateLocation(db, { accountId, id: privateLocationId })
  return found === null || found.name === location ? location : `${found.name} (${location})`
}

function noticeOf(
  event: LocationEvent,
  { name, now, publicUrl }: { name: string; now: number; publicUrl: string },
): NoticeEvent {
  const { kind, detail, accountId, privateLocationId, at } = event
  const path = `/accounts/${accountId}/locations/private/${privateLocationId}`
  return {
    kind: 'notice',
    title: titles[kind](name),
    text: `${detail}. Detected at ${showMoment(at)}.`,
    link: accountId === null || privateLocationId === null ? null : `${publicUrl}${path}`,
    raisedAt: now,
  }
}
