/** Masking these would break the files that hold them; nobody's secret is one of them. */
const protectedTexts = ['/artifact/', 'https://', 'http://', '*********', '123']

const shortestSecret = 3
/** Of a value that can be stored. Longer ones are no secrets but files. */
const longestSecret = 128_000

/** Whether a value is masked at all. Whoever knows its name warns about one that is not. */
export function isMaskable(secret: string): boolean {
  return (
    secret.length >= shortestSecret &&
    secret.length <= longestSecret &&
    !protectedTexts.some((text) => text.includes(secret))
  )
}

/** Every way in which a secret is written down: what masks the value alone shows it to everybody else. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    ...percentForms(secret),
    ...jsonForms(secret),
    ...htmlForms(secret),
    ...base64Forms(bytes),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
  return [...new Set(forms)].filter(isMaskable)
}

function percentForms(secret: string): string[] {
  // Half a surrogate pair has no percent-encoding.
  const text = secret.toWellFormed()
  const strict = encodeURIComponent(text).replaceAll(/[!'()*]/g, percentEncode)
  const form = new URLSearchParams({ v: text }).toString().slice('v='.length)
  const forms = [encodeURI(text), encodeURIComponent(text), strict, form, form.replaceAll('+', '%20')]
  return forms.flatMap((encoded) => [
    encoded,
    encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ])
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function jsonForms(secret: string): string[] {
  const once = escapeJson(secret)
  const ascii = once.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // JSON inside JSON is what logs of requests are made of.
  return [once, once.replaceAll('/', '\\/'), ascii, escapeJson(once)]
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
  ]
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
