/** `{{NAME}}` and `{{{NAME}}}`: filled in before a run. */
const placeholder = /\{\{\{?[^{}]*\}\}\}?/g
const placeholderPort = /:\d*(?:\{\{\{?[^{}]*\}\}\}?\d*)+(?=[/?#]|$)/g

/** Why a text is no address that a URL monitor can look at, placeholders aside; null when it is one. */
export function urlMistake(url: string): string | null {
  // A placeholder at the beginning may hold the scheme, the host, or both.
  const begun = url.startsWith('{{') ? url.replace(placeholder, beginningOnly) : url
  const text = begun.replaceAll(placeholderPort, ':1').replaceAll(placeholder, 'x')
  if (!/^https?:\/\//i.test(text)) return 'must begin with http:// or https://'
  return URL.canParse(text) ? null : 'is not a valid address'
}

function beginningOnly(found: string, at: number): string {
  return at === 0 ? 'http://x' : found
}

/** Host and port of an https address, where both are written out; null when a placeholder stands there. */
export function httpsHostIn(url: string): string | null {
  const authority = /^https:\/\/(?<authority>[^/?#\\]*)/i.exec(url)?.groups?.['authority']
  if (authority === undefined) return null
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  if (host.includes('{{') || !URL.canParse(`https://${host}`)) return null
  return new URL(`https://${host}`).host
}
