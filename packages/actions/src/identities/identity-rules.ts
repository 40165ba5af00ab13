import type { GrantableRole, Role } from '@sonde/schema/accounts/role.ts'

/** What an identity provider says about somebody who has signed in there. */
export type Identity = {
  issuer: string
  /** By which the provider knows them for ever; an e-mail address may get another owner. */
  subject: string
  /** In lower case; null when the provider does not say it, or does not vouch for it. */
  verifiedEmail: string | null
  name: string | null
  /** By the claim that roles are read from; null when it names none. */
  role: GrantableRole | null
}

/** How the operator lets people in who come from the provider. */
export type IdentityRules = {
  /** The account that roles are given in; null: the first one. */
  accountId: string | null
  /** Whether a claim of the provider decides about roles, at each sign-in. */
  hasRoleClaim: boolean
  /** Of people who come for the first time; null: they must be invited. */
  defaultRole: GrantableRole | null
  /** Whether a user who is here already is recognised by the e-mail address that the provider vouches for. */
  linksByEmail: boolean
}

/** What becomes of the role in the account: it stays, it is this one from now on, or there is none any more. */
export type RoleDecision = 'keep' | 'remove' | { role: GrantableRole }

/** Pure. `present` is null for somebody who is no member; `isNew` for somebody whom nobody has known before. */
export function decideRole(
  { role }: Pick<Identity, 'role'>,
  { hasRoleClaim, defaultRole }: Pick<IdentityRules, 'hasRoleClaim' | 'defaultRole'>,
  { present, isNew }: { present: Role | null; isNew: boolean },
): RoleDecision {
  // An account always has its owner, whatever a provider says.
  if (present === 'OWNER') return 'keep'
  if (role !== null) return { role }
  if (present === null) return isNew && defaultRole !== null ? { role: defaultRole } : 'keep'
  if (!hasRoleClaim) return 'keep'
  return defaultRole === null ? 'remove' : { role: defaultRole }
}
