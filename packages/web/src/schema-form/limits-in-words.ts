import type { FormSchema } from './form-schema.ts'

const plain = new Intl.NumberFormat('en')

/** The limits of a field as its help tells them; null when it has none worth telling. */
export function limitsInWords(schema: FormSchema): string | null {
  return rangeInWords(schema) ?? lengthInWords(schema) ?? countInWords(schema)
}

function rangeInWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FormSchema): string | null {
  if (minimum !== undefined && maximum !== undefined)
    return `${plain.format(minimum)} to ${plain.format(maximum)}.`
  const bounds = [
    minimum === undefined ? null : `at least ${plain.format(minimum)}`,
    exclusiveMinimum === undefined ? null : `more than ${plain.format(exclusiveMinimum)}`,
    maximum === undefined ? null : `at most ${plain.format(maximum)}`,
    exclusiveMaximum === undefined ? null : `less than ${plain.format(exclusiveMaximum)}`,
  ].filter((bound) => bound !== null)
  return bounds.length === 0 ? null : toSentence(bounds.join(', '))
}

function lengthInWords({ maxLength }: FormSchema): string | null {
  return maxLength === undefined ? null : `Up to ${plain.format(maxLength)} characters.`
}

function countInWords({ type, minItems, maxItems }: FormSchema): string | null {
  if (type !== 'array' || maxItems === undefined) return null
  return minItems === maxItems ? `Exactly ${maxItems}.` : `Up to ${plain.format(maxItems)}.`
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
