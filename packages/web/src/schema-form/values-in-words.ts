import { isRecord } from '@sonde/ground/is-record.ts'
import {
  fieldLayoutOf,
  labelOf,
  schemaAt,
  toWords,
  type FieldLayout,
  type FormLayout,
} from './form-layout.ts'
import { Unreadable, type FormSchema } from './form-schema.ts'
import { valueAt, type FormValue } from './value-at.ts'

const longestValue = 60

/** What the fields of a section say now, in one line; what is off or not set is left out. */
export function valuesInWords(
  { schema, layout, value }: { schema: FormSchema; layout: FormLayout; value: FormValue },
  paths: readonly string[],
): string {
  const parts = paths.flatMap((path) => {
    const field = fieldLayoutOf(layout, path)
    const isHidden = typeof field.isHidden === 'function' ? field.isHidden(value) : field.isHidden === true
    if (isHidden || schemaAt(schema, path) === undefined) return []
    return fieldInWords(labelOf(layout, path), valueAt(value, path), field) ?? []
  })
  return parts.length === 0 ? 'Nothing set' : parts.join(', ')
}

function fieldInWords(label: string, value: unknown, { options }: FieldLayout): string | null {
  if (value === undefined || value === null || value === '' || value === false) return null
  if (value === true) return label
  if (Array.isArray(value)) return value.length === 0 ? null : `${label}: ${value.length}`
  if (value instanceof Unreadable) return `${label}: ${value.text}`
  if (isRecord(value)) return label
  const text = String(value)
  return `${label}: ${options?.[text] ?? shortened(isConstant(text) ? toWords(text) : text)}`
}

/** A value of the API rather than something that somebody typed: `RUN_BASED`. */
function isConstant(text: string): boolean {
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(text)
}

function shortened(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > longestValue || line !== text ? `${line.slice(0, longestValue)}…` : line
}
