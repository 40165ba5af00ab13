import { hash as digest, randomBytes } from 'node:crypto'

export function newInviteToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashInviteToken(token) }
}

export function hashInviteToken(token: string): string {
  return digest('sha256', token, 'hex')
}
