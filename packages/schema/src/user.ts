import { Type } from 'typebox'
import { Uuid, component } from './building-blocks.ts'

/** Who is asking: a user, or the name of a service key. */
export const CurrentUser = component('CurrentUser', Type.Object({ id: Uuid(), name: Type.String() }))

/** What the owner of a new installation says about themselves. */
export const InstallationClaim = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  email: Type.String({ format: 'email', maxLength: 320 }),
  password: Type.String({ minLength: 12, maxLength: 200 }),
})
