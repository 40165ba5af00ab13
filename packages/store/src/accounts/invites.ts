import type { GrantableRole } from '@sonde/schema/accounts/role.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { containsPattern } from '../engine/text-search.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/**
 * Asks somebody into an account. Of the token of its address only the SHA-256 in hex is kept; the mail that waits to
 * be sent has it sealed.
 */
export type InviteRow = {
  id: string
  accountId: string
  accountName: string
  /** In lower case. */
  email: string
  role: GrantableRole
  invitedBy: string
  inviterEmail: string
  inviterName: string | null
  createdAt: number
  updatedAt: number | null
  expiresAt: number
  /** Whether it still opens: in time, and from somebody who may still invite. */
  isLive: boolean
}

export type NewInvite = Pick<
  InviteRow,
  'id' | 'accountId' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'
> & { hash: string }

export type InviteFilter = {
  accountId: string
  now: number
  /** Part of the e-mail address, in any case. */
  search?: string
  role?: GrantableRole
  isLive?: boolean
  /** The last one of the page before. */
  after?: { createdAt: number; id: string }
  limit?: number
}

/** A second one for the same address is a unique violation. */
export async function insertInvite(db: Db, invite: NewInvite): Promise<void> {
  await db
    .insertInto('invites')
    .values({
      id: invite.id,
      account_id: invite.accountId,
      email: invite.email.toLowerCase(),
      role: invite.role,
      hash: invite.hash,
      invited_by: invite.invitedBy,
      created_at: invite.createdAt,
      updated_at: null,
      expires_at: invite.expiresAt,
    })
    .execute()
}

export async function countLiveInvites(
  db: Db,
  { accountId, now }: { accountId: string; now: number },
): Promise<number> {
  const { total } = await db
    .selectFrom('invites')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Newest first, then by descending id, so that `after` never skips or repeats one. */
export async function listInvites(db: Db, filter: InviteFilter): Promise<InviteRow[]> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return []
  const { now, search, role, isLive, after, limit } = filter
  let query = selectInvites(db, now)
    .where('invites.account_id', '=', accountId)
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id', 'desc')
  if (role !== undefined) query = query.where('invites.role', '=', role)
  if (search !== undefined && search !== '') {
    query = query.where(sql<boolean>`invites.email like ${containsPattern(search)} escape '\\'`)
  }
  if (isLive !== undefined) {
    query = query.where((builder) => (isLive ? living(now) : builder.not(living(now))))
  }
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('invites.created_at', 'invites.id'), '<', tuple(after.createdAt, after.id)),
    )
  }
  const rows = await (limit === undefined ? query : query.limit(limit)).execute()
  return rows.map(toInvite)
}

export async function findInvite(
  db: Db,
  invite: { accountId: string; id: string; now: number },
): Promise<InviteRow | null> {
  const [accountId, id] = [canonicalUuid(invite.accountId), canonicalUuid(invite.id)]
  if (accountId === null || id === null) return null
  const row = await selectInvites(db, invite.now)
    .where('invites.account_id', '=', accountId)
    .where('invites.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toInvite(row)
}

export async function findInviteFor(
  db: Db,
  { accountId, email, now }: { accountId: string; email: string; now: number },
): Promise<InviteRow | null> {
  const row = await selectInvites(db, now)
    .where('invites.account_id', '=', accountId)
    .where('invites.email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row === undefined ? null : toInvite(row)
}

/** Those of all accounts that still open, for this address; oldest first. */
export async function listInvitesTo(
  db: Db,
  { email, now }: { email: string; now: number },
): Promise<InviteRow[]> {
  const rows = await selectInvites(db, now)
    .where('invites.email', '=', email.toLowerCase())
    .where(living(now))
    .orderBy('invites.created_at')
    .orderBy('invites.id')
    .execute()
  return rows.map(toInvite)
}

/** The one that this token opens, if it still does. */
export async function findLiveInvite(
  db: Db,
  { hash, now }: { hash: string; now: number },
): Promise<InviteRow | null> {
  const row = await selectInvites(db, now)
    .where('invites.hash', '=', hash)
    .where(living(now))
    .executeTakeFirst()
  return row === undefined ? null : toInvite(row)
}

/** The address that it had before is dead. False when it has gone meanwhile. */
export async function renewInvite(
  db: Db,
  invite: { id: string; hash: string; invitedBy: string; updatedAt: number; expiresAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invites')
    .set({
      hash: invite.hash,
      invited_by: invite.invitedBy,
      updated_at: invite.updatedAt,
      expires_at: invite.expiresAt,
    })
    .where('id', '=', invite.id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** True for exactly one caller, however many try at once. */
export async function deleteInvite(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('invites').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The same for whoever has its token: one that was renewed meanwhile stays. */
export async function useInvite(db: Db, { id, hash }: { id: string; hash: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invites')
    .where('id', '=', id)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function selectInvites(db: Db, now: number) {
  return db
    .selectFrom('invites')
    .innerJoin('accounts', 'accounts.id', 'invites.account_id')
    .innerJoin('users', 'users.id', 'invites.invited_by')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'invites.account_id')
        .onRef('memberships.user_id', '=', 'invites.invited_by'),
    )
    .select((builder) => [
      'invites.id',
      'invites.account_id',
      'accounts.name as account_name',
      'invites.email',
      'invites.role',
      'invites.invited_by',
      'users.email as inviter_email',
      'users.name as inviter_name',
      'invites.created_at',
      'invites.updated_at',
      'invites.expires_at',
      builder.case().when(living(now)).then(1).else(0).end().as('is_live'),
    ])
}

/** In a query that has joined the membership of whoever invited. */
function living(now: number) {
  return sql<boolean>`(invites.expires_at > ${now} and coalesce(memberships.role, '') in ('OWNER', 'ADMIN'))`
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectInvites>['execute']>>[number]

function toInvite(row: Selected): InviteRow {
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    inviterEmail: row.inviter_email,
    inviterName: row.inviter_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    isLive: row.is_live === 1,
  }
}
