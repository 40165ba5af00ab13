import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import type { LocationRef } from '@sonde/store/locations/location-keys.ts'
import { notFound } from '../refusal.ts'

/** The data center that a path names by its code, or a 404. */
export function dataCenterOf(code: string): LocationRef & { kind: 'data-center' } {
  const dataCenter = dataCenterLocations.find((each) => each === code)
  if (dataCenter === undefined) throw notFound('location')
  return { kind: 'data-center', dataCenter }
}
