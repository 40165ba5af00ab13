import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'

/** The token of a heartbeat may be another one's: no other type has anything that is unique. */
export function conflictsOf({ pings }: CheckKind): 409[] {
  return pings === undefined ? [] : [409]
}
