import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, which only the browser keeps. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSessionToken(token: string): string {
  return digest('sha256', token, 'hex')
}

/** Made from the token of the session, so that nothing has to be stored; the token cannot be made from it. */
export function csrfTokenOf(token: string): string {
  return digest('sha256', `csrf token of ${token}`, 'base64url')
}

export function isCsrfTokenOf(token: string, csrfToken: string): boolean {
  const [expected, actual] = [Buffer.from(csrfTokenOf(token)), Buffer.from(csrfToken)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
