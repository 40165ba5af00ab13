import { isRecord } from '@sonde/ground/is-record.ts'
import type { TSchema } from 'typebox'
import { channelKinds, channelTypes } from '../alerts/channels/channel-kinds.ts'
import { isAcceptedOnly } from '../validation/annotations.ts'
import { documentKinds, type DocumentKind, type DocumentReference } from './document-kinds.ts'
import { logicalIdPattern } from './project-deploy.ts'

type JsonSchema = Record<string, unknown>

/** Where a server publishes the schema. */
export const projectSchemaPath = '/schemas/project.json'

const reference = { $ref: '#/definitions/reference' }
const file = { $ref: '#/definitions/file' }

/** Texts of this length are programs, templates and bodies, which may lie in files of their own. */
const shortestFileText = 2_000

/**
 * The files of a project as a JSON Schema, for editors: they complete names and values, show what a field means, and
 * mark what is wrong. In the dialect of 2019 and before, which all of them read.
 */
export function projectJsonSchema(): JsonSchema {
  const definitions = createDefinitions()
  const lists = Object.fromEntries(documentKinds.map((kind) => [kind.list, listSchema(kind, definitions)]))
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Sonde project',
    description: 'Monitoring as code: checks and what belongs to them, by logical id.',
    type: 'object',
    additionalProperties: false,
    patternProperties: { '^x-': { description: 'Ignored: a place for YAML anchors.' } },
    properties: {
      $schema: { type: 'string' },
      project: {
        type: 'object',
        description: 'The project that owns what these files describe. In one of the files.',
        additionalProperties: false,
        required: ['logicalId'],
        properties: {
          logicalId: { type: 'string', maxLength: 255, pattern: logicalIdPattern },
          name: { type: 'string', minLength: 1, maxLength: 1000 },
          repoUrl: { type: ['string', 'null'], maxLength: 2000 },
        },
      },
      include: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description: 'Further files, folders or patterns such as checks/*.yaml, relative to this file.',
      },
      ...lists,
    },
    definitions: {
      reference: {
        type: 'object',
        additionalProperties: false,
        required: ['ref'],
        properties: { ref: { type: 'string', description: 'Logical id of something else in the project.' } },
      },
      file: {
        type: 'object',
        additionalProperties: false,
        required: ['file'],
        properties: {
          file: { type: 'string', description: 'The content of this file, relative to this one.' },
        },
      },
      ...definitions.all(),
    },
  }
}

type Definitions = ReturnType<typeof createDefinitions>

/** Schemas that are used several times stand in the document once. */
function createDefinitions() {
  const byName = new Map<string, JsonSchema>()
  return {
    /** A reference to it, or the schema itself where another one bears the name. */
    name(name: string, schema: JsonSchema): JsonSchema {
      const known = byName.get(name)
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) return schema
      byName.set(name, schema)
      return { $ref: `#/definitions/${name}` }
    },
    all: () => Object.fromEntries(byName),
  }
}

function listSchema(kind: DocumentKind, definitions: Definitions): JsonSchema {
  return {
    type: 'object',
    description: `By logical id. Fields are those of the API.`,
    propertyNames: { maxLength: 255, pattern: logicalIdPattern },
    additionalProperties: itemSchema(kind, definitions),
  }
}

function itemSchema(kind: DocumentKind, definitions: Definitions): JsonSchema {
  const { variants, variantField, list } = kind
  const [first] = variants
  const forms = variants.map(({ value, schema }) => ({
    value,
    schema: plain(schema, { references: kind.references, definitions, isTop: true }),
  }))
  if (variantField === null || first === undefined) {
    const [form] = forms
    const schema = form?.schema ?? {}
    return list === 'alertChannels' ? channelSchema(schema, definitions) : schema
  }
  const { name, isRequired } = variantField
  const says = (value: unknown) => ({ properties: { [name]: { const: value } }, required: [name] })
  return {
    type: 'object',
    properties: { [name]: { enum: variants.map(({ value }) => value) } },
    ...(isRequired ? { required: [name] } : {}),
    allOf: forms.map(({ value, schema }, index) =>
      index === 0 && !isRequired
        ? when({ not: { anyOf: variants.slice(1).map((other) => says(other.value)) } }, schema)
        : when(says(value), schema),
    ),
  }
}

/** What a channel is configured with depends on its type. */
function channelSchema(schema: JsonSchema, definitions: Definitions): JsonSchema {
  return {
    ...schema,
    allOf: channelTypes.map((type) => {
      const config = plain(channelKinds[type].config, { references: [], definitions, isTop: true })
      return when({ properties: { type: { const: type } }, required: ['type'] }, { properties: { config } })
    }),
  }
}

function when(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema; nobody awaits it
  return { if: condition, then: consequence }
}

type Place = { references: readonly DocumentReference[]; definitions: Definitions; isTop?: boolean }

/** In the words of JSON Schema alone. */
function plain(schema: TSchema, place: Place): JsonSchema {
  const { references, definitions } = place
  const here = references.find(({ path }) => path.length === 0)
  const {
    nullable,
    'x-component': componentName,
    properties,
    items,
    anyOf,
    ...rest
  } = JSON.parse(JSON.stringify(schema)) as JsonSchema & { 'x-component'?: string }
  const source = schema as { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] }
  const below = (step: string): Place => ({
    definitions,
    references: references
      .filter(({ path }) => path[0] === step)
      .map((each) => ({ ...each, path: each.path.slice(1) })),
  })
  const result: JsonSchema = { ...rest }
  if (anyOf !== undefined && source.anyOf !== undefined) {
    result['anyOf'] = source.anyOf.map((each) => plain(each, { references: [], definitions }))
  } else if (properties !== undefined && source.properties !== undefined) {
    Object.assign(result, objectSchema(source.properties, result, below))
  }
  if (items !== undefined && source.items !== undefined) result['items'] = plain(source.items, below('*'))
  if (nullable === true) allowNull(result)
  if (here !== undefined) return withChoice(result, reference)
  if (mayBeFile(result)) return withChoice(result, file)
  const isShared = componentName !== undefined && references.length === 0 && place.isTop !== true
  return isShared ? definitions.name(componentName, result) : result
}

function objectSchema(
  properties: Readonly<Record<string, TSchema>>,
  { required, additionalProperties }: JsonSchema,
  below: (step: string) => Place,
): JsonSchema {
  const fields = Object.entries(properties).filter(([, field]) => !isAcceptedOnly(field))
  const names = Array.isArray(required) ? required : []
  // The command fills this one in, so that a subscription is one line.
  const needed = names.filter((name) => !('alertChannelId' in properties && name === 'activated'))
  return {
    properties: Object.fromEntries(fields.map(([name, field]) => [name, plain(field, below(name))])),
    ...(names.length > 0 ? { required: needed } : {}),
    additionalProperties: additionalProperties ?? false,
  }
}

function allowNull(schema: JsonSchema): void {
  const { type, anyOf } = schema
  if (Array.isArray(anyOf)) schema['anyOf'] = [...anyOf, { type: 'null' }]
  else if (type !== undefined) schema['type'] = [type, 'null']
}

function mayBeFile(schema: JsonSchema): boolean {
  const { type, maxLength = Infinity } = schema
  const isText = type === 'string' || (Array.isArray(type) && type[0] === 'string')
  const isBound = ['enum', 'pattern', 'format'].some((word) => schema[word] !== undefined)
  return isText && !isBound && typeof maxLength === 'number' && maxLength >= shortestFileText
}

/** What is said about a field stays beside the choice, where editors look for it. */
function withChoice(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const { description, default: byDefault, ...rest } = schema
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    anyOf: [isRecord(rest) ? rest : {}, other],
  }
}
