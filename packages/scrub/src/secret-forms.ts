import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Masking these would break the files that hold them; nobody's secret is one of them. */
const protectedTexts = ['/artifact/', 'https://', 'http://', '*********', '123']

const shortestSecret = 3
/** Of a value that can be stored. Longer ones are no secrets but files. */
const longestSecret = 128_000

/** Whether a value is masked at all. Whoever knows its name warns about one that is not. */
export function isMaskable(secret: string): boolean {
  return secret.length <= longestSecret && isTellingText(secret)
}

function isTellingText(text: string): boolean {
  return text.length >= shortestSecret && !protectedTexts.some((harmless) => harmless.includes(text))
}

/** Every way in which a secret is written down: what masks the value alone shows it to everybody else. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    ...decodedForms(secret, bytes),
    ...percentForms(secret),
    ...hostForms(secret),
    ...jsonForms(secret),
    ...htmlForms(secret),
    ...base64Forms(bytes),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...nameForms(secret),
    ...dnsForms(secret, bytes),
  ]
  return [...new Set(forms)].filter(isTellingText)
}

/** What comes out where its bytes are read by other rules than those by which they were written. */
function decodedForms(secret: string, bytes: Buffer): string[] {
  return [
    // Headers of HTTP.
    bytes.toString('latin1'),
    // Bodies that are shown, and what a decoder makes of half a pair.
    secret.toWellFormed(),
    secret.replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD'),
    // Addresses: a line end within one is nothing.
    secret.replaceAll(/[\t\n\r]/g, ''),
  ]
}

function percentForms(secret: string): string[] {
  // Half a surrogate pair has no percent-encoding.
  const text = secret.toWellFormed()
  const component = encodeURIComponent(text)
  const strict = component.replaceAll(/[!'()*]/g, percentEncode)
  const form = new URLSearchParams({ v: text }).toString().slice('v='.length)
  const forms = [
    encodeURI(text),
    component,
    strict,
    form,
    form.replaceAll('+', '%20'),
    encodeURIComponent(component),
    ...addressForms(text),
  ]
  return forms.flatMap((encoded) => [
    encoded,
    encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ])
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** As it stands in an address after a client has read it, which encodes less than the functions above. */
function addressForms(text: string): string[] {
  return ['http://h/', 'http://h/?', 'http://h/#', 'http://u:'].flatMap((before) => {
    const address = before.endsWith(':')
      ? `${before}${text.replaceAll(/[/?#@\\]/g, percentEncode)}@h`
      : before + text
    if (!URL.canParse(address)) return []
    return [new URL(address).href.slice(before.length).replace(/@h\/$/, '')]
  })
}

/** Far beyond the 253 characters of DNS. The work of writing a name in its letters grows with the square of its length. */
const longestHostName = 1_000

/** As a name of a host, or a part of one: without capitals, and in the letters of DNS. */
function hostForms(secret: string): string[] {
  if (!/^[^\s/?#@:\\%]+$/.test(secret)) return []
  if (secret.length > longestHostName) return [secret.toLowerCase()]
  const name = domainToASCII(secret)
  // A number is read as an address, which is nobody's secret.
  return isIP(name) === 0 ? [name, secret.toLowerCase()] : []
}

function jsonForms(secret: string): string[] {
  const once = escapeJson(secret)
  const ascii = once.replaceAll(/[^\0-\x7f]/g, escapeUnit)
  const forms = [
    once,
    once.replaceAll('/', '\\/'),
    ascii,
    ascii.replaceAll('/', '\\/'),
    // Go, and .NET.
    once.replaceAll(/[<>&\u2028\u2029]/g, escapeUnit),
    escapeJson(secret.replaceAll('"', '\0'))
      .replaceAll('\\u0000', '\\u0022')
      .replaceAll(/[^\0-\x7f]|[<>&'+`]/g, escapeLoudly),
  ]
  // JSON inside JSON is what logs of requests are made of.
  return forms.flatMap((form) => [form, escapeJson(form)])
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function escapeLoudly(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function htmlForms(secret: string): string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = text.replaceAll('"', '&quot;')
  return [
    text,
    quoted,
    quoted.replaceAll("'", '&#39;'),
    quoted.replaceAll("'", '&#x27;'),
    quoted.replaceAll("'", '&apos;'),
    text.replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
  ]
}

/** In the name that a certificate gives its owner (RFC 2253). */
function nameForms(secret: string): string[] {
  const inside = secret
    .replaceAll(/[,+"\\<>;]/g, String.raw`\$&`)
    .replaceAll(/(?=[\0-\x7f])\p{Cc}/gu, (code) => percentEncode(code).replace('%', '\\'))
  return [inside, inside.replace(/ $/, String.raw`\ `)]
}

/** In a reply of DNS, as text and inside a name. */
function dnsForms(secret: string, bytes: Buffer): string[] {
  const escape = (character: string): string => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`
  const named = bytes
    .toString('latin1')
    .replaceAll('\\', '\\\\')
    .replaceAll(/[^\x21-\x7e]/g, escape)
  return [secret.replaceAll(/\p{Cc}/gu, escape), named, named.replaceAll('.', '\\.')]
}

/**
 * Inside a longer text a secret begins at one of three places of a group of three bytes. The characters that
 * hold bits of a neighbour vary with it, so the forms are without them.
 */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString('base64')
  const inside = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const firstCharacter = Math.ceil((offset * 8) / 6)
    const endCharacter = Math.floor(((offset + bytes.length) * 8) / 6)
    return encoded.slice(firstCharacter, endCharacter)
  })
  const forms = [whole, whole.replace(/=+$/, ''), ...inside]
  return forms.flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(form),
  ])
}
