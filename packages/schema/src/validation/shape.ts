import type { TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import {
  acceptsLoneValue,
  isAcceptedOnly,
  isReplacedWhole,
  rulesOf,
  type Rule,
  type Spelling,
  spellingOf,
} from './annotations.ts'
import type { Violation } from './violation.ts'

/** Everything here walks a value along its schema, so that no field has to be named a second time. */

export function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  return (schema as { properties?: Record<string, TSchema> }).properties ?? {}
}

export function defaultOf(schema: TSchema): unknown {
  return (schema as { default?: unknown }).default
}

/**
 * What a walk needs to know about a schema, worked out once: these functions run several times for every
 * write of a check.
 */
type Plan = {
  fields: readonly Field[]
  fieldsByName: ReadonlyMap<string, Plan>
  items: Plan | null
  mostItems: number
  isClosed: boolean
  /** An object of somebody else's making, of which nothing is dropped. */
  isOpen: boolean
  byDefault: unknown
  isAcceptedOnly: boolean
  isReplacedWhole: boolean
  acceptsLoneValue: boolean
  spelling: Spelling | null
  rules: readonly Rule[]
  /** Whether there are rules, values with several spellings, or sizes to watch, here or anywhere below. */
  hasRules: boolean
  hasSpellings: boolean
  hasSizes: boolean
  /** The fields that a walk has to visit, for each kind of walk. */
  fieldsWithRules: readonly Field[]
  fieldsWithSpellings: readonly Field[]
  fieldsWithSizes: readonly Field[]
  fieldsWithDefault: readonly Field[]
}

type Field = { name: string; plan: Plan }

/** Of a list whose schema names no limit. */
const longestList = 10_000
/** Of an object that refuses unknown fields, and would name each of them. */
const mostFields = 1_000

const plans = new WeakMap<TSchema, Plan>()

function planOf(schema: TSchema): Plan {
  const known = plans.get(schema)
  if (known) return known
  const fields = Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    plan: planOf(property),
  }))
  const itemSchema = (schema as { items?: TSchema }).items
  const items = itemSchema ? planOf(itemSchema) : null
  const below = [...fields.map(({ plan }) => plan), ...(items ? [items] : [])]
  const rules = rulesOf(schema)
  const spelling = spellingOf(schema)
  const isClosed = (schema as { additionalProperties?: unknown }).additionalProperties === false
  const isOpen = (schema as { additionalProperties?: unknown }).additionalProperties === true
  const plan: Plan = {
    fields,
    fieldsByName: new Map(fields.map((field) => [field.name, field.plan])),
    items,
    mostItems: (schema as { maxItems?: number }).maxItems ?? longestList,
    isClosed,
    isOpen,
    byDefault: defaultOf(schema),
    isAcceptedOnly: isAcceptedOnly(schema),
    isReplacedWhole: isReplacedWhole(schema),
    acceptsLoneValue: acceptsLoneValue(schema),
    spelling,
    rules,
    hasRules: rules.length > 0 || below.some(({ hasRules }) => hasRules),
    hasSpellings:
      acceptsLoneValue(schema) || spelling !== null || below.some(({ hasSpellings }) => hasSpellings),
    hasSizes: items !== null || isClosed || below.some(({ hasSizes }) => hasSizes),
    fieldsWithRules: fields.filter(({ plan: inner }) => inner.hasRules),
    fieldsWithSpellings: fields.filter(({ plan: inner }) => inner.hasSpellings),
    fieldsWithSizes: fields.filter(({ plan: inner }) => inner.hasSizes),
    fieldsWithDefault: fields.filter(
      ({ plan: inner }) => inner.byDefault !== undefined && !inner.isAcceptedOnly,
    ),
  }
  plans.set(schema, plan)
  return plan
}

/** Drops what the schema does not list or only accepts, at every depth: such fields are never stored. */
export function keepKnown(schema: TSchema, value: unknown): unknown {
  return keep(planOf(schema), value)
}

function keep(plan: Plan, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const { items } = plan
    return items ? value.map((item) => keep(items, item)) : value
  }
  if (!isRecord(value) || plan.isOpen) return value
  const known: Record<string, unknown> = {}
  for (const { name, plan: inner } of plan.fields) {
    if (inner.isAcceptedOnly || !Object.hasOwn(value, name)) continue
    const given = value[name]
    if (given !== undefined) known[name] = keep(inner, given)
  }
  return known
}

/** Fills omitted fields that have a default, at every depth. What is there, null included, stays. */
export function fillDefaults(schema: TSchema, value: unknown): unknown {
  return fill(planOf(schema), value)
}

/** Copies only where something is missing: what is stored is complete, and this runs on every write. */
function fill(plan: Plan, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const { items } = plan
    if (!items) return value
    const filledItems = value.map((item) => fill(items, item))
    return filledItems.every((item, index) => item === value[index]) ? value : filledItems
  }
  if (!isRecord(value)) return value
  let filled = value
  for (const { name, plan: inner } of plan.fields) {
    if (inner.isAcceptedOnly) continue
    const given = value[name]
    const complete = given === undefined ? copyOfDefault(inner) : fill(inner, given)
    if (complete === given) continue
    if (filled === value) filled = { ...value }
    filled[name] = complete
  }
  return filled
}

/** A default that is an object or a list belongs to the schema, and must not be handed out to be changed. */
function copyOfDefault(plan: Plan | undefined): unknown {
  const byDefault = plan?.byDefault
  return plan && typeof byDefault === 'object' && byDefault !== null
    ? fill(plan, structuredClone(byDefault))
    : byDefault
}

/**
 * What an update means that was written by an encoder without empty values. It cannot say "none" in another way than
 * by leaving out.
 */
export type Omissions = {
  /** Fields at the top that get the default of the stored schema, or nothing, when they were left out. */
  emptied: readonly string[]
  /** Objects at the top that keep nothing of what was stored when they were sent. */
  replaced: readonly string[]
}

/**
 * What a stored value becomes when `sent` is laid over it. `stored` has the shape of `schema` and is
 * complete; `sent` was validated by `update`. Objects merge field by field at every depth, everything else (lists
 * too, and objects marked as replaced whole) is taken as sent; what the schema does not know is dropped, and
 * what is missing in the parts that were sent gets its default. With `fillsDefaults`, fields at the top that
 * were left out get the default that `update` names for them; `omissions` says which of them an encoder that omits
 * empty values means.
 */
export function updated(
  schema: TSchema,
  stored: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
  {
    update,
    fillsDefaults,
    omissions,
  }: { update: TSchema; fillsDefaults: boolean; omissions?: Omissions | undefined },
): Record<string, unknown> {
  // A copy of what is stored, changed in place: an object that is built key by key becomes a slow dictionary.
  const result: Record<string, unknown> = { ...stored }
  const { fieldsByName } = planOf(schema)
  for (const name of Object.keys(sent)) {
    const plan = fieldsByName.get(name)
    const given = sent[name]
    if (!plan || plan.isAcceptedOnly || given === undefined) continue
    const under = omissions?.replaced.includes(name) === true ? undefined : stored[name]
    result[name] = fill(plan, lay(plan, under, keep(plan, given)))
  }
  for (const name of omissions?.emptied ?? []) {
    if (sent[name] === undefined) result[name] = copyOfDefault(fieldsByName.get(name))
  }
  if (fillsDefaults) {
    for (const { name, plan } of planOf(update).fieldsWithDefault) {
      if (sent[name] === undefined) result[name] = copyOfDefault(plan)
    }
  }
  return result
}

function lay(plan: Plan | undefined, stored: unknown, sent: unknown): unknown {
  if (!plan || plan.isReplacedWhole || !isRecord(stored) || !isRecord(sent)) return sent
  const merged: Record<string, unknown> = { ...stored }
  for (const [name, value] of Object.entries(sent)) {
    merged[name] = lay(plan.fieldsByName.get(name), stored[name], value)
  }
  return merged
}

/**
 * Turns lone values into lists of one where the schema allows that, and other spellings into the one it knows. Changes
 * the value in place.
 */
export function normalizeSpellings(schema: TSchema, value: unknown): void {
  normalize(planOf(schema), value)
}

function normalize(plan: Plan, value: unknown): void {
  if (!plan.hasSpellings) return
  const { items } = plan
  if (Array.isArray(value)) {
    if (items) for (const item of value) normalize(items, item)
    return
  }
  if (!isRecord(value)) return
  for (const { name, plan: inner } of plan.fieldsWithSpellings) {
    const given = value[name]
    if (given === undefined || given === null) continue
    if (inner.acceptsLoneValue && !Array.isArray(given)) value[name] = [given]
    if (inner.spelling !== null) value[name] = inner.spelling(given)
    normalize(inner, value[name])
  }
}

/** Runs the rules of a schema and of everything in it. */
export function brokenRules(schema: TSchema, value: unknown, stage: Parameters<Rule>[1]): Violation[] {
  const violations: Violation[] = []
  collect(planOf(schema), value, stage, '', violations)
  return violations
}

function collect(
  plan: Plan,
  value: unknown,
  stage: Parameters<Rule>[1],
  path: string,
  violations: Violation[],
): void {
  if (!plan.hasRules || typeof value !== 'object' || value === null) return
  const { items } = plan
  if (Array.isArray(value)) {
    if (!items) return
    for (const [index, item] of value.entries()) collect(items, item, stage, `${path}${index}.`, violations)
    return
  }
  if (!isRecord(value)) return
  for (const rule of plan.rules) {
    for (const { path: field, message } of rule(value, stage)) {
      violations.push({ path: path + field, message })
    }
  }
  for (const { name, plan: inner } of plan.fieldsWithRules) {
    collect(inner, value[name], stage, `${path}${name}.`, violations)
  }
}

/**
 * The first list or object that is too large to be validated item by item: naming every mistake in a million
 * items would take the server down.
 */
export function oversized(schema: TSchema, value: unknown): Violation | null {
  return findOversized(planOf(schema), value, '')
}

function findOversized(plan: Plan, value: unknown, path: string): Violation | null {
  if (!plan.hasSizes || typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    const { items, mostItems } = plan
    if (value.length > mostItems) return { path, message: `must have at most ${mostItems} items` }
    return items ? firstOf(value.entries(), items, path) : null
  }
  if (!isRecord(value)) return null
  if (plan.isClosed && Object.keys(value).length > mostFields) {
    return { path, message: `must have at most ${mostFields} fields` }
  }
  for (const { name, plan: inner } of plan.fieldsWithSizes) {
    const found = findOversized(inner, value[name], path === '' ? name : `${path}.${name}`)
    if (found) return found
  }
  return null
}

function firstOf(entries: Iterable<[number, unknown]>, items: Plan, path: string): Violation | null {
  for (const [index, item] of entries) {
    const found = findOversized(items, item, path === '' ? String(index) : `${path}.${index}`)
    if (found) return found
  }
  return null
}
