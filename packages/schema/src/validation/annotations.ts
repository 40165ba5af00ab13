import type { TSchema } from 'typebox'
import type { Violation } from './violation.ts'

/**
 * What JSON Schema cannot say about a schema. Kept under symbols, so that neither the API document nor the
 * serialiser sees it.
 */
const rulesKey = Symbol('rules')
const loneValueKey = Symbol('loneValue')
const replacedWholeKey = Symbol('replacedWhole')
const acceptedOnlyKey = Symbol('acceptedOnly')
const spellingKey = Symbol('spelling')

/**
 * A rule between fields. Paths are relative to the value. It runs beside the schema's own checks, so that
 * one answer can name every mistake: it must therefore expect anything where a field should be.
 * `complete` is false for a partial update: an absent field may still come from what is stored.
 */
export type Rule = (
  value: Readonly<Record<string, unknown>>,
  stage: { complete: boolean },
) => readonly Violation[]

type Annotated = TSchema & {
  [rulesKey]?: readonly Rule[]
  [loneValueKey]?: true
  [replacedWholeKey]?: true
  [acceptedOnlyKey]?: true
  [spellingKey]?: Spelling
}

export function withRules<T extends TSchema>(schema: T, ...rules: Rule[]): T {
  return { ...schema, [rulesKey]: [...rulesOf(schema), ...rules] }
}

export function rulesOf(schema: TSchema): readonly Rule[] {
  return (schema as Annotated)[rulesKey] ?? []
}

/** A lone value where a list is expected counts as a list of one. */
export function acceptingLoneValue<T extends TSchema>(schema: T): T {
  return { ...schema, [loneValueKey]: true }
}

export function acceptsLoneValue(schema: TSchema): boolean {
  return (schema as Annotated)[loneValueKey] === true
}

/** Objects merge field by field on update, except those marked here: they are replaced as a whole. */
export function replacedWhole<T extends TSchema>(schema: T): T {
  return { ...schema, [replacedWholeKey]: true }
}

export function isReplacedWhole(schema: TSchema): boolean {
  return (schema as Annotated)[replacedWholeKey] === true
}

/** Deprecated or foreign fields that must be valid when sent and have no effect: they are not stored. */
export function acceptedOnly<T extends TSchema>(schema: T): T {
  return { ...schema, [acceptedOnlyKey]: true }
}

export function isAcceptedOnly(schema: TSchema): boolean {
  return (schema as Annotated)[acceptedOnlyKey] === true
}

/** Turns another spelling of a value into the one that the schema knows; other values stay as they are. */
export type Spelling = (value: unknown) => unknown

/** Values are respelled before they are validated, so that only one spelling is ever stored. */
export function respelled<T extends TSchema>(schema: T, spelling: Spelling): T {
  return { ...schema, [spellingKey]: spelling }
}

export function spellingOf(schema: TSchema): Spelling | null {
  return (schema as Annotated)[spellingKey] ?? null
}

/** Encoders without null write "none" as an empty text. */
export const emptyTextAsNull: Spelling = (value) => (value === '' ? null : value)

export const upperCase: Spelling = (value) => (typeof value === 'string' ? value.toUpperCase() : value)
