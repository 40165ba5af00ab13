import { randomUUID } from 'node:crypto'
import { type LocationRef, insertLocationKey } from '../src/locations/location-keys.ts'
import { type PrivateLocationRow, insertPrivateLocation } from '../src/locations/private-locations.ts'
import type { Store } from '../src/engine/store.ts'
import { addAccount } from './rows.ts'

/** A private location, in an account of its own unless told, and what its keys are made for. */
export async function addPrivateLocation(store: Store, fields: Partial<PrivateLocationRow> = {}) {
  const id = randomUUID()
  const location: PrivateLocationRow = {
    id,
    accountId: fields.accountId ?? (await addAccount(store)).id,
    name: 'Office',
    slugName: `office-${id.slice(0, 8)}`,
    icon: 'location',
    proxyUrlSealed: null,
    createdAt: 1_000,
    updatedAt: null,
    unavailableSince: null,
    assignedSince: null,
    ...fields,
  }
  await store.write((db) => insertPrivateLocation(db, location))
  return { ...location, place: { kind: 'private', privateLocationId: id } as const }
}

export async function addLocationKey(store: Store, place: LocationRef, createdAt = 1_000) {
  const key = { id: randomUUID(), hash: randomUUID(), lastFour: 'abcd', createdAt }
  return { ...key, outcome: await store.write((db) => insertLocationKey(db, { ...key, place })) }
}
