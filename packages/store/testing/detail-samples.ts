import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunCheckType } from '@sonde/schema/check-types/check-kinds.ts'

/**
 * Results of real probes against servers on the loopback (those of traceroutes were put together by hand), and what
 * version 0.6.0 stored of their details.
 */
export type DetailSample = {
  name: string
  checkType: RunCheckType
  verdict: 'passed' | 'failed'
  config: unknown
  responseTime: number | null
  detail: unknown
  /** Base64. */
  storedBy060: string
  /** The forms since 0.7.0: alone, and a later run (`laterRun`) as the difference to reference 7. Base64. */
  stored: { alone: string; patched: { seed: number; reference: string; bytes: string } | null }
}

/** The guarantee behind the cast: the file was written with these fields. */
export const detailSamples = JSON.parse(
  readFileSync(join(import.meta.dirname, 'detail-samples.json'), 'utf8'),
) as readonly DetailSample[]
