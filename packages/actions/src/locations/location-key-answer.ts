import type { LocationKey } from '@sonde/schema/agents/location-key.ts'
import type { LocationKeyRow } from '@sonde/store/locations/location-keys.ts'

type Listed = Pick<LocationKeyRow, 'id' | 'lastFour' | 'createdAt' | 'lastUsedAt'>

/** A key as the API shows it. `rawKey` is known only in the answer that makes the key. */
export function locationKeyAnswer(row: Listed, rawKey = ''): LocationKey {
  return {
    id: row.id,
    rawKey,
    maskedKey: `...${row.lastFour}`,
    created_at: new Date(row.createdAt).toISOString(),
    // Keys never change: they are replaced.
    updated_at: null,
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  }
}
