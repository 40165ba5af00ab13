import type { Verdict } from '@sonde/schema/verdict.ts'
import type { StoredVerdict } from '@sonde/store/results.ts'

export function storedVerdict(verdict: Verdict): StoredVerdict {
  if (verdict.hasErrors) return 'error'
  if (verdict.hasFailures) return 'failed'
  return verdict.isDegraded ? 'degraded' : 'passed'
}
