import { hash as digest, randomBytes } from 'node:crypto'
import { base32 } from './totp.ts'

const count = 10
/** 80 bits: nobody finds one by trying, not even whoever has its hash. */
const codeBytes = 10

/** Four groups of four characters: `k7qd-m2xw-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () =>
    (base32(randomBytes(codeBytes)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  )
}

/** However it was typed: with or without hyphens, in any case of its letters. */
export function hashRecoveryCode(code: string): string {
  return digest('sha256', code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''), 'hex')
}
