import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@sonde/ground/is-record.ts'
import { maskedValue, type AuditChange } from '@sonde/schema/accounts/audit-log.ts'

/** A value that is compared and never shown. */
export class Masked {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** Long texts (scripts, proto files) are told by their beginning: the log says what changed, it is no archive. */
export const longestText = 1_000

/** What is different, by dotted path, in the order of the fields. A whole new or deleted thing: each of its fields. */
export function changedFields(before: unknown, after: unknown, path = ''): AuditChange[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isRecord(before) && isRecord(after) && !isMasked(before) && !isMasked(after)) {
    const fields = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...fields].flatMap((field) => changedFields(before[field], after[field], joinPath(path, field)))
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((each: unknown, index) =>
      changedFields(each, after[index], joinPath(path, String(index))),
    )
  }
  return [
    {
      path,
      ...(before === undefined ? {} : { old: auditValue(before) }),
      ...(after === undefined ? {} : { new: auditValue(after) }),
    },
  ]
}

function isMasked(value: unknown): value is Masked {
  return value instanceof Masked
}

function joinPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`
}

function auditValue(value: unknown): unknown {
  if (isMasked(value)) return value.value === null || value.value === undefined ? null : maskedValue
  if (typeof value === 'string') return shortened(value)
  if (Array.isArray(value)) return value.map(auditValue)
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, auditValue(each)]))
  }
  return value
}

function shortened(text: string): string {
  return text.length <= longestText
    ? text
    : `${text.slice(0, longestText)}… (${text.length.toLocaleString('en')} characters)`
}
