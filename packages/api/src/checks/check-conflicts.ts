import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'

/** The token of a heartbeat may be another one's: no other type has anything that is unique. */
export function conflictsOf({ checkType }: CheckKind): 409[] {
  return checkType === 'HEARTBEAT' ? [409] : []
}
