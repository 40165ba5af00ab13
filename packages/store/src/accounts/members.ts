import type { Role } from '@sonde/schema/accounts/role.ts'
import type { Db } from '../engine/database.ts'
import { sql } from 'kysely'
import { containsPattern } from '../engine/text-search.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type Membership = {
  accountId: string
  userId: string
  role: Role
  createdAt: number
  updatedAt: number | null
}

/** A user as a member of one account: the times are those of the membership. */
export type MemberRow = {
  userId: string
  name: string | null
  email: string
  role: Role
  hasSecondFactor: boolean
  hasIdentity: boolean
  createdAt: number
  updatedAt: number | null
}

export type MemberFilter = {
  accountId: string
  /** Part of the name or of the e-mail address, in any case. */
  search?: string
  role?: Role
  /** The last member of the page before. */
  after?: { createdAt: number; userId: string }
  limit?: number
}

export async function insertMembership(db: Db, membership: Membership): Promise<void> {
  await db
    .insertInto('memberships')
    .values({
      account_id: membership.accountId,
      user_id: membership.userId,
      role: membership.role,
      created_at: membership.createdAt,
      updated_at: membership.updatedAt,
    })
    .execute()
}

/** Newest first, then by descending id, so that `after` never skips or repeats a member. */
export async function listMembers(db: Db, filter: MemberFilter): Promise<MemberRow[]> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return []
  const { search, role, after, limit } = filter
  let query = selectMembers(db)
    .where('memberships.account_id', '=', accountId)
    .orderBy('memberships.created_at', 'desc')
    .orderBy('memberships.user_id', 'desc')
  if (role !== undefined) query = query.where('memberships.role', '=', role)
  if (search !== undefined && search !== '') {
    const pattern = containsPattern(search)
    query = query.where(
      sql<boolean>`(users.name_folded like ${pattern} escape '\\' or users.email like ${pattern} escape '\\')`,
    )
  }
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('memberships.created_at', 'memberships.user_id'),
        '<',
        tuple(after.createdAt, after.userId),
      ),
    )
  }
  const rows = await (limit === undefined ? query : query.limit(limit)).execute()
  return rows.map(toMember)
}

export async function countMembers(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('memberships')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findMember(db: Db, accountId: string, userId: string): Promise<MemberRow | null> {
  const [account, user] = [canonicalUuid(accountId), canonicalUuid(userId)]
  if (account === null || user === null) return null
  const row = await selectMembers(db)
    .where('memberships.account_id', '=', account)
    .where('memberships.user_id', '=', user)
    .executeTakeFirst()
  return row === undefined ? null : toMember(row)
}

/** False when the user is not a member of the account. */
export async function setMemberRole(
  db: Db,
  {
    accountId,
    userId,
    role,
    updatedAt,
  }: { accountId: string; userId: string; role: Role; updatedAt: number },
): Promise<boolean> {
  const [account, user] = [canonicalUuid(accountId), canonicalUuid(userId)]
  if (account === null || user === null) return false
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set({ role, updated_at: updatedAt })
    .where('account_id', '=', account)
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends the membership; the user stays. False when the user is not a member of the account. */
export async function removeMember(db: Db, accountId: string, userId: string): Promise<boolean> {
  const [account, user] = [canonicalUuid(accountId), canonicalUuid(userId)]
  if (account === null || user === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('memberships')
    .where('account_id', '=', account)
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function selectMembers(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'memberships.user_id')
    .select((builder) => [
      'memberships.user_id',
      'users.name',
      'users.email',
      'memberships.role',
      'memberships.created_at',
      'memberships.updated_at',
      'second_factors.enabled_at',
      builder
        .selectFrom('user_identities')
        .select((identities) => identities.fn.countAll<number>().as('total'))
        .whereRef('user_identities.user_id', '=', 'memberships.user_id')
        .as('identities'),
    ])
}

type SelectedMember = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

function toMember(row: SelectedMember): MemberRow {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    hasSecondFactor: row.enabled_at !== null,
    hasIdentity: Number(row.identities) > 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
