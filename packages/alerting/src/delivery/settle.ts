import { variableGroupOf } from '@sonde/schema/variables/variable-group.ts'
import {
  type ClaimedNotification,
  endNotification,
  postponeNotification,
} from '@sonde/store/notifications/notification-claims.ts'
import { hasTakenSince } from '@sonde/store/notifications/notification-digests.ts'
import { hurryWaitingRows } from '@sonde/store/notifications/notification-retry-sooner.ts'
import { endTrouble, tellAlone } from '@sonde/store/notifications/notification-trouble.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { channels } from '../channels/registry.ts'
import { type Told, tellTrouble } from './channel-trouble.ts'
import type { TryOutcome } from './delivery.ts'
import { hurriedWaitMs, nextTry, quickTries } from './try-schedule.ts'

/** What a try came to: that of the sender, or one of ours. */
export type TryEnd =
  | Exclude<TryOutcome, { kind: 'accepted' }>
  /** `usesVariables`: the receiver is that of the group, and other groups may have another. */
  | (Extract<TryOutcome, { kind: 'accepted' }> & { usesVariables: boolean })
  /** Not judged: the program ends. Due at once for whoever takes its place. */
  | { kind: 'broken-off'; result: string }
  | { kind: 'channel-deleted'; result: string }

/** What became of the row. `lost`: somebody else has it by now, and nothing was written. */
export type Settled = { kind: 'sent' | 'lost' } | { kind: 'waits' | 'given-up'; told: Told }

const mostResultBytes = 4_096

/** Writes down what a try came to, with everything that follows from it. */
export async function settle(
  db: Db,
  claimed: ClaimedNotification,
  end: TryEnd,
  { at, canMail, publicUrl }: { at: number; canMail: boolean; publicUrl: string },
): Promise<Settled> {
  const result = clip(end.result)
  const { tries, createdAt } = claimed
  const givesBack = await isRefusedAsDigest(db, claimed, end)
  const isTrouble =
    !givesBack && (end.kind === 'refused' || (end.kind === 'try-again' && tries >= quickTries))
  const isTold = isTrouble && (claimed.channelId !== null || claimed.event.kind === 'notice')
  if (isTold) await tellAlone(db, claimed.accountId)
  switch (end.kind) {
    case 'accepted': {
      if (!(await endNotification(db, claimed, { status: 'SUCCESS', result, at }))) return { kind: 'lost' }
      if (claimed.channelId !== null) await useReceiver(claimed.channelId, end.usesVariables)
      return { kind: 'sent' }
    }
    case 'try-again': {
      const until = nextTry({ tries, createdAt, now: at, retryAfterMs: end.retryAfterMs })
      return until === null || givesBack ? await giveUp() : await postpone(until)
    }
    case 'broken-off':
      return await postpone(at)
    case 'refused':
    case 'channel-deleted':
      return await giveUp()
    default:
      return end satisfies never
  }

  async function useReceiver(channelId: number, usesVariables: boolean): Promise<void> {
    await endTrouble(db, channelId)
    const groupId = usesVariables ? variableGroupOf(claimed.event) : 'any'
    const receiver = { channelId, target: claimed.target, groupId } as const
    const waiting = { at, triesFrom: quickTries, atLeastMs: hurriedWaitMs }
    await hurryWaitingRows(db, receiver, waiting)
  }

  async function giveUp(): Promise<Settled> {
    if (!(await endNotification(db, claimed, { status: 'FAILURE', result, at, givesBack }))) {
      return { kind: 'lost' }
    }
    if (givesBack) return { kind: 'waits', told: 'nothing' }
    return { kind: 'given-up', told: await tell({ isGivenUp: true }) }
  }

  async function postpone(until: number): Promise<Settled> {
    if (!(await postponeNotification(db, claimed, { result, until }))) return { kind: 'lost' }
    return { kind: 'waits', told: await tell({ isGivenUp: false }) }
  }

  async function tell({ isGivenUp }: { isGivenUp: boolean }): Promise<Told> {
    if (!isTold) return 'nothing'
    const isRepeated = end.kind === 'try-again' && tries > quickTries
    return await tellTrouble(db, claimed, { result, at, isGivenUp, isRepeated, canMail, publicUrl })
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
