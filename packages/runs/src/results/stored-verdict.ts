import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import type { StoredVerdict } from '@sonde/store/results/results.ts'

export function storedVerdict(verdict: Verdict): StoredVerdict {
  if (verdict.hasErrors) return 'error'
  if (verdict.hasFailures) return 'failed'
  return verdict.isDegraded ? 'degraded' : 'passed'
}
