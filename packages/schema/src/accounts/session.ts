import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { roles } from './role.ts'

/** What a person gives to sign in. Whatever is no address or no password is simply wrong. */
export const SessionCreate = component(
  'SessionCreate',
  Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 320 }),
      password: Type.String({ minLength: 1, maxLength: 1000 }),
    },
    { additionalProperties: false },
  ),
)

/** Who is signed in. */
export const Session = component(
  'Session',
  Type.Object({
    user: Type.Object({
      id: Uuid(),
      name: Nullable(Type.String()),
      email: Type.String(),
    }),
    accounts: Type.Array(Type.Object({ id: Uuid(), name: Type.String(), role: OneOf(roles) }), {
      description: 'The accounts of the user, and what the user may do in each.',
    }),
    csrfToken: Type.String({
      description: 'Send it as the header X-CSRF-Token with every request other than GET, HEAD and OPTIONS.',
    }),
    expiresAt: Timestamp({ description: 'When it ends, unless it is used before then.' }),
    liveEventId: Type.String({
      description:
        'The last event at the time of this answer: `after` of a stream that must miss nothing since.',
    }),
  }),
)
export type Session = Static<typeof Session>

/** One sign-in of a user, as that user sees it. */
const UserSession = component(
  'UserSession',
  Type.Object({
    id: Uuid(),
    createdAt: Timestamp(),
    lastUsedAt: Timestamp(),
    expiresAt: Timestamp(),
    address: Nullable(Type.String({ description: 'IP address of the sign-in.' })),
    userAgent: Nullable(Type.String({ description: 'User agent of the browser.' })),
    isCurrent: Type.Boolean({ description: 'Whether this request uses it.' }),
  }),
)

export const UserSessions = Type.Array(UserSession)
