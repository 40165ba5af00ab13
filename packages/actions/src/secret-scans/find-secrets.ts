import { isCredentialName } from './credential-names.ts'
import { knownTokensIn } from './token-shapes.ts'

/** More of one text help nobody: the first ones say that it must be cleaned. */
export const mostOfOneText = 20

/** Filled in later: a variable of ours, or one of the script. */
const placeholder = /\{\{[^{}]{0,500}\}\}|\$\{[^{}]{0,500}\}/g

const scheme = /^(?:bearer|basic|token|apikey|api-key|digest|negotiate|key)\s+/i

/** Of fewer than twelve characters, none reaches it. */
const leastEntropy = 3.5

/** Bits per character, by how often each of them occurs. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  let length = 0
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1)
    length += 1
  }
  let bits = 0
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length)
  return bits
}

/** Of a value only as much as tells what it is. */
const longestScanned = 4_096

/** What is left of a value when everything that is filled in later is taken away. */
function literalPart(value: string): string {
  return value.slice(0, longestScanned).replaceAll(placeholder, '').trim().replace(scheme, '').trim()
}

function looksRandom(literal: string): boolean {
  return !/^https?:\/\//i.test(literal) && entropyOf(literal) >= leastEntropy
}

/** The credentials in the value of a header, parameter, variable or field that has this name. */
export function secretsInValue(name: string, value: string): string[] {
  const inText = secretsInText(value)
  if (inText.length > 0) return inText
  if (!isCredentialName(name)) return []
  const literal = literalPart(value)
  return looksRandom(literal) ? [literal] : []
}

/** The same where the place itself says that the value is a password, however simple it is. */
export function secretsInPassword(value: string): string[] {
  const literal = value.slice(0, longestScanned).replaceAll(placeholder, '').trim()
  return literal === '' ? [] : [literal]
}

/** The credentials in an address, a body or a script. */
export function secretsInText(text: string): string[] {
  const secrets = knownTokensIn(text, mostOfOneText)
  const add = (secret: string): boolean => {
    const isKnown = secrets.some((other) => other.includes(secret) || secret.includes(other))
    if (!isKnown) secrets.push(secret)
    return secrets.length < mostOfOneText
  }
  if (secrets.length >= mostOfOneText) return secrets
  addressCredentials(text, add)
  if (secrets.length < mostOfOneText) namedValues(text, add)
  return secrets
}

/** Says whether more are wanted. */
type Add = (secret: string) => boolean

const endOfAuthority = /[\s/?#"'<>`\\]/g

/** The password, or the lone key, before the host of an address. */
function addressCredentials(text: string, add: Add): void {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    endOfAuthority.lastIndex = at + 3
    const end = endOfAuthority.exec(text)?.index ?? text.length
    const authority = text.slice(at + 3, Math.min(end, at + 3 + longestScanned))
    const user = authority.lastIndexOf('@')
    if (user !== -1) {
      const [name = '', ...password] = authority.slice(0, user).split(':')
      const secret = password.length > 0 ? literalOf(password.join(':')) : lonelyKey(name)
      if (secret !== '' && !add(secret)) return
    }
    at = Math.max(at, end - 3)
  }
}

function literalOf(text: string): string {
  return text.replaceAll(placeholder, '')
}

/** A user without a password is a name, unless it is plainly none. */
function lonelyKey(name: string): string {
  const literal = literalOf(name)
  return literal.length >= 16 && looksRandom(literal) ? literal : ''
}

/**
 * A name, then `=` or `:`, then a value in quotes, or as a parameter of an address or of a form, or as a header that
 * says how it authorises.
 */
function namedValues(text: string, add: Add): void {
  for (const { index } of text.matchAll(separator)) {
    const { name, leading } = nameBefore(text, index)
    if (!isCredentialName(name)) continue
    const secret = valueAfter(text, index, leading)
    if (secret === null || /\s/.test(secret) || !looksRandom(secret)) continue
    if (!add(secret)) return
  }
}

const separator = /[=:]/g
const longestName = 80

/** Read backwards by hand: a pattern would look at the same characters again for every separator. */
function nameBefore(text: string, separatorIndex: number): { name: string; leading: string } {
  let end = separatorIndex
  for (let skipped = 0; skipped < 4 && /[\s"'`\]]/.test(text.charAt(end - 1)); skipped += 1) end -= 1
  let start = end
  while (start > 0 && end - start < longestName && /[\w-]/.test(text.charAt(start - 1))) start -= 1
  return { name: text.slice(start, end), leading: text.charAt(start - 1) }
}

const quotedAfter = /\s{0,4}(?:"([^"\r\n]{1,2000})"|'([^'\r\n]{1,2000})'|`([^`\r\n]{1,2000})`)/y
const authorisingAfter = /\s{0,2}(?:bearer|basic|token)\s{1,2}([^\s"'`\\]{12,2000})/iy
const parameterAfter = /[^\s"'`&#;,<>()[\]$]{12,2000}/y

function valueAfter(text: string, index: number, leading: string): string | null {
  const quoted = matchAt(quotedAfter, text, index + 1)
  if (quoted !== null) return literalPart(quoted[1] ?? quoted[2] ?? quoted[3] ?? '')
  if (text.charAt(index) === ':') {
    const authorising = matchAt(authorisingAfter, text, index + 1)?.[1]
    return authorising === undefined ? null : literalPart(authorising)
  }
  // Without quotes it may be code, unless it stands as parameters do.
  if (!['', '?', '&', '\n'].includes(leading)) return null
  const parameter = matchAt(parameterAfter, text, index + 1)?.[0]
  return parameter === undefined ? null : literalPart(parameter)
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

const shownAtBeginning = 4
const shownAtEnd = 2
const shortestShown = 12

/** Enough to recognise it by, and nothing of a short one. */
export function previewOf(secret: string): string | null {
  const characters = [...secret]
  if (characters.length < shortestShown) return null
  return `${characters.slice(0, shownAtBeginning).join('')}…${characters.slice(-shownAtEnd).join('')}`
}
