import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

const fields = {
  id: Uuid({ description: 'Different for every password.' }),
  maskedKey: Type.String({ description: 'Three dots and the last four characters of the password.' }),
  created_at: Timestamp({ description: 'When the page became private.' }),
  updated_at: Nullable(Timestamp({ description: 'When the password was last changed.' })),
}

export const StatusPageKey = component('StatusPageKey', Type.Object(fields))

export const StatusPagePassword = component(
  'StatusPagePassword',
  Type.Object({ ...fields, password: Type.String({ description: 'Shown only here.' }) }),
)
export type StatusPagePassword = Static<typeof StatusPagePassword>
