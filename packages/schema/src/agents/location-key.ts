import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** What stands before the random part of a key that agents use. */
export const locationKeyPrefixes = { private: 'pl_', 'data-center': 'dc_' } as const

export const LocationKey = component(
  'LocationKey',
  Type.Object({
    id: Uuid(),
    rawKey: Type.String({
      description: 'The key itself in the response that creates it; empty in every later one.',
    }),
    maskedKey: Type.String({ description: 'Three dots and the last four characters of the key.' }),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
    lastUsedAt: Nullable(Timestamp({ description: 'When an agent last used the key.' })),
  }),
)
export type LocationKey = Static<typeof LocationKey>

export const LocationKeyList = component('LocationKeyList', Type.Array(LocationKey))
