import { isDeepStrictEqual } from 'node:util'
import { Masked } from '../audit/changed-fields.ts'
import { isRecord } from '@sonde/ground/is-record.ts'

/** The whole with everything masked that `shown` has left out: that it changed is told, and not what it is. */
function maskLeftOut(whole: unknown, shown: unknown): unknown {
  if (isDeepStrictEqual(whole, shown)) return shown
  if (isRecord(whole) && isRecord(shown)) return maskFields(whole, shown)
  if (Array.isArray(whole) && Array.isArray(shown) && whole.length === shown.length) {
    return whole.map((each: unknown, index) => maskLeftOut(each, shown[index]))
  }
  return new Masked(whole)
}

export function maskFields(
  whole: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(whole).map(([field, each]) => [
      field,
      field in shown || each === null ? maskLeftOut(each, shown[field] ?? null) : new Masked(each),
    ]),
  )
}
