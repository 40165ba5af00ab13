import { Type } from 'typebox'

/** A moment in a query, in any of the forms that clients send. What is given here is read where it arrives. */
export function DateFilter(meaning: string) {
  return Type.String({
    maxLength: 100,
    description: `${meaning}: Unix seconds, Unix milliseconds or ISO 8601.`,
  })
}
