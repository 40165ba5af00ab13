import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import type { RunVerdict } from '@sonde/schema/runs/verdict.ts'

/** What the scripts around a request have left behind. */
export type ScriptEvidence = {
  /** Why one of them failed, with its name; null when none did. */
  error: string | null
  /** What they have put in the place of the body of the response; null: nothing. */
  body: string | null
  log: { setup: HttpLogEntry[]; teardown: HttpLogEntry[] }
}

/**
 * The verdict on a request whose script failed afterwards: failed, whatever the check expects of the request itself. A
 * request that failed before keeps its own reason, and one that we could not make says nothing about anybody.
 */
export function failedByScript(verdict: RunVerdict, error: string): RunVerdict {
  if (verdict.kind === 'withheld' || verdict.kind === 'failed') return verdict
  return { ...verdict, kind: 'failed', isNetworkError: false, reason: error }
}
