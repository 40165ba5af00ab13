import type { TraceExport } from '@sonde/schema/analytics/trace-export.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { traceExportContext, type TraceExportRow } from '@sonde/store/traces/trace-exports.ts'
import { countRunsToExport } from '@sonde/store/traces/trace-outbox.ts'

export type TraceHeader = { key: string; value: string }

/** What an account that never set anything has. */
export const noTraceExport: TraceExport = {
  enabled: false,
  sendTraceHeaders: false,
  endpoint: null,
  headers: [],
  lastExportedAt: null,
  lastError: null,
  pendingRuns: 0,
  skippedRuns: 0,
}

export async function traceExportAnswer(
  db: Db,
  { sealer }: Pick<Store, 'sealer'>,
  row: TraceExportRow,
): Promise<TraceExport> {
  return {
    enabled: row.enabled,
    sendTraceHeaders: row.sendTraceHeaders,
    endpoint: row.endpoint,
    headers: headersOf(sealer, row).map(({ key }) => ({ key, value: null })),
    lastExportedAt: row.lastExportedAt === null ? null : new Date(row.lastExportedAt).toISOString(),
    lastError: row.lastError,
    pendingRuns: await countRunsToExport(db, row.accountId),
    skippedRuns: row.skipped,
  }
}

/** Safe because only this room writes there, what its schema has judged. */
export function headersOf(
  sealer: Store['sealer'],
  { accountId, sealedHeaders }: Pick<TraceExportRow, 'accountId' | 'sealedHeaders'>,
): TraceHeader[] {
  return JSON.parse(sealer.open(sealedHeaders, traceExportContext(accountId))) as TraceHeader[]
}
