import type { Store } from '@sonde/store/engine/store.ts'
import type { TraceExportRow } from '@sonde/store/traces/trace-exports.ts'
import { Masked } from '../audit/changed-fields.ts'
import { headersOf } from './trace-export-answer.ts'

/** What was set, without how it goes. Values are compared and never shown. */
export function settingsForAudit(sealer: Store['sealer'], row: TraceExportRow): Record<string, unknown> {
  return {
    enabled: row.enabled,
    sendTraceHeaders: row.sendTraceHeaders,
    endpoint: row.endpoint,
    headers: headersOf(sealer, row).map(({ key, value }) => ({ name: key, value: new Masked(value) })),
  }
}
