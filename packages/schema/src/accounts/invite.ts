import { Type, type Static } from 'typebox'
import { OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { grantableRoles } from './role.ts'

/** How long the address of an invitation opens. */
export const inviteDays = 7

export const AccountInvite = component(
  'AccountInvite',
  Type.Object({
    type: OneOf(['invite'] as const),
    id: Uuid(),
    accountId: Uuid(),
    email: Type.String({ format: 'email' }),
    role: OneOf(grantableRoles),
    status: OneOf(['PENDING', 'EXPIRED'] as const, {
      description: 'EXPIRED: after 7 days, or if the person who invited can no longer invite.',
    }),
    inviterEmail: Type.String({ format: 'email' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
    expiresAt: Timestamp(),
  }),
)
export type AccountInvite = Static<typeof AccountInvite>

export const InviteCreate = component(
  'InviteCreate',
  Type.Object(
    { email: Type.String({ format: 'email', maxLength: 320 }), role: OneOf(grantableRoles) },
    { additionalProperties: false },
  ),
)
export type InviteCreate = Static<typeof InviteCreate>

/** The only answers with the address that lets somebody in. */
export const OpenInvite = component(
  'OpenInvite',
  Type.Object({
    ...AccountInvite.properties,
    url: Type.String({
      description: 'The link for the invited person. It works once, and is shown only here.',
    }),
    isMailed: Type.Boolean({
      description: 'Whether the link was sent by mail; without SMTP_URL, send it yourself.',
    }),
  }),
)
export type OpenInvite = Static<typeof OpenInvite>
