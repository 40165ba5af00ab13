import { randomUUIDv7 } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { type RepeatingWork, repeatWork } from '@sonde/ground/repeat-work.ts'
import { showMoment } from '@sonde/ground/shown-time.ts'
import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import { findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import { StoreUnavailable } from '@sonde/store/engine/failures.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { WriteTrouble } from '@sonde/store/engine/write-watch.ts'
import { adminAddresses } from '@sonde/store/notifications/notification-trouble.ts'
import type { AlertSender } from './delivery.ts'

export type StandstillNotices = RepeatingWork & {
  workOnce(): Promise<void>
}

const pauseMs = 5 * secondMs
/** A check that is due every minute has missed a slot by then. */
const standstillMs = minuteMs
/** Who is to be told is read while the database still answers. */
const addressesEveryMs = 10 * minuteMs

/**
 * Tells operators when nothing could be written for a minute: no slot is run then, and no alert can be raised. The
 * outbox is in that database, so this is mailed without it, once to each owner and admin of the first account, and
 * again when it is over. Each server tells it for itself: they need not share the trouble.
 */
export function createStandstillNotices(deps: {
  store: Pick<Store, 'read' | 'writeTrouble'>
  clock: Clock
  log: Logger
  sender: AlertSender
  canMail: boolean
  publicUrl(): string
}): StandstillNotices {
  const { store, clock, log, sender, canMail, publicUrl } = deps
  let isStandingStill = false
  let addresses: readonly string[] = []
  let readAt = -Infinity
  /** What the mail server has not taken yet, by address: only the last news counts. */
  const unsent = new Map<string, { id: string; event: NoticeEvent }>()

  async function readAddresses(): Promise<void> {
    if (!canMail || Math.abs(clock.now() - readAt) < addressesEveryMs) return
    try {
      const account = await findFirstAccount(store.read)
      addresses = account === null ? [] : await adminAddresses(store.read, account.id)
      readAt = clock.now()
    } catch (error) {
      // Those that were read before are told.
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  function tell(title: string, text: string): void {
    const event: NoticeEvent = { kind: 'notice', title, text, link: null, raisedAt: clock.now() }
    for (const address of addresses) unsent.set(address, { id: randomUUIDv7(), event })
  }

  function noteTrouble({ reason, sinceMs }: WriteTrouble): void {
    if (isStandingStill || sinceMs < standstillMs) return
    isStandingStill = true
    const since = showMoment(clock.now() - sinceMs)
    log.error({ reason, since }, 'scheduling has stopped: the database cannot be written')
    tell(
      'Sonde has stopped running checks: its database cannot be written',
      `Since ${since} the server at ${publicUrl()} cannot write to its database: ${reason}. No checks run and no alerts are raised until this is fixed.`,
    )
  }

  function noteRecovery(): void {
    if (!isStandingStill) return
    isStandingStill = false
    log.info({}, 'scheduling has resumed: the database can be written again')
    tell(
      'Sonde is running checks again',
      `The server at ${publicUrl()} can write to its database again. Checks that were due in the meantime did not run: their results have a gap.`,
    )
  }

  async function send(signal?: AbortSignal): Promise<void> {
    for (const [address, { id, event }] of unsent) {
      const outcome = await sender.send(
        {
          notificationId: id,
          channelType: 'EMAIL',
          config: { address },
          target: address,
          event,
          variables: new Map(),
          tryNumber: 1,
        },
        signal ?? new AbortController().signal,
      )
      if (outcome.kind === 'try-again') continue
      if (unsent.get(address)?.id === id) unsent.delete(address)
      if (outcome.kind === 'refused')
        log.error({ address, result: outcome.result }, `an operator could not be notified: ${event.title}`)
    }
  }

  async function workOnce(signal?: AbortSignal): Promise<void> {
    await readAddresses()
    const trouble = store.writeTrouble()
    if (trouble === null) noteRecovery()
    else noteTrouble(trouble)
    await send(signal)
  }

  return {
    workOnce,
    ...repeatWork({ name: 'sending the notice about stopped scheduling', pauseMs, log, work: workOnce }),
  }
}
