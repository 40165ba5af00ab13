import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { secretMask } from '../alerts/channels/secret-mask.ts'
import type { Violation } from '../validation/violation.ts'

/**
 * Where the documents of a type of check hold secrets. Whatever stands there is sealed in the database and masked for
 * readers, in results and in exports.
 */
export type SecretPlace = {
  /** The fields that lead to it. */
  path: readonly string[]
  /**
   * A text that may be an address with a login; a text that is secret; a list of names (`key`), each with a `value`,
   * which are secret all of them or only those that are `locked` or whose name says so.
   */
  holds: 'address' | 'text' | 'values' | 'locked-values'
}

type Config = Readonly<Record<string, unknown>>

/** Secret texts by their places, such as `request.url` or `request.grpcConfig.metadata.0.value`. */
export type CheckSecrets = Readonly<Record<string, string>>

/** These tell where a secret is, and not what it is. */
const onlyPlaceholder = /^\s*(?:(?:bearer|basic)\s+)?\{\{\{?[^{}]*\}\}\}?\s*$/i

/**
 * The login of an address, as parsers of addresses find it: they take backslashes for slashes. A placeholder may stand
 * for the scheme, or for all that is before the login.
 */
const login = /^(\s*(?:(?:\{\{\{?[^{}]*\}\}\}?|[a-z0-9+.-])+:[\\/]{2,}|\{\{\{?[^{}]*\}\}\}?))([^/?#\\]*)@/i

/** The document with masks in place of its secrets; the same one when it has none. */
export function maskSecrets<Document extends Config>(
  places: readonly SecretPlace[],
  document: Document,
): Document {
  return mapSecrets(places, document, maskText)
}

/**
 * The same for the request in the detail of a result, where the values of variables are filled in. Addresses stand
 * there without their login from the start.
 */
export function maskResultSecrets(places: readonly SecretPlace[], detail: unknown): unknown {
  const lists = places.filter(({ holds }) => holds === 'values')
  return lists.length === 0 || !isRecord(detail) ? detail : maskSecrets(lists, detail)
}

/** The document as it may lie in the open, and the texts that were taken out of it; null when there were none. */
export function splitSecrets<Document extends Config>(
  places: readonly SecretPlace[],
  document: Document,
): { open: Document; secrets: CheckSecrets | null } {
  const secrets: Record<string, string> = {}
  const open = mapSecrets(places, document, (text, place) => {
    const masked = maskText(text, place)
    if (masked !== text) secrets[place.path] = text
    return masked
  })
  return { open, secrets: open === document ? null : secrets }
}

/** Puts the texts back that `splitSecrets` has taken out. */
export function joinSecrets<Document extends Config>(open: Document, secrets: CheckSecrets): Document {
  let document: unknown = open
  for (const [path, text] of Object.entries(secrets)) document = withValueAt(document, path.split('.'), text)
  // Nothing but texts was put in, in place of texts.
  return document as Document
}

/**
 * Puts what is stored back where a document has only its mask, as whoever copied it from an answer to a reader would
 * send it. A mask that stands for nothing stored is a mistake: nobody's password is `***`.
 */
export function restoreMasked<Document extends Config>(
  places: readonly SecretPlace[],
  document: Document,
  stored: Config | null,
): { document: Document; mistakes: Violation[] } {
  const mistakes: Violation[] = []
  const restored = mapSecrets(places, document, (text, place) => {
    if (!isMasked(text, place)) return text
    const before = storedFor(text, place, { document, stored })
    if (before !== null) return before
    const message = 'contains a masked value: send the value itself, or the whole text as it was shown'
    mistakes.push({ path: place.path, message })
    return text
  })
  return { document: restored, mistakes }
}

/** Whether the text is an address with something secret in its login. */
export function holdsLogin(text: string): boolean {
  return maskAddress(text) !== text
}

/** The document without what its masks stand for: values are empty, and addresses have no password. */
export function withoutMasked<Document extends Config>(
  places: readonly SecretPlace[],
  document: Document,
): Document {
  return mapSecrets(places, document, (text, place) => {
    if (!isMasked(text, place)) return text
    return place.holds === 'address' ? withoutPassword(text) : ''
  })
}

/** One text that may be secret. */
type SecretText = {
  holds: SecretPlace['holds']
  /** Its own place. */
  path: string
  /** Of the list that it is a value of. */
  listPath: readonly string[]
  key: string
  index: number
  /** Whether it is hidden where it stands; of some lists only some values are. */
  isSecret: boolean
}

function mapSecrets<Document extends Config>(
  places: readonly SecretPlace[],
  document: Document,
  change: (text: string, place: SecretText) => string,
): Document {
  let mapped: unknown = document
  for (const { path, holds } of places) {
    const before = valueAt(mapped, path)
    const after =
      holds === 'address' || holds === 'text'
        ? mapText(before, { path, holds }, change)
        : mapValues(before, { path, holds }, change)
    if (after !== before) mapped = withValueAt(mapped, path, after)
  }
  // Nothing but texts was put in, in place of texts.
  return mapped as Document
}

type Change = (text: string, place: SecretText) => string

function mapText(value: unknown, { path, holds }: SecretPlace, change: Change): unknown {
  if (typeof value !== 'string') return value
  return change(value, { holds, path: path.join('.'), listPath: [], key: '', index: 0, isSecret: true })
}

function mapValues(list: unknown, { path, holds }: SecretPlace, change: Change): unknown {
  if (!Array.isArray(list)) return list
  const mapped = list.map((item: unknown, index): unknown => {
    if (!isPair(item)) return item
    const { key } = item
    const place = [...path, index, 'value'].join('.')
    const isSecret = holds === 'values' || isLocked(item)
    const value = change(item.value, { holds, path: place, listPath: path, key, index, isSecret })
    return value === item.value ? item : { ...item, value }
  })
  return mapped.some((item, index) => item !== list[index]) ? mapped : list
}

function isLocked(item: Pair & { locked?: unknown }): boolean {
  return item.locked === true || credentialHeaders.has(item.key.toLowerCase())
}

type Pair = { key: string; value: string }

function isPair(item: unknown): item is Pair {
  return isRecord(item) && typeof item['key'] === 'string' && typeof item['value'] === 'string'
}

function storedFor(
  text: string,
  { holds, path, listPath, key, index }: SecretText,
  { document, stored }: { document: Config; stored: Config | null },
): string | null {
  if (holds === 'address' || holds === 'text') {
    const before = valueAt(stored, path.split('.'))
    const mask = holds === 'address' ? maskAddress : maskValue
    return typeof before === 'string' && mask(before) === text ? before : null
  }
  const sameKey = (item: Pair): boolean => item.key === key
  const position = pairsAt(document, listPath, index).filter(sameKey).length
  const before = pairsAt(stored, listPath).filter(sameKey)[position]?.value
  // What is empty, or names a variable, is shown as it is: no mask stands for it.
  return before !== undefined && maskValue(before) === text ? before : null
}

/** Those of a list, up to an index. */
function pairsAt(document: unknown, path: readonly string[], end?: number): Pair[] {
  const list = valueAt(document, path)
  return Array.isArray(list) ? list.slice(0, end).filter(isPair) : []
}

function maskText(text: string, { holds, isSecret }: Pick<SecretText, 'holds' | 'isSecret'>): string {
  if (!isSecret) return text
  return holds === 'address' ? maskAddress(text) : maskValue(text)
}

function isMasked(text: string, { holds }: Pick<SecretText, 'holds'>): boolean {
  if (holds !== 'address') return text === secretMask
  const userPart = login.exec(text)?.[2]
  return userPart === secretMask || userPart?.endsWith(`:${secretMask}`) === true
}

function maskValue(value: string): string {
  return value === '' || onlyPlaceholder.test(value) ? value : secretMask
}

/** A user name without a password is a token. */
function maskAddress(text: string): string {
  if (!text.includes('@')) return text
  return text.replace(login, (_whole, before: string, userPart: string) => {
    const colon = userPart.indexOf(':')
    if (colon === -1) return `${before}${maskValue(userPart)}@`
    return `${before}${userPart.slice(0, colon)}:${maskValue(userPart.slice(colon + 1))}@`
  })
}

function withoutPassword(address: string): string {
  return address.replace(login, (_whole, before: string, userPart: string) => {
    const user = userPart.slice(0, Math.max(0, userPart.indexOf(':')))
    return user === '' ? before : `${before}${user}@`
  })
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, field) => (isRecord(inner) ? inner[field] : undefined), value)
}

/** A copy with another value there; what leads nowhere changes nothing. */
function withValueAt(value: unknown, [field, ...rest]: readonly string[], inner: unknown): unknown {
  if (field === undefined) return inner
  if (Array.isArray(value)) {
    const index = Number(field)
    return index < value.length ? value.with(index, withValueAt(value[index], rest, inner)) : value
  }
  if (!isRecord(value) || !(field in value)) return value
  return { ...value, [field]: withValueAt(value[field], rest, inner) }
}
