import assert from 'node:assert/strict'
import { base32, stepAt, totpCode } from '@sonde/actions/second-factor/totp.ts'
import { hashRecoveryCode } from '@sonde/actions/second-factor/recovery-codes.ts'
import {
  deleteFactor,
  enableFactor,
  replaceRecoveryCodes,
  savePendingFactor,
  secondFactorSealContext,
} from '@sonde/store/accounts/second-factors.ts'
import type { ApiUnderTest } from './api-under-test.ts'

/** An authenticator app: what it was told, and what it shows. */
export type App = { codeAt(now: number): string }

const secret = Buffer.from('12345678901234567890')

export const recoveryCode = 'aaaa-bbbb-cccc-dddd'

/** What an app shows that was given this secret, as it is typed. */
export function appOf(typed: string): App {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...typed].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  assert.equal(base32(bytes), typed)
  return { codeAt: (now) => totpCode(bytes, stepAt(now)) }
}

/** The user has a second factor, with no code used yet. */
export async function giveSecondFactor(api: ApiUnderTest, userId: string): Promise<App> {
  const { sealer } = api.store
  const sealed = sealer.seal(secret.toString('hex'), secondFactorSealContext(userId))
  const at = api.clock.now()
  await api.store.write(async (db) => {
    await deleteFactor(db, userId)
    await savePendingFactor(db, { userId, sealed, at })
    await enableFactor(db, { userId, sealed, step: 0, at })
    await replaceRecoveryCodes(db, { userId, hashes: [hashRecoveryCode(recoveryCode)], at })
  })
  return { codeAt: (now) => totpCode(secret, stepAt(now)) }
}

export async function removeSecondFactor(api: ApiUnderTest, userId: string): Promise<void> {
  await api.store.write((db) => deleteFactor(db, userId))
}
