import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { brokenRules, fillDefaults, oversized, normalizeSpellings } from './shape.ts'
import { limitTextLengths } from './text-length.ts'
import type { Violation } from './violation.ts'

/** Names every mistake in a value; an empty list means that the value has the type of the schema. */
export type Validate = (value: unknown) => Violation[]

/** By schema, for all validators: what is compiled keeps nothing of who asked for it. */
const compiledSchemas = new WeakMap<TSchema, ValidateFunction>()

/**
 * Nothing is coerced, nothing removed, no default filled in: what a schema says about defaults is applied where the
 * reading of the request is decided. All mistakes are reported, which a hostile list could turn into a long answer, so
 * the number that is named is bounded.
 */
function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    strict: false,
    // Our own schemas are written with types, and the API document that is made of them is checked. Compiling the schema
    // of schemas was 70 ms of every start of every program.
    meta: false,
    validateSchema: false,
    // 1e999 is a number to JSON and infinite to us.
    strictNumbers: true,
    // Error texts speak of nullability and descriptions, which only the schema knows.
    verbose: true,
  })
  // The package is CommonJS: its default export arrives wrapped for the type checker, bare at run time.
  const install = addFormats as unknown as (target: Ajv) => Ajv
  install(ajv)
  limitTextLengths(ajv)
  // The usual format also takes `urn:uuid:` in front, which no id of ours has.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
  return ajv
}

let sharedAjv: Ajv | null = null

function compileOnce(schema: TSchema): ValidateFunction {
  const known = compiledSchemas.get(schema)
  if (known !== undefined) return known
  sharedAjv ??= createAjv()
  const matches = sharedAjv.compile(schema)
  // It would keep every schema, those of servers that are gone as well.
  sharedAjv.removeSchema(schema)
  compiledSchemas.set(schema, matches)
  return matches
}

/** Compiles schemas. */
export function createValidator() {
  /** `complete`: check rules between fields on the value with its defaults, as a create does. */
  function compile(schema: TSchema, options: { complete: boolean }): Validate {
    // At its first use: most schemas of a server are never used, and compiling all of them costs 10 MB.
    let compiled: ValidateFunction | null = null
    return (value) => {
      const matches = (compiled ??= compileOnce(schema))
      normalizeSpellings(schema, value)
      const tooLarge = oversized(schema, value)
      if (tooLarge) return [tooLarge]
      const fromSchema = matches(value) ? [] : describeErrors(matches.errors ?? [])
      const whole = options.complete ? fillDefaults(schema, value) : value
      return distinct([...fromSchema, ...brokenRules(schema, whole, options)])
    }
  }

  return { compile }
}

const mostViolationsNamed = 50

function distinct(violations: readonly Violation[]): Violation[] {
  const byPath = new Map<string, Violation>()
  for (const violation of violations) {
    if (!byPath.has(violation.path)) byPath.set(violation.path, violation)
    if (byPath.size === mostViolationsNamed) break
  }
  return [...byPath.values()]
}

function describeErrors(errors: readonly ErrorObject[]): Violation[] {
  return errors.map((error) => {
    const path = error.instancePath
      .slice(1)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join('.')
    const below = (name: unknown) => (path === '' ? String(name) : `${path}.${String(name)}`)
    switch (error.keyword) {
      case 'required':
        return { path: below(error.params['missingProperty']), message: 'is required' }
      case 'additionalProperties':
        return { path: below(error.params['additionalProperty']), message: 'is not a known field' }
      default:
        return { path, message: describeKeyword(error) }
    }
  })
}

function describeKeyword({ keyword, params, parentSchema, message }: ErrorObject): string {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'type': {
      const orNull = isRecord(parentSchema) && parentSchema['nullable'] === true ? ' or null' : ''
      return `must be ${withArticle(String(params['type']).replace(/,null$/, ''))}${orNull}`
    }
    case 'enum':
      return `must be one of ${params['allowedValues'].map(String).join(', ')}`
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return `must have at least ${limit} ${limit === '1' ? 'item' : 'items'}`
    case 'maxItems':
      return `must have at most ${limit} ${limit === '1' ? 'item' : 'items'}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'exclusiveMinimum':
      return `must be greater than ${limit}`
    case 'multipleOf':
      return params['multipleOf'] === 1
        ? 'must be a whole number'
        : `must be a multiple of ${String(params['multipleOf'])}`
    case 'format':
      return `must be ${formatNames[String(params['format'])] ?? `in the format ${String(params['format'])}`}`
    case 'pattern': {
      const { description } = isRecord(parentSchema) ? parentSchema : {}
      return typeof description === 'string'
        ? `has the wrong format (${description})`
        : 'has the wrong format'
    }
    default:
      return message ?? `is not valid (rule "${keyword}")`
  }
}

const formatNames: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  'date-time': 'an ISO 8601 timestamp',
  uri: 'an absolute address',
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}
