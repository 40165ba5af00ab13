import { randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  findAccount,
  findFirstAccount,
  listAccountsOfUser,
} from '@sonde/store/accounts/accounts.ts'
import {
  findIdentity,
  insertIdentity,
  listIdentitiesOf,
  touchIdentity,
} from '@sonde/store/accounts/identities.ts'
import { countLiveInvites, deleteInvite, listInvitesTo } from '@sonde/store/accounts/invites.ts'
import {
  countMembers,
  findMember,
  insertMembership,
  removeMember,
  setMemberRole,
} from '@sonde/store/accounts/members.ts'
import { findUserByEmail, findUserForUpdate, insertUser, type UserRow } from '@sonde/store/accounts/users.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { requireRoomFor } from '../accounts/account-limits.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { recordIdentity } from './record-identity.ts'
import { decideRole, type Identity, type IdentityRules } from './identity-rules.ts'

/** Why somebody whom the provider knows is not let in. */
export type IdentityRefusal =
  /** Nobody is known by this identity, and the provider vouches for no e-mail address. */
  | 'email-unverified'
  /** A user has the address already, and has to connect the identity themselves. */
  | 'email-taken'
  /** No account is open to them. */
  | 'no-access'

/** Thrown, so that nothing of somebody new is left. */
export class IdentityRefused extends Error {
  readonly why: IdentityRefusal

  constructor(why: IdentityRefusal) {
    super(`refused: ${why}`)
    this.why = why
  }
}

type Circumstances = Pick<UserActor, 'at' | 'address' | 'requestId'>

/**
 * Inside the write that begins the session: the user of the identity, who is new, was invited, or was known. Roles follow what
 * the provider says now; who has lost the last account is refused, and that stays so.
 */
export async function admitIdentity(
  db: Db,
  deps: Pick<ActionDeps, 'accountLimits'>,
  circumstances: Circumstances,
  { identity, rules }: { identity: Identity; rules: IdentityRules },
): Promise<{ user: UserRow } | { refused: IdentityRefusal }> {
  const { user, isNew, isFirstTime } = await findOrMake(db, circumstances, { identity, rules })
  const actor: UserActor = { type: 'USER', userId: user.id, keyId: null, keyName: null, ...circumstances }
  await acceptInvites(db, actor, identity)
  await applyRole(db, deps, actor, { identity, rules, user, isFirstTime })
  if ((await listAccountsOfUser(db, user.id)).length > 0) return { user }
  if (isNew) throw new IdentityRefused('no-access')
  return { refused: 'no-access' }
}

type Person = {
  user: UserRow
  /** Whether the user was made for this identity just now. */
  isNew: boolean
  /** Whether the identity was not known before. */
  isFirstTime: boolean
}

/** A provider that gives an address to somebody else must not give them the user with it: see `linksByEmail`. */
async function findOrMake(
  db: Db,
  circumstances: Circumstances,
  { identity, rules }: { identity: Identity; rules: IdentityRules },
): Promise<Person> {
  const { issuer, subject, verifiedEmail } = identity
  const known = await findIdentity(db, identity)
  const knownUser = known === null ? null : await findUserForUpdate(db, known.userId)
  if (known !== null && knownUser !== null) {
    await touchIdentity(db, { id: known.id, email: verifiedEmail, at: circumstances.at })
    return { user: knownUser, isNew: false, isFirstTime: false }
  }
  if (verifiedEmail === null) throw new IdentityRefused('email-unverified')
  const namesake = await findUserByEmail(db, verifiedEmail)
  if (namesake !== null) {
    const identities = await listIdentitiesOf(db, namesake.id)
    const isSomebodyElse = identities.some((one) => one.issuer === issuer)
    if (!rules.linksByEmail || isSomebodyElse) throw new IdentityRefused('email-taken')
  }
  const user = namesake ?? newUser(identity, verifiedEmail, circumstances.at)
  if (namesake === null) await insertUser(db, user)
  const at = circumstances.at
  await insertIdentity(db, {
    id: randomUUIDv7(),
    userId: user.id,
    issuer,
    subject,
    email: verifiedEmail,
    createdAt: at,
    lastUsedAt: at,
  })
  if (namesake !== null) {
    const actor = { type: 'USER', userId: user.id, keyId: null, keyName: null, ...circumstances } as const
    await recordIdentity(db, actor, { user, before: null, after: identity })
  }
  return { user, isNew: namesake === null, isFirstTime: true }
}

function newUser({ name }: Identity, email: string, at: number): UserRow {
  return { id: randomUUIDv7(), name, email, passwordHash: null, createdAt: at, updatedAt: null }
}

/** Whoever is vouched for by the provider need not open the address of the mail. */
async function acceptInvites(db: Db, actor: UserActor, { verifiedEmail, name }: Identity): Promise<void> {
  if (verifiedEmail === null) return
  const { userId, at } = actor
  for (const invite of await listInvitesTo(db, { email: verifiedEmail, now: at })) {
    const { accountId, role } = invite
    if (!(await deleteInvite(db, invite.id))) continue
    if ((await findMember(db, accountId, userId)) !== null) continue
    await insertMembership(db, { accountId, userId, role, createdAt: at, updatedAt: null })
    await recordChange(
      db,
      { ...actor, accountId },
      {
        entityType: 'MEMBER',
        entityId: userId,
        entityName: name ?? verifiedEmail,
        before: null,
        after: { email: verifiedEmail, role, invitedBy: invite.inviterEmail },
      },
    )
  }
}

async function applyRole(
  db: Db,
  deps: Pick<ActionDeps, 'accountLimits'>,
  actor: UserActor,
  {
    identity,
    rules,
    user,
    isFirstTime,
  }: { identity: Identity; rules: IdentityRules; user: UserRow; isFirstTime: boolean },
): Promise<void> {
  const account = await governedAccount(db, rules)
  if (account === null) return
  const { userId, at } = actor
  const member = await findMember(db, account.id, userId)
  const decision = decideRole(identity, rules, { present: member?.role ?? null, isNew: isFirstTime })
  if (decision === 'keep') return
  const role = decision === 'remove' ? null : decision.role
  if (role === (member?.role ?? null)) return
  if (role === null) await removeMember(db, account.id, userId)
  else if (member !== null) await setMemberRole(db, { accountId: account.id, userId, role, updatedAt: at })
  else {
    await requireRoomFor(db, {
      accountId: account.id,
      limit: 'members',
      most: deps.accountLimits.members,
      count: async (counted, accountId) =>
        (await countMembers(counted, accountId)) + (await countLiveInvites(counted, { accountId, now: at })),
    })
    await insertMembership(db, { accountId: account.id, userId, role, createdAt: at, updatedAt: null })
  }
  await recordChange(
    db,
    { ...actor, accountId: account.id },
    {
      entityType: 'MEMBER',
      entityId: userId,
      entityName: user.name ?? user.email,
      before: member === null ? null : { role: member.role },
      after: role === null ? null : { ...(member === null ? { email: user.email } : {}), role },
    },
  )
}

async function governedAccount(db: Db, { accountId }: IdentityRules): Promise<AccountRow | null> {
  return accountId === null ? await findFirstAccount(db) : await findAccount(db, accountId)
}
