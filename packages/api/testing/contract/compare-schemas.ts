import { isRecord } from '@sonde/ground/is-record.ts'
import { isNullable, propertiesOf, requiredOf, variantsOf, type Schema } from './contract-schema.ts'

/** Something of the reference that ours has not, or has otherwise: `GET /v1/checks response 200 [].name`, and what. */
export type Difference = { at: string; what: string }

type Resolve = (schema: Schema) => Schema
type Resolvers = { reference: Resolve; ours: Resolve }

/** Where ours refuses, or does not know, what the reference takes. */
export function acceptedDifferences(theirs: Schema, ours: Schema, resolvers: Resolvers): Difference[] {
  return compare(theirs, ours, { isRequest: true, resolvers, at: '', above: [] })
}

/** Where ours does not answer what a client of the reference reads. */
export function answeredDifferences(theirs: Schema, ours: Schema, resolvers: Resolvers): Difference[] {
  return compare(theirs, ours, { isRequest: false, resolvers, at: '', above: [] })
}

type SchemaNode = {
  isRequest: boolean
  resolvers: Resolvers
  at: string
  /** The named schemas of the reference that this one is inside of: some hold themselves. */
  above: readonly string[]
}

function compare(theirs: Schema, ours: Schema, place: SchemaNode): Difference[] {
  const name = typeof theirs['$ref'] === 'string' ? theirs['$ref'] : null
  if (name !== null && place.above.includes(name)) return []
  const inside = name === null ? place : { ...place, above: [...place.above, name] }
  const own = place.resolvers.ours(ours)
  const expected = withoutScalarChoice(place.resolvers.reference(theirs), place)
  const variants = variantsOf(expected)?.map(place.resolvers.reference) ?? null
  const ownVariants = variantsOf(own)?.map(place.resolvers.ours) ?? null
  if (variants === null) {
    if (ownVariants === null) return compareOne(expected, own, inside)
    if (isOneType(ownVariants)) return compareOne(expected, allInOne(ownVariants, own, inside), inside)
    const found = ownVariants.map((variant) => compare(expected, withNull(variant, own), inside))
    return place.isRequest ? shortest(found) : found.flat()
  }
  const kinds = variants.filter((variant) => constantsIn(variant).length > 0)
  const differences =
    place.isRequest || kinds.length > 0
      ? (kinds.length > 0 ? kinds : variants).flatMap((variant) =>
          nearestOfOurs(withNull(variant, expected), ownVariants ?? [own], own, inside),
        )
      : (ownVariants ?? [own]).flatMap((variant) => nearestOfTheirs(variants, variant, expected, inside))
  return [...nullDifferences(expected, own, inside), ...differences]
}

/** A choice between values of one simple type is that type, with all of the values. */
function withoutScalarChoice(schema: Schema, place: SchemaNode): Schema {
  const variants = variantsOf(schema)?.map(place.resolvers.reference) ?? []
  const type = typeOf(variants[0] ?? {})
  const isScalar = isOneType(variants) && ['string', 'number', 'integer', 'boolean'].includes(type)
  return isScalar ? allInOne(variants, schema, place) : schema
}

/** A choice without kinds in an answer: whatever ours answers has to be one of the things that theirs may answer. */
function nearestOfTheirs(
  variants: readonly Schema[],
  own: Schema,
  expected: Schema,
  place: SchemaNode,
): Difference[] {
  return shortest(variants.map((variant) => compare(withNull(variant, expected), own, place)))
}

function shortest(found: readonly Difference[][]): Difference[] {
  return found.toSorted((one, other) => one.length - other.length)[0] ?? []
}

/** Each variant of theirs has to be covered by one of ours: told is what the one lacks that comes nearest. */
function nearestOfOurs(
  variant: Schema,
  ownVariants: readonly Schema[],
  own: Schema,
  place: SchemaNode,
): Difference[] {
  const candidates = ownVariants.filter((candidate) => isSameKind(variant, candidate))
  if (candidates.length === 0) return [{ at: place.at, what: `has no variant for ${kindIn(variant)}` }]
  return shortest(candidates.map((candidate) => compare(variant, withNull(candidate, own), place)))
}

/** The fields whose single value says which variant a value is. */
function constantsIn(schema: Schema): [field: string, value: unknown][] {
  return Object.entries(propertiesOf(schema)).flatMap(([field, { enum: values }]) =>
    Array.isArray(values) && values.length === 1 ? [[field, values[0]]] : [],
  )
}

function isSameKind(variant: Schema, candidate: Schema): boolean {
  const constants = new Map(constantsIn(candidate))
  return constantsIn(variant).every(
    ([field, value]) => !constants.has(field) || constants.get(field) === value,
  )
}

function kindIn(variant: Schema): string {
  return constantsIn(variant)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ')
}

/** Where the reference has one shape for all, and ours one for each kind: what any of them knows, ours knows. */
function allInOne(variants: readonly Schema[], own: Schema, { isRequest }: SchemaNode): Schema {
  const [first = {}] = variants
  const isNull = [own, ...variants].some(isNullable)
  const outer = { nullable: isNull }
  if (typeOf(first) !== 'object') {
    const values = variants.flatMap((variant) => valuesOf(variant) ?? [])
    const isOpen = variants.some((variant) => valuesOf(variant) === null)
    const { enum: _values, ...rest } = first
    return withNull(isOpen ? rest : { ...rest, enum: values }, outer)
  }
  const names = [...new Set(variants.flatMap((variant) => Object.keys(propertiesOf(variant))))]
  const properties = Object.fromEntries(
    names.map((name): [string, Schema] => {
      const known = variants.flatMap((variant): Schema[] => {
        const property = propertiesOf(variant)[name]
        return property === undefined ? [] : [property]
      })
      return [name, { anyOf: known }]
    }),
  )
  const required = names.filter((name) =>
    variants[isRequest ? 'every' : 'some']((variant) => requiredOf(variant).includes(name)),
  )
  return withNull({ type: 'object', properties, required }, outer)
}

function isOneType(variants: readonly Schema[]): boolean {
  return new Set(variants.map(typeOf)).size === 1
}

/** A choice that may be null makes each of its variants so. */
function withNull(schema: Schema, outer: Schema): Schema {
  return isNullable(outer) ? { ...schema, nullable: true } : schema
}

function compareOne(theirs: Schema, ours: Schema, place: SchemaNode): Difference[] {
  const typed = typeDifferences(theirs, ours, place)
  if (typed.length > 0) return typed
  return [
    ...nullDifferences(theirs, ours, place),
    ...enumDifferences(theirs, ours, place),
    ...(place.isRequest ? limitDifferences(theirs, ours, place) : []),
    ...objectDifferences(theirs, ours, place),
    ...itemDifferences(theirs, ours, place),
  ]
}

function typeDifferences(theirs: Schema, ours: Schema, { isRequest, at }: SchemaNode): Difference[] {
  const [expected, own] = [typeOf(theirs), typeOf(ours)]
  if (expected === own) return []
  if (own === 'anything' && isRequest) return []
  if (expected === 'anything' && !isRequest) return []
  const [narrow, wide] = isRequest ? [expected, own] : [own, expected]
  if (narrow === 'integer' && wide === 'number') return []
  return [{ at, what: `is ${own} instead of ${expected}` }]
}

function typeOf(schema: Schema): string {
  const { type } = schema
  if (typeof type === 'string') return type
  const values = valuesOf(schema)
  if (values?.every((value) => typeof value === 'string') === true) return 'string'
  return isRecord(schema['properties']) ? 'object' : 'anything'
}

function nullDifferences(theirs: Schema, ours: Schema, { isRequest, at }: SchemaNode): Difference[] {
  const [expected, own] = [isNullable(theirs), isNullable(ours)]
  if (expected === own || typeOf(isRequest ? ours : theirs) === 'anything') return []
  if (isRequest) return expected ? [{ at, what: 'must not be null' }] : []
  return own ? [{ at, what: 'may be null' }] : []
}

function enumDifferences(theirs: Schema, ours: Schema, { isRequest, at }: SchemaNode): Difference[] {
  const [expected, own] = [valuesOf(theirs), valuesOf(ours)]
  const [given, allowed] = isRequest ? [expected, own] : [own, expected]
  if (allowed === null) return []
  if (given === null)
    return [{ at, what: isRequest ? 'takes only some values' : 'is not one of their values' }]
  const others = given.filter((value) => value !== null && !allowed.includes(value))
  if (others.length === 0) return []
  return [{ at, what: `${isRequest ? 'does not take' : 'may also be'} ${others.join(', ')}` }]
}

function valuesOf({ enum: values }: Schema): unknown[] | null {
  return Array.isArray(values) ? values : null
}

const upperLimits = ['maximum', 'maxLength', 'maxItems', 'maxProperties']
const lowerLimits = ['minimum', 'minLength', 'minItems', 'minProperties']

/** Where the reference names a limit, ours is as wide. Where it names none, every server still has one. */
function limitDifferences(theirs: Schema, ours: Schema, { at }: SchemaNode): Difference[] {
  const isTighter = (limit: string, sign: 1 | -1) => {
    const [expected, own] = [theirs[limit], ours[limit]]
    return typeof expected === 'number' && typeof own === 'number' && sign * own < sign * expected
  }
  const tighter = [
    ...upperLimits.filter((limit) => isTighter(limit, 1)),
    ...lowerLimits.filter((limit) => isTighter(limit, -1)),
  ]
  return tighter.map((limit) => ({
    at,
    what: `has ${limit} ${String(ours[limit])} instead of ${String(theirs[limit])}`,
  }))
}

function objectDifferences(theirs: Schema, ours: Schema, place: SchemaNode): Difference[] {
  const [expected, own] = [propertiesOf(theirs), propertiesOf(ours)]
  // A field without a name of its own is one of those that any name may have.
  const rest = ours['additionalProperties']
  const isOpen = Object.keys(own).length === 0 && ours['additionalProperties'] !== false
  const [demanded, ownDemanded] = [requiredOf(theirs), requiredOf(ours)]
  const inProperties = Object.entries(expected).flatMap(([name, schema]): Difference[] => {
    const at = `${place.at}.${name}`
    const mine = own[name] ?? (isRecord(rest) ? rest : undefined)
    if (mine === undefined) return isOpen && place.isRequest ? [] : [{ at, what: 'is missing' }]
    const isLeftOut = !place.isRequest && demanded.includes(name) && !ownDemanded.includes(name)
    return [
      ...(isLeftOut ? [{ at, what: 'may be left out' }] : []),
      ...compare(schema, mine, { ...place, at }),
    ]
  })
  const wanted = place.isRequest
    ? ownDemanded.filter((name) => !demanded.includes(name) && own[name]?.['default'] === undefined)
    : []
  const isClosed =
    place.isRequest &&
    ours['additionalProperties'] === false &&
    theirs['additionalProperties'] !== false &&
    typeOf(theirs) === 'object'
  return [
    ...inProperties,
    ...wanted.map((name) => ({ at: `${place.at}.${name}`, what: 'is required' })),
    ...(isClosed ? [{ at: place.at, what: 'refuses unknown fields' }] : []),
    ...mapDifferences(theirs, ours, place),
  ]
}

function mapDifferences(theirs: Schema, ours: Schema, place: SchemaNode): Difference[] {
  const [expected, own] = [theirs['additionalProperties'], ours['additionalProperties']]
  if (!isRecord(expected) || !isRecord(own)) return []
  return compare(expected, own, { ...place, at: `${place.at}.*` })
}

function itemDifferences(theirs: Schema, ours: Schema, place: SchemaNode): Difference[] {
  const [expected, own] = [theirs['items'], ours['items']]
  if (!isRecord(expected) || !isRecord(own)) return []
  return compare(expected, own, { ...place, at: `${place.at}[]` })
}
