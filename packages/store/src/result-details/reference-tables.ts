import type { Generated } from 'kysely'

export type ReferenceTables = {
  detail_references: {
    /** Never given out twice: what was read once is known for good. */
    id: Generated<number>
    check_no: number
    /** Where the result was measured. */
    location: string
    /** Only results that were due before this refer to it. */
    usable_until: number
    content: Uint8Array
  }
}
