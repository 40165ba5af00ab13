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
      description: 'EXPIRED: after 7 days, or when whoever invited may invite nobody any more.',
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
      description: 'For the person who is invited. Opens once, and is shown here and in no other answer.',
    }),
    isMailed: Type.Boolean({
      description: 'Whether a mail with it is on its way; without SMTP_URL you have to pass it on yourself.',
    }),
  }),
)
export type OpenInvite = Static<typeof OpenInvite>
