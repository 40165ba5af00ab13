import type { LocationKey } from '@sonde/schema/agents/location-key.ts'
import type { WrittenPrivateLocation } from '@sonde/schema/agents/private-location.ts'
import type { LocationKeyRow } from '@sonde/store/locations/location-keys.ts'
import type { PrivateLocationRow } from '@sonde/store/locations/private-locations.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { locationKeyAnswer } from '../locations/location-key-answer.ts'
import { showProxyUrl } from './proxy-url.ts'

/** The part of a private location that every answer shows. */
export function locationAnswer(
  row: PrivateLocationRow,
  keys: LocationKey[],
  sealer: Sealer,
): WrittenPrivateLocation {
  return {
    id: row.id,
    name: row.name,
    slugName: row.slugName,
    icon: row.icon,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
    keys,
    proxyUrl: showProxyUrl(row, sealer),
  }
}

/** The keys of one location out of those of several. */
export function keysOf(location: PrivateLocationRow, keys: readonly LocationKeyRow[]): LocationKey[] {
  return keys
    .filter(({ privateLocationId }) => privateLocationId === location.id)
    .map((key) => locationKeyAnswer(key))
}
