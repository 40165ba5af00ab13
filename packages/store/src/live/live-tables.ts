import type { Generated } from 'kysely'

/** News for open pages, which live for minutes only. */
export type LiveTables = {
  live_changes: { no: Generated<number>; at: number; changes: string }
}
