import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { AccountInvite } from './invite.ts'
import { grantableRoles, roles } from './role.ts'

const memberStatuses = ['ACTIVE', 'PENDING', 'EXPIRED'] as const

export const AccountMember = component(
  'AccountMember',
  Type.Object({
    type: OneOf(['member'] as const),
    accountId: Uuid(),
    userId: Uuid(),
    name: Nullable(Type.String()),
    email: Type.String({ format: 'email' }),
    role: OneOf(roles),
    status: OneOf(['ACTIVE'] as const),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
    isSupportMembership: Type.Boolean(),
    ssoEnabled: Type.Boolean(),
    mfaEnabled: Type.Boolean(),
  }),
)
export type AccountMember = Static<typeof AccountMember>

/** Who belongs to the account, or was asked to. */
const AccountMembersListItem = Type.Unsafe<AccountMember | AccountInvite>({
  anyOf: [AccountMember, AccountInvite],
})

export const AccountMembersList = component(
  'AccountMembersList',
  Type.Object({
    members: Type.Array(AccountMembersListItem),
    length: Type.Integer({ minimum: 0 }),
    nextId: Nullable(Type.String()),
  }),
)

export const AccountMemberUpdate = component(
  'AccountMemberUpdate',
  Type.Object({ role: OneOf(grantableRoles) }, { additionalProperties: false }),
)
export type AccountMemberUpdate = Static<typeof AccountMemberUpdate>

export const MembersQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or an e-mail address.' })),
  type: Type.Optional(OneOf(['member', 'invite'] as const)),
  role: Type.Optional(OneOf(roles)),
  status: Type.Optional(OneOf(memberStatuses)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'All members if omitted.' })),
  nextId: Type.Optional(
    Type.String({ minLength: 1, description: '`nextId` of the previous page; only together with limit.' }),
  ),
})
export type MembersQuery = Static<typeof MembersQuery>
