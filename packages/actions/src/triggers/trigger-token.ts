import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export function newTriggerToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('hex')
  return { token, tokenHash: hashTriggerToken(token) }
}

export function hashTriggerToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** In a time that tells nothing about where they differ. */
export function isTriggerToken(token: string, tokenHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashTriggerToken(token), 'hex'), Buffer.from(tokenHash, 'hex'))
}
