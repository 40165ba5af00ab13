import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { SignInChallenge } from '@sonde/schema/accounts/second-factor.ts'
import { findUser, type UserRow } from '@sonde/store/accounts/users.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { invalid, type HttpRefusal } from '../http/refusal.ts'

/** How long somebody has to find the app that shows the code. */
const challengeMs = 10 * minuteMs

export type SignInChallenges = {
  issue(user: Pick<UserRow, 'id' | 'passwordHash'>): { challenge: string; expiresAt: number }
  /** The user who has given the right password; refused when that was too long ago or is the right one no more. */
  userOf(challenge: string): Promise<UserRow>
}

/**
 * What stands for a password that was right, between the two steps of a sign-in. It is not stored: it names the user and its
 * end, signed, so that any server knows it. It opens nothing without a code.
 */
export function createSignInChallenges({ store, clock }: { store: Store; clock: Clock }): SignInChallenges {
  const key = store.sealer.deriveKey('second step of a sign-in')
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url')

  return {
    issue({ id, passwordHash }) {
      const expiresAt = clock.now() + challengeMs
      const content = { user: id, password: epochOf(passwordHash), until: expiresAt }
      const text = Buffer.from(JSON.stringify(content)).toString('base64url')
      return { challenge: `${text}.${sign(text)}`, expiresAt }
    },
    async userOf(challenge) {
      const [text = '', signature = ''] = challenge.split('.')
      if (!isEqual(signature, sign(text))) throw refused('is not valid: sign in again')
      const content: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
      if (!isRecord(content)) throw refused('is not valid: sign in again')
      if (Number(content['until']) <= clock.now()) throw refused('has expired: sign in again')
      const user = await findUser(store.read, String(content['user']))
      if (user === null || epochOf(user.passwordHash) !== content['password']) {
        throw passed()
      }
      return user
    },
  }
}

/** Says that the password is the same, and nothing about it. */
function epochOf(passwordHash: string | null): string {
  return digest('sha256', `epoch of ${passwordHash ?? 'no password'}`, 'base64url')
}

function isEqual(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Of a challenge that was good: the password or the second factor has changed since, or somebody has used it. */
export function passed(): HttpRefusal {
  return refused('is no longer valid, because the sign-in has changed meanwhile: sign in again')
}

function refused(message: string): HttpRefusal {
  return invalid('payload', [{ path: 'challenge', message }])
}

/** Of the sign-in, at its second step. What comes after the hash stays in the browser, and in no log. */
export function secondStepAddress(
  next: SignInChallenge['next'],
  { challenge, expiresAt }: { challenge: string; expiresAt: number },
): string {
  const step = new URLSearchParams({ next, challenge, expiresAt: new Date(expiresAt).toISOString() })
  return `/sign-in#${step}`
}
