import { formsOf } from '@sonde/scrub/secret-forms.ts'

/** Shorter texts are in any answer by chance. */
const leastLength = 4

/** Replaces secrets by `***`, in every form in which a receiver may tell them back. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, ...formsOf(secret)])
    .filter((secret) => secret.length >= leastLength)
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}

/** What in an address can be a secret: its path, its query, its password, and each long part of them. */
export function secretsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [text]
  const url = new URL(text)
  const whole = url.pathname.length > 1 || url.search !== '' ? [text, `${url.pathname}${url.search}`] : []
  const segments = url.pathname.split('/').filter((segment) => segment.length >= 8)
  const parts = [...whole, ...segments, ...url.searchParams.values(), ...secretsOfLogin(url)]
  return parts.filter((part) => part !== '/')
}

/** A login in an address is sent decoded, in a header; alone, a user name is a token. */
function secretsOfLogin({ username, password }: URL): string[] {
  if (username === '' && password === '') return []
  const [user, word] = [decoded(username), decoded(password)]
  const secret = password === '' ? [username, user] : [password, word]
  return [...secret, Buffer.from(`${user}:${word}`).toString('base64')]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** A header such as `Bearer abc` hides its last word even when it is shown alone. */
export function secretsOfHeader(name: string, value: string): string[] {
  if (openHeaders.has(name.toLowerCase())) return []
  return [value, ...value.split(/\s+/).filter((word) => word.length >= 8)]
}

const openHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent'])
