import { dayMs } from '@sonde/ground/durations.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** How long a session lasts that nobody uses. */
export const sessionMs = 30 * dayMs

const columns = listColumns('web_sessions', {
  id: 'id',
  hash: 'hash',
  userId: 'user_id',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
  expiresAt: 'expires_at',
  address: 'address',
  userAgent: 'user_agent',
  via: 'via',
  /** When it ends however much it is used; null: it lasts as long as it is used. */
  endsAt: 'ends_at',
})

/** A browser in which a user is signed in. The token of its cookie is never stored: `hash` is its SHA-256 in hex. */
export type WebSessionRow = RowOf<typeof columns>

/** Who calls, and as what in the account that the call is about. */
export type SessionCaller = Pick<WebSessionRow, 'id' | 'hash' | 'userId' | 'lastUsedAt' | 'expiresAt'> & {
  /** The role in the account asked for; null when the user has no part in it. */
  role: Role | null
}

export async function insertSession(
  db: Db,
  session: Omit<WebSessionRow, 'lastUsedAt' | 'expiresAt'>,
): Promise<void> {
  await db
    .insertInto('web_sessions')
    .values(
      columns.write({
        ...session,
        lastUsedAt: session.createdAt,
        expiresAt: Math.min(session.createdAt + sessionMs, session.endsAt ?? Number.MAX_SAFE_INTEGER),
      }),
    )
    .execute()
}

const selectCaller = prepareQuery(
  (db, { hash, accountId, now }: { hash: string; accountId: string | null; now: number }) =>
    db
      .selectFrom('web_sessions')
      .leftJoin('memberships', (join) =>
        join
          .onRef('memberships.user_id', '=', 'web_sessions.user_id')
          .on('memberships.account_id', '=', accountId),
      )
      .select([
        'web_sessions.id',
        'web_sessions.hash',
        'web_sessions.user_id',
        'web_sessions.last_used_at',
        'web_sessions.expires_at',
        'memberships.role',
      ])
      .where('web_sessions.hash', '=', hash)
      .where('web_sessions.expires_at', '>', now),
)

/** One query per request: the session, unless it is over, and the user's role in the given account. */
export async function findSessionCaller(
  db: Db,
  { hash, accountId, now }: { hash: string; accountId: string | null; now: number },
): Promise<SessionCaller | null> {
  const account = accountId === null ? null : canonicalUuid(accountId)
  const row = (await selectCaller(db, { hash, accountId: account, now })).rows[0]
  if (row === undefined) return null
  const { id, user_id: userId, last_used_at: lastUsedAt, expires_at: expiresAt, role } = row
  return { id, hash: row.hash, userId, lastUsedAt, expiresAt, role }
}

/** Those that are not over, the one used last first. */
export async function listSessionsOf(
  db: Db,
  { userId, now }: { userId: string; now: number },
): Promise<WebSessionRow[]> {
  const uuid = canonicalUuid(userId)
  if (uuid === null) return []
  const rows = await db
    .selectFrom('web_sessions')
    .selectAll()
    .where('user_id', '=', uuid)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(columns.read)
}

export async function endSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('web_sessions').where('hash', '=', hash).execute()
}

/** False when the user has no such session. */
export async function endSessionOf(db: Db, session: { userId: string; id: string }): Promise<boolean> {
  const [userId, id] = [canonicalUuid(session.userId), canonicalUuid(session.id)]
  if (userId === null || id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('web_sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** `except`: the id of the one that goes on; null when all of them end. */
export async function endSessionsOf(
  db: Db,
  { userId, except }: { userId: string; except: string | null },
): Promise<number> {
  const uuid = canonicalUuid(userId)
  if (uuid === null) return 0
  const all = db.deleteFrom('web_sessions').where('user_id', '=', uuid)
  const { numDeletedRows } = await (
    except === null ? all : all.where('id', '!=', except)
  ).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Of members of the account who have signed in with a password and have no second factor. */
export async function endSessionsWithoutFactor(db: Db, accountId: string): Promise<void> {
  await db
    .deleteFrom('web_sessions')
    .where('via', '=', 'PASSWORD')
    .where('user_id', 'in', (members) =>
      members.selectFrom('memberships').select('user_id').where('account_id', '=', accountId),
    )
    .where('user_id', 'not in', (safe) =>
      safe.selectFrom('second_factors').select('user_id').where('enabled_at', 'is not', null),
    )
    .execute()
}

/** Those that are over; how many. */
export async function forgetEndedSessions(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('web_sessions')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const touchSession = prepareQuery(
  (db, { id, usedAt, expiresAt }: { id: string; usedAt: number; expiresAt: number }) =>
    db
      .updateTable('web_sessions')
      .set((builder) => ({
        last_used_at: usedAt,
        expires_at: builder
          .case()
          .when('ends_at', '<', expiresAt)
          .then(builder.ref('ends_at'))
          .else(builder.val(expiresAt))
          .end()
          .$notNull(),
      }))
      .where('id', '=', id)
      .where('last_used_at', '<', usedAt),
)

/** Notes when sessions were last used, by id: each then lasts as long as a new one, unless its end was set. Unknown ids are ignored. */
export async function touchSessions(db: Db, usedAtById: ReadonlyMap<string, number>): Promise<void> {
  // In one order everywhere, so that two servers that touch the same sessions never wait for each other.
  const inOrder = [...usedAtById].toSorted(([left], [right]) => (left < right ? -1 : 1))
  for (const [id, usedAt] of inOrder) {
    await touchSession(db, { id, usedAt, expiresAt: usedAt + sessionMs })
  }
}
