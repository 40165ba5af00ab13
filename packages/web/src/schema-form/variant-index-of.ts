import { isRecord } from '@sonde/ground/is-record.ts'
import type { FormSchema } from './form-schema.ts'

/** Which of several shapes a value has; -1 for none of them. */
export function variantIndexOf(variants: readonly FormSchema[], value: unknown): number {
  return variants.findIndex((variant) => couldBe(variant, value))
}

function couldBe({ type, enum: values, properties = {} }: FormSchema, value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (values !== undefined) return values.some((one) => one === value)
  if (type === 'object') {
    // An object is told by the fields that have but one value in each shape.
    const marks = Object.entries(properties).filter(([, property]) => property.enum?.length === 1)
    return isRecord(value) && marks.every(([name, property]) => property.enum?.[0] === value[name])
  }
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  return typeof value === type
}
