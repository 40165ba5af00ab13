import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '@sonde/store/engine/store.ts'
import { findUserForUpdate, type UserRow } from '@sonde/store/accounts/users.ts'
import { endSession, insertSession } from '@sonde/store/accounts/web-sessions.ts'
import type { FastifyRequest } from 'fastify'
import { readSessionCookie } from '../http/session-cookie.ts'
import { hashSessionToken, newSessionToken } from '../http/session-token.ts'

const longestUserAgent = 300

/**
 * Inside the write that lets the user in: the token for the cookie. Null when the password has been changed since it
 * was judged: a new one ends every session, and none is to slip in after that. Whatever session the browser had before
 * ends, so that nobody can leave theirs for somebody else to sign in to.
 */
export async function startSession(
  db: Db,
  request: FastifyRequest,
  {
    user,
    now,
    provider = null,
  }: {
    user: Pick<UserRow, 'id' | 'passwordHash'>
    now: number
    /** For somebody whom the identity provider has let in: when it is to be asked again. */
    provider?: { endsAt: number } | null
  },
): Promise<string | null> {
  const current = await findUserForUpdate(db, user.id)
  if (current === null || current.passwordHash !== user.passwordHash) return null
  const before = readSessionCookie(request)
  if (before !== null) await endSession(db, hashSessionToken(before))
  const token = newSessionToken()
  await insertSession(db, {
    id: randomUUIDv7(),
    hash: hashSessionToken(token),
    userId: user.id,
    createdAt: now,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
    via: provider === null ? 'PASSWORD' : 'PROVIDER',
    endsAt: provider?.endsAt ?? null,
  })
  return token
}
