import { isRecord } from '@sonde/ground/is-record.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { holdsLogin } from '@sonde/schema/checks/check-secrets.ts'
import { isCredentialName, mayNameCredential } from '../secret-scans/credential-names.ts'
import { secretsInValue } from '../secret-scans/find-secrets.ts'
import { longestText, Masked } from './changed-fields.ts'

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

/** Names of files by what they hold, under a field that elsewhere has a secret. */
const shownFields: ReadonlySet<string> = new Set(['snapshots'])

/** What lies sealed in the database, secret or not, is not written beside it in clear. */
const sealedFields: ReadonlySet<string> = new Set(['apiCheckDefaults'])
const sealedPairs: ReadonlySet<string> = new Set([
  'environmentVariables',
  ...checkKinds.flatMap(({ secrets }) =>
    secrets.flatMap(({ holds, path }) => (holds === 'values' ? path.slice(-1) : [])),
  ),
])

const onlyPlaceholder = /^\s*(?:(?:bearer|basic)\s+)?\{\{[^{}]*\}\}\s*$/i

/** The credentials that an address carries: user part, and parameters that are called like one. */
const userPart = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*@/i
const parameter = /[?&;#]([^=&;#?]{1,200})=([^&;#]+)/g

/** Only the beginning of a text is shown; whatever begins there is looked at to its end. */
const longestScanned = longestText + 10_000

/** The document with everything that looks like a credential kept from being shown, but still compared. */
export function maskSecrets(value: unknown, name = ''): unknown {
  if (value instanceof Masked) return value
  if (Array.isArray(value)) return value.map((each) => maskSecrets(each, name))
  if (typeof value === 'string') return holdsCredential(name, value) ? new Masked(value) : value
  if (!isRecord(value)) return value
  return isPair(value) ? maskPair(value) : maskFields(value)
}

type Pair = { key: string; value: unknown } & Record<string, unknown>

/** Variables, headers and parameters: a name and what it stands for. */
function isPair(value: Record<string, unknown>): value is Pair {
  return typeof value['key'] === 'string' && 'value' in value
}

function maskPair(pair: Pair): Record<string, unknown> {
  const isSecret = pair['secret'] === true || pair['locked'] === true || mayNameCredential(pair.key)
  return { ...pair, value: isSecret ? maskText(pair.value) : maskSecrets(pair.value, pair.key) }
}

function maskFields(value: Record<string, unknown>): Record<string, unknown> {
  const masked = { ...value }
  for (const field of Object.keys(masked)) masked[field] = maskField(field, masked[field])
  return masked
}

function maskField(field: string, value: unknown): unknown {
  if (shownFields.has(field)) return value
  if (sealedFields.has(field)) return maskText(value)
  if (sealedPairs.has(field) && Array.isArray(value)) {
    return value.map((pair: unknown) => (isRecord(pair) ? { ...pair, value: maskText(pair['value']) } : pair))
  }
  const isSecret = secretFields.has(field.toLowerCase()) && !isRecord(value) && typeof value !== 'boolean'
  const isNamedSo = typeof value === 'string' && isCredentialName(field)
  return isSecret || isNamedSo ? maskText(value) : maskSecrets(value, field)
}

/** A reference to a variable tells where the secret is, and not what it is. */
function maskText(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value
  return typeof value === 'string' && onlyPlaceholder.test(value) ? value : new Masked(value)
}

/**
 * Short texts that are no credential: most of what thousands of checks say, they all say. Nothing that is masked is ever in
 * here.
 */
const harmless = new Set<string>()
const mostHarmless = 2_000
const longestHarmless = 40

function holdsCredential(name: string, text: string): boolean {
  if (text.length > longestHarmless) return scanForCredential(name, text)
  const known = `${name} ${text}`
  if (harmless.has(known)) return false
  if (scanForCredential(name, text)) return true
  if (harmless.size >= mostHarmless) harmless.clear()
  harmless.add(known)
  return false
}

/** A script, a body or an address with a credential in it is hidden whole, so that any change of it still counts. */
function scanForCredential(name: string, text: string): boolean {
  const excerpt = text.slice(0, longestScanned)
  const isAddress = userPart.test(excerpt) || holdsLogin(excerpt)
  return isAddress || hasCredentialParameter(excerpt) || secretsInValue(name, excerpt).length > 0
}

function hasCredentialParameter(text: string): boolean {
  return text
    .matchAll(parameter)
    .some(([, name = '', value = '']) => mayNameCredential(decoded(name)) && !onlyPlaceholder.test(value))
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}
