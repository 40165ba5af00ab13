import { variableGroupOf } from '@sonde/schema/variables/variable-group.ts'
import {
  type ClaimedNotification,
  endNotification,
  postponeNotification,
} from '@sonde/store/notifications/notification-claims.ts'
import { hasTakenSince } from '@sonde/store/notifications/notification-digests.ts'
import { retryWaitingRowsSooner } from '@sonde/store/notifications/notification-retry-sooner.ts'
import { endTrouble, lockTroubleNotices } from '@sonde/store/notifications/notification-trouble.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { channels } from '../channels/registry.ts'
import { type NoticeReach, notifyOfTrouble } from './channel-trouble.ts'
import type { TryEnd } from './delivery.ts'
import { soonerWaitMs, nextTry, quickTries } from './try-schedule.ts'

/** What became of the row. `lost`: somebody else has it by now, and nothing was written. */
export type RecordedOutcome = { kind: 'sent' | 'lost' } | { kind: 'waits' | 'given-up'; reach: NoticeReach }

const mostResultBytes = 4_096

/** Writes down what a try came to, with everything that follows from it. */
export async function recordTryOutcome(
  db: Db,
  claimed: ClaimedNotification,
  end: TryEnd,
  { at, canMail, publicUrl }: { at: number; canMail: boolean; publicUrl: string },
): Promise<RecordedOutcome> {
  const result = clip(end.result)
  const { tries, createdAt } = claimed
  const releasesAlerts = await isRefusedAsDigest(db, claimed, end)
  const isTrouble =
    !releasesAlerts && (end.kind === 'refused' || (end.kind === 'try-again' && tries >= quickTries))
  const isNoticeDue = isTrouble && (claimed.channelId !== null || claimed.event.kind === 'notice')
  if (isNoticeDue) await lockTroubleNotices(db, claimed.accountId)
  switch (end.kind) {
    case 'accepted': {
      if (!(await endNotification(db, claimed, { status: 'SUCCESS', result, at }))) return { kind: 'lost' }
      if (claimed.channelId !== null) await noteReceiverWorks(claimed.channelId, end.usesVariables)
      return { kind: 'sent' }
    }
    case 'try-again': {
      const until = nextTry({ tries, createdAt, now: at, retryAfterMs: end.retryAfterMs })
      return until === null || releasesAlerts ? await giveUp() : await postpone(until)
    }
    case 'broken-off':
      return await postpone(at)
    case 'refused':
    case 'channel-deleted':
      return await giveUp()
    default:
      return end satisfies never
  }

  async function noteReceiverWorks(channelId: number, usesVariables: boolean): Promise<void> {
    await endTrouble(db, channelId)
    const groupId = usesVariables ? variableGroupOf(claimed.event) : 'any'
    const receiver = { channelId, target: claimed.target, groupId } as const
    await retryWaitingRowsSooner(db, receiver, { at, triesFrom: quickTries, atLeastMs: soonerWaitMs })
  }

  async function giveUp(): Promise<RecordedOutcome> {
    if (!(await endNotification(db, claimed, { status: 'FAILURE', result, at, releasesAlerts }))) {
      return { kind: 'lost' }
    }
    if (releasesAlerts) return { kind: 'waits', reach: 'nothing' }
    return { kind: 'given-up', reach: await notify({ isGivenUp: true }) }
  }

  async function postpone(until: number): Promise<RecordedOutcome> {
    if (!(await postponeNotification(db, claimed, { result, until }))) return { kind: 'lost' }
    return { kind: 'waits', reach: await notify({ isGivenUp: false }) }
  }

  async function notify({ isGivenUp }: { isGivenUp: boolean }): Promise<NoticeReach> {
    if (!isNoticeDue) return 'nothing'
    const isRepeated = end.kind === 'try-again' && tries > quickTries
    return await notifyOfTrouble(db, claimed, { result, at, isGivenUp, isRepeated, canMail, publicUrl })
  }
}

/**
 * A digest may be refused for what it is: too long, with variables that are gone, or not understood by a
 * webhook that takes single alerts meanwhile. Its alerts then go out one by one, where the channel allows it.
 */
async function isRefusedAsDigest(
  db: Db,
  { event, channelId, channelType, target, tries, firstTryAt }: ClaimedNotification,
  end: TryEnd,
): Promise<boolean> {
  if (event.kind !== 'digest' || channelId === null) return false
  if (channels[channelType].digest === 'all') return false
  if (end.kind === 'refused') return true
  if (end.kind !== 'try-again' || tries < quickTries) return false
  return await hasTakenSince(db, { channelId, target, groupId: event.groupId }, firstTryAt)
}

/** PostgreSQL takes no NUL in a text; a character cut in half is left out. */
function clip(text: string): string {
  const clean = text.replaceAll('\u0000', '').toWellFormed()
  const bytes = Buffer.from(clean)
  if (bytes.length <= mostResultBytes) return clean
  return bytes
    .subarray(0, mostResultBytes)
    .toString()
    .replace(/\uFFFD$/, '')
}
