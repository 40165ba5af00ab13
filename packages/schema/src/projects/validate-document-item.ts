import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '../accounts/configuration.ts'
import { channelKinds, isChannelType } from '../alerts/channels/channel-kinds.ts'
import { secretMask } from '../alerts/channels/secret-mask.ts'
import type { TSchema } from 'typebox'
import { unknownFields } from '../validation/unknown-fields.ts'
import { createValidator, type Validate } from '../validation/validator.ts'
import type { Violation } from '../validation/violation.ts'
import {
  logicalIdIn,
  mapDocumentReferences,
  variantOf,
  type DocumentKind,
  type DocumentReference,
} from './document-kinds.ts'

const validator = createValidator()
const validations = new Map<TSchema, Validate>()

/** What the server would say to the body, and what it would silently leave out. */
export function validateDocumentItem(kind: DocumentKind, item: ConfigurationItem): Violation[] {
  const variant = variantOf(kind, item)
  if (variant === undefined) return [unknownVariant(kind, item)]
  const { schema } = variant
  let validate = validations.get(schema)
  if (validate === undefined) {
    validate = validator.compile(schema, { complete: true })
    validations.set(schema, validate)
  }
  const body = withSampleIds(kind, item)
  const unknown = [...unknownFields(schema, body), ...unknownInConfig(kind, body)]
  return [
    ...validate(body).filter(({ path }) => !isHiddenSecret(item, path)),
    ...unknown.map((path) => ({ path, message: 'is not a known field' })),
  ]
}

/** An export has masks in place of secrets: the server knows what they stand for. */
function isHiddenSecret(item: ConfigurationItem, path: string): boolean {
  const value = path
    .split('.')
    .reduce<unknown>(
      (inner, step) => (isRecord(inner) || Array.isArray(inner) ? valueIn(inner, step) : undefined),
      item,
    )
  if (typeof value === 'string') return value.includes(secretMask)
  return value === null && /^environmentVariables\.\d+\.value$/.test(path)
}

function valueIn(container: object, step: string): unknown {
  return Object.hasOwn(container, step) ? Reflect.get(container, step) : undefined
}

function unknownVariant({ variantField, variants }: DocumentKind, item: ConfigurationItem): Violation {
  const path = variantField?.name ?? ''
  const values = variants.map(({ value }) => String(value)).join(', ')
  return { path, message: `${item[path] === undefined ? 'is required: ' : 'must be '}one of ${values}` }
}

/** What a channel is configured with depends on its type. */
function unknownInConfig({ list }: DocumentKind, { type, config }: ConfigurationItem): string[] {
  if (list !== 'alertChannels' || !isChannelType(type) || !isRecord(config)) return []
  return unknownFields(channelKinds[type].config, config).map((path) => `config.${path}`)
}

/** With an id in the place of each reference, as the schemas want it; a copy, because validating normalises. */
function withSampleIds(kind: DocumentKind, item: ConfigurationItem): Record<string, unknown> {
  const numbers = new Map<string, number>()
  const sampleOf = (logicalId: string, { by, to }: DocumentReference) => {
    const key = `${to} ${logicalId}`
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    return { number, uuid, slug: uuid, object: { id: uuid } }[by]
  }
  const named = mapDocumentReferences(kind, item, (value, reference) => {
    const logicalId = logicalIdIn(value)
    return logicalId === null ? value : sampleOf(logicalId, reference)
  })
  const body: Record<string, unknown> = structuredClone({ ...named })
  const { alertChannelSubscriptions: subscriptions } = body
  if (Array.isArray(subscriptions)) {
    // Whoever lists a channel wants to hear from it.
    body['alertChannelSubscriptions'] = subscriptions.map((entry: unknown) =>
      isRecord(entry) ? { activated: true, ...entry } : entry,
    )
  }
  return body
}
