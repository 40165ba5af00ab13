import { isDeepStrictEqual } from 'node:util'
import { Masked } from '../audit/changed-fields.ts'
import { isRecord } from '@sonde/ground/is-record.ts'

/** The whole with everything masked that `shown` has left out: that it changed is told, and not what it is. */
function maskLeftOut(whole: unknown, visible: unknown): unknown {
  if (isDeepStrictEqual(whole, visible)) return visible
  if (isRecord(whole) && isRecord(visible)) return maskFields(whole, visible)
  if (Array.isArray(whole) && Array.isArray(visible) && whole.length === visible.length) {
    return whole.map((each: unknown, index) => maskLeftOut(each, visible[index]))
  }
  return new Masked(whole)
}

export function maskFields(
  whole: Readonly<Record<string, unknown>>,
  visible: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(whole).map(([field, each]) => [
      field,
      field in visible || each === null ? maskLeftOut(each, visible[field] ?? null) : new Masked(each),
    ]),
  )
}
