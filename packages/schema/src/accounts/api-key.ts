import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { grantableRoles } from './role.ts'

/** What stands before the random part of a key. */
export const keyPrefixes = { user: 'cu_', service: 'sv_' } as const

/** Of one user. Each key has limits of its own, so that the number of keys is one of them. */
export const mostUserKeys = 50

const keyName = Type.String({ minLength: 1, maxLength: 200 })

const listed = {
  id: Uuid(),
  name: Type.String(),
  lastFour: Type.String(),
  createdAt: Timestamp(),
  lastUsedAt: Nullable(Timestamp()),
}
const role = OneOf(grantableRoles)
const key = Type.String({ description: 'The key itself. Shown only here.' })

export const UserApiKey = component('UserApiKey', Type.Object(listed))
export type UserApiKey = Static<typeof UserApiKey>
export const UserApiKeyList = component('UserApiKeyList', Type.Array(UserApiKey))
export const UserApiKeyCreate = component('UserApiKeyCreate', Type.Object({ name: keyName }))
export const UserApiKeyCreated = component('UserApiKeyCreated', Type.Object({ ...listed, key }))
export type UserApiKeyCreate = Static<typeof UserApiKeyCreate>
export type UserApiKeyCreated = Static<typeof UserApiKeyCreated>

export const ServiceApiKey = component('ServiceApiKey', Type.Object({ ...listed, role }))
export type ServiceApiKey = Static<typeof ServiceApiKey>
export const ServiceApiKeyList = component('ServiceApiKeyList', Type.Array(ServiceApiKey))
export const ServiceApiKeyCreate = component('ServiceApiKeyCreate', Type.Object({ name: keyName, role }))
export const ServiceApiKeyCreated = component('ServiceApiKeyCreated', Type.Object({ ...listed, role, key }))
export type ServiceApiKeyCreate = Static<typeof ServiceApiKeyCreate>
export type ServiceApiKeyCreated = Static<typeof ServiceApiKeyCreated>
