import {
  type ClaimedNotification,
  endNotification,
  postponeNotification,
} from '@sonde/store/notification-claims.ts'
import { endTrouble } from '@sonde/store/notification-trouble.ts'
import type { Db } from '@sonde/store/store.ts'
import { type Told, tellTrouble } from './channel-trouble.ts'
import type { TryOutcome } from './delivery.ts'
import { nextTry } from './try-schedule.ts'

/** What a try came to: that of the sender, or one of ours. */
export type TryEnd =
  | TryOutcome
  /** Not judged: the program ends. Due at once for whoever takes its place. */
  | { kind: 'broken-off'; result: string }
  | { kind: 'channel-deleted'; result: string }

/** What became of the row. `lost`: somebody else has it by now, and nothing was written. */
export type Settled = { kind: 'sent' | 'waits' | 'lost' } | { kind: 'given-up'; told: Told }

const mostResultBytes = 4_096

/** Writes down what a try came to, with everything that follows from it. */
export async function settle(
  db: Db,
  claimed: ClaimedNotification,
  end: TryEnd,
  { at, canMail, publicUrl }: { at: number; canMail: boolean; publicUrl: string },
): Promise<Settled> {
  const result = clip(end.result)
  switch (end.kind) {
    case 'accepted': {
      if (!(await endNotification(db, claimed, { status: 'SUCCESS', result, at }))) return { kind: 'lost' }
      if (claimed.channelId !== null) await endTrouble(db, claimed.channelId)
      return { kind: 'sent' }
    }
    case 'try-again': {
      const { tries, createdAt } = claimed
      const until = nextTry({ tries, createdAt, now: at, retryAfterMs: end.retryAfterMs })
      if (until === null) return await giveUp()
      return (await postponeNotification(db, claimed, { result, until }))
        ? { kind: 'waits' }
        : { kind: 'lost' }
    }
    case 'broken-off':
      return (await postponeNotification(db, claimed, { result, until: at }))
        ? { kind: 'waits' }
        : { kind: 'lost' }
    case 'refused':
    case 'channel-deleted':
      return await giveUp()
    default:
      return end satisfies never
  }

  async function giveUp(): Promise<Settled> {
    if (!(await endNotification(db, claimed, { status: 'FAILURE', result, at }))) return { kind: 'lost' }
    if (end.kind === 'channel-deleted') return { kind: 'given-up', told: 'nothing-to-tell' }
    return { kind: 'given-up', told: await tellTrouble(db, claimed, { result, at, canMail, publicUrl }) }
  }
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
