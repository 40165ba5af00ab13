import { isRecord } from '@sonde/ground/is-record.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'

/** The ways to write a check. The table of cases says where they agree, and names the ones that differ. */
export const operations = ['create', 'strict put', 'merging put', 'patch'] as const
export type Operation = (typeof operations)[number]
export const updates: readonly Operation[] = operations.filter((operation) => operation !== 'create')

/** Stands for leaving a field out of the body. */
export const absent = Symbol('absent')

type Body = Readonly<Record<string, unknown>>

type Value = {
  value: unknown
  /** What else has to stand in the body. */
  around?: Body
  /** Names values that are too long to show. */
  label?: string
}

/** All that one field of a body promises. */
export type FieldCases = {
  field: string
  /** Generates values of every other type, which must be refused. */
  type?: keyof typeof wrongValues
  nullable: boolean
  around?: Body
  /** Valid and without effect: answers do not show the field. */
  isHidden?: boolean
  /** All of them, unless told. */
  on?: readonly Operation[]
  /** `shown`: what answers say, when that is not the value itself. */
  accepted?: readonly (Value & { shown?: unknown })[]
  /** `keys`: the fields that the refusal names, when that is not the field itself. */
  refused?: readonly (Value & { keys?: readonly string[]; says?: RegExp })[]
}

const wrongValues = {
  string: [7, ['x']],
  boolean: ['true', 1],
  number: ['5', true],
  integer: ['5', true, 1.5],
  array: ['x', { 0: 'x' }],
  object: ['x', ['x']],
} as const

export type AcceptedCase = { title: string; field: string; body: Body; shown: unknown }
export type RefusedCase = { title: string; body: Body; keys: readonly string[]; says: RegExp }

export function acceptedCases(table: readonly FieldCases[], operation: Operation): AcceptedCase[] {
  return table
    .filter((entry) => applies(entry, operation))
    .flatMap((entry) => {
      const { field, nullable, accepted = [], isHidden = false } = entry
      const values = [...accepted, ...(nullable ? [{ value: null }] : [])]
      return values.map((item) => ({
        title: `${field} ${shortly(item)} is accepted${isHidden ? ' and not shown' : ''}`,
        field,
        body: bodyOf(entry, item),
        shown: isHidden ? undefined : 'shown' in item ? item.shown : item.value,
      }))
    })
}

export function refusedCases(table: readonly FieldCases[], operation: Operation): RefusedCase[] {
  return table
    .filter((entry) => applies(entry, operation))
    .flatMap((entry) => {
      const { field, type, nullable, refused = [] } = entry
      const values: NonNullable<FieldCases['refused']> = [
        ...refused,
        ...(type ? wrongValues[type].map((value) => ({ value })) : []),
        ...(nullable ? [] : [{ value: null }]),
      ]
      return values.map((item) => ({
        title: `${field} ${shortly(item)} is refused`,
        body: bodyOf(entry, item),
        keys: item.keys ?? [field],
        says: item.says ?? /./,
      }))
    })
}

/**
 * Of the cases of every field a part, one at the least, that the seed chooses for each operation, and by night all: for
 * operations that validate by the schema of another one, which has all of them in every run.
 */
export function someOfEachField<Case>(
  table: readonly FieldCases[],
  operation: Operation,
  casesOf: (table: readonly FieldCases[], operation: Operation) => Case[],
): Case[] {
  return table.flatMap((entry) => {
    const cases = casesOf([entry], operation)
    // Where operations part, none of them can stand in for another.
    return entry.on === undefined ? some(`${operation} ${entry.field}`, cases) : cases
  })
}

function applies({ on }: FieldCases, operation: Operation): boolean {
  return on === undefined || on.includes(operation)
}

function shortly({ value, around, label }: Value): string {
  const beside = around ? ` beside ${JSON.stringify(around)}` : ''
  if (label !== undefined) return `(${label})${beside}`
  return value === absent ? `left out${beside}` : `${JSON.stringify(value)}${beside}`
}

function bodyOf({ field, around: always = {} }: FieldCases, { value, around = {} }: Value): Body {
  const body = replaceAt({ ...always, ...around }, field.split('.'), value)
  if (!isRecord(body)) throw new Error(`${field} is not a path into a body`)
  return body
}

/** A copy with another value at the path; lists and objects on the way are made as needed. */
function replaceAt(target: unknown, [part, ...rest]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value
  if (/^\d+$/.test(part)) {
    const copy: unknown[] = Array.isArray(target) ? [...target] : []
    copy[Number(part)] = replaceAt(copy[Number(part)], rest, value)
    return copy
  }
  const copy: Record<string, unknown> = isRecord(target) ? { ...target } : {}
  const replaced = replaceAt(copy[part], rest, value)
  if (replaced === absent) delete copy[part]
  else copy[part] = replaced
  return copy
}
