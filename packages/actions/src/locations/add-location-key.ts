import { randomUUIDv7 } from 'node:crypto'
import type { LocationKey } from '@sonde/schema/agents/location-key.ts'
import { locationKeyPrefixes } from '@sonde/schema/agents/location-key.ts'
import {
  insertLocationKey,
  mostKeysPerLocation,
  type LocationRef,
} from '@sonde/store/locations/location-keys.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { newKey } from '../api-keys/new-key.ts'
import { notFound, conflict } from '../refusal.ts'
import { locationKeyAnswer } from './location-key-answer.ts'

/** Gives a location another key, inside `write`, and answers with it: it is never shown again. */
export async function addLocationKey(
  db: Db,
  { place, now }: { place: LocationRef; now: number },
): Promise<LocationKey> {
  const { key, hash, lastFour } = newKey(locationKeyPrefixes[place.kind])
  const row = { id: randomUUIDv7(), lastFour, createdAt: now }
  const outcome = await insertLocationKey(db, { ...row, place, hash })
  if (outcome === 'gone') throw notFound('private location')
  if (outcome === 'full') {
    throw conflict(`The location has reached its limit of ${mostKeysPerLocation} keys: delete one first`)
  }
  return locationKeyAnswer({ ...row, lastUsedAt: null }, key)
}
