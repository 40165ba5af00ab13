import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { secondMs } from '@sonde/ground/durations.ts'

/** What every app assumes that is told nothing else (RFC 6238): SHA-1, six digits, a code for every 30 seconds. */
const stepMs = 30 * secondMs
const digits = 6
/** As many steps before and after the present one are accepted: clocks differ, and people type slowly. */
const window = 1
const secretBytes = 20

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** RFC 4648, without padding: as apps take a secret that is typed. */
export function base32(bytes: Buffer): string {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31]
}

/** The address that an app reads from the picture. */
export function otpauthUrl(secret: Buffer, account: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: 'Sonde' })
  return `otpauth://totp/Sonde:${encodeURIComponent(account)}?${query}`
}

export function stepAt(now: number): number {
  return Math.floor(now / stepMs)
}

/** RFC 4226: the code of one step. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const value = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(value % 10 ** digits).padStart(digits, '0')
}

/**
 * The step that the code belongs to; null when it is wrong, or not after the last one that was used. A last one that
 * nobody could use by now is of a clock that was set back since: it would shut the user out until the clock is there again.
 */
export function matchStep(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | null {
  const present = stepAt(now)
  const isOfNow = lastStep <= present + window
  const given = Buffer.from(code)
  let match: number | null = null
  // Every step is compared, so that the time taken says nothing.
  for (let step = present - window; step <= present + window; step += 1) {
    const expected = Buffer.from(totpCode(secret, step))
    const isEqual = given.length === expected.length && timingSafeEqual(given, expected)
    if (isEqual && (step > lastStep || !isOfNow)) match ??= step
  }
  return match
}
