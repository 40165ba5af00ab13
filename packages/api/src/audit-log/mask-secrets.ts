import { isRecord } from '@sonde/schema/violation.ts'
import { Masked } from './changed-fields.ts'

/** Field names whose values nobody is to read in a log, wherever they stand. */
const secretFields: ReadonlySet<string> = new Set([
  'apikey',
  'authtoken',
  'key',
  'passphrase',
  'password',
  'pingtoken',
  'pingurl',
  'privatekey',
  'rawkey',
  'secret',
  'servicekey',
  'token',
  'webhooksecret',
])

/** What lies sealed in the database, secret or not, is not written beside it in clear. */
const sealedFields: ReadonlySet<string> = new Set(['apiCheckDefaults'])
const sealedPairs: ReadonlySet<string> = new Set(['environmentVariables'])

/** Names of headers, parameters and variables whose values are credentials. */
const credentialName =
  /authori[sz]ation|cookie|token|secret|passw|passphrase|credential|api[-_]?key|private[-_]?key|signature/i

const onlyPlaceholder = /^\s*(?:(?:bearer|basic)\s+)?\{\{[^{}]*\}\}\s*$/i

/** The credentials that an address carries: user part, and parameters that are called like one. */
const userPart = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i
const credentialParameter =
  /([?&][^=&#]*(?:token|secret|passw|api[-_]?key|signature|credential|auth)[^=&#]*=)[^&#]+/gi

/** The document with everything that looks like a credential kept from being shown, but still compared. */
export function maskSecrets(value: unknown): unknown {
  if (value instanceof Masked) return value
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value === 'string') return maskAddress(value)
  if (!isRecord(value)) return value
  return isPair(value) ? maskPair(value) : maskFields(value)
}

type Pair = { key: string; value: unknown } & Record<string, unknown>

/** Variables, headers and parameters: a name and what it stands for. */
function isPair(value: Record<string, unknown>): value is Pair {
  return typeof value['key'] === 'string' && 'value' in value
}

function maskPair(pair: Pair): Record<string, unknown> {
  const isSecret = pair['secret'] === true || pair['locked'] === true || credentialName.test(pair.key)
  return { ...pair, value: isSecret ? maskText(pair.value) : maskSecrets(pair.value) }
}

function maskFields(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, maskField(field, each)]))
}

function maskField(field: string, value: unknown): unknown {
  if (sealedFields.has(field)) return maskText(value)
  if (sealedPairs.has(field) && Array.isArray(value)) {
    return value.map((pair: unknown) => (isRecord(pair) ? { ...pair, value: maskText(pair['value']) } : pair))
  }
  const isSecret = secretFields.has(field.toLowerCase()) && !isRecord(value) && typeof value !== 'boolean'
  return isSecret ? maskText(value) : maskSecrets(value)
}

/** A reference to a variable tells where the secret is, and not what it is. */
function maskText(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value
  return typeof value === 'string' && onlyPlaceholder.test(value) ? value : new Masked(value)
}

function maskAddress(text: string): unknown {
  const masked = text.replace(userPart, '$1***@').replaceAll(credentialParameter, '$1***')
  // As a whole, so that a change of the hidden part still counts as one.
  return masked === text ? text : new Masked(text)
}
