import type { SignInChallenge } from '../api/session.ts'

/** The second step that an invitation or a set-up address leads to, from behind the hash of the address. */
export function readChallenge(hash: string): SignInChallenge | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const [next, challenge] = [parts.get('next'), parts.get('challenge')]
  if (challenge === null || (next !== 'SECOND_FACTOR' && next !== 'SET_UP_SECOND_FACTOR')) return null
  return { next, challenge, expiresAt: parts.get('expiresAt') ?? '' }
}
