import { Unreadable, type FormSchema } from './form-schema.ts'

const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

/** What a number field means: an empty one is null where the schema allows it, and absent otherwise. */
export function readNumber(text: string, { type, nullable }: FormSchema): unknown {
  const digits = text.trim()
  if (digits === '') return nullable === true ? null : undefined
  if (!number.test(digits)) return new Unreadable(text, 'must be a number')
  const read = Number(digits)
  if (type === 'integer' && !Number.isInteger(read)) return new Unreadable(text, 'must be a whole number')
  return read
}

/** A field for a number or a text, such as one with a placeholder. */
export function readNumberOrText(text: string): unknown {
  if (text === '') return undefined
  return number.test(text.trim()) ? Number(text) : text
}

export function showNumber(value: unknown): string {
  if (value instanceof Unreadable) return value.text
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}
