/**
 * The cookies of one attempt: set on the way, sent to the same host on later hops, and forgotten. Nothing but the
 * host and whether the connection is encrypted matters: a chain of redirects is no session of a browser.
 */
export type CookieJar = {
  /** Takes what an answer of this address sets. */
  take(from: URL, rawHeaders: readonly string[]): void
  /** Null when there is nothing to send. */
  headerFor(to: URL): string | null
}

type Cookie = { value: string; isSecure: boolean }

/** A server may set as many as it likes; browsers keep about as many. */
const mostCookies = 50
const longestCookie = 4_096

export function createCookieJar(): CookieJar {
  const byHost = new Map<string, Map<string, Cookie>>()
  return {
    take({ hostname }, rawHeaders) {
      for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
        if (rawHeaders[index]?.toLowerCase() !== 'set-cookie') continue
        const cookie = parseCookie(rawHeaders[index + 1] ?? '')
        if (cookie === null) continue
        const cookies = byHost.get(hostname) ?? new Map<string, Cookie>()
        byHost.set(hostname, cookies)
        if (cookie.isGone) cookies.delete(cookie.name)
        else if (cookies.has(cookie.name) || cookies.size < mostCookies) cookies.set(cookie.name, cookie)
      }
    },
    headerFor({ hostname, protocol }) {
      const cookies = [...(byHost.get(hostname) ?? [])].filter(
        ([, { isSecure }]) => !isSecure || protocol === 'https:',
      )
      return cookies.length === 0 ? null : cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
    },
  }
}

function parseCookie(text: string): (Cookie & { name: string; isGone: boolean }) | null {
  if (text.length > longestCookie) return null
  const [pair = '', ...attributes] = text.split(';')
  const equals = pair.indexOf('=')
  if (equals <= 0) return null
  const known = new Map(
    attributes.map((attribute) => {
      const [name = '', value = ''] = attribute.split('=', 2)
      return [name.trim().toLowerCase(), value.trim()] as const
    }),
  )
  const maxAge = known.get('max-age')
  const expires = known.get('expires')
  const isExpired = expires !== undefined && Date.parse(expires) <= Date.now()
  return {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    isSecure: known.has('secure'),
    isGone: maxAge === undefined ? isExpired : !(Number(maxAge) > 0),
  }
}
