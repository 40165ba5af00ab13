import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { findHeader } from './kept-headers.ts'

export type RedirectTarget =
  | { kind: 'none' }
  | { kind: 'to'; url: URL }
  | { kind: 'unusable'; error: ProbeError }

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Of DNS, with a dot at its end. No longer one can be looked up, and the service takes no result that names one. */
const longestHostName = 254

/** Where an answer sends its client on to. */
export function findRedirect(from: URL, status: number, rawHeaders: readonly string[]): RedirectTarget {
  if (!redirectStatuses.has(status)) return { kind: 'none' }
  const location = findHeader(rawHeaders, 'location')
  if (location === null || location === '') return { kind: 'none' }
  // Node reads headers as Latin-1; what is not ASCII in an address is UTF-8 with everybody else.
  const written = Buffer.from(location, 'latin1').toString()
  const url = URL.canParse(written, from.href) ? new URL(written, from.href) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname.length > longestHostName) {
    const message = `Redirect to an unusable address: ${written.slice(0, 500)}`
    return { kind: 'unusable', error: { code: 'ERR_INVALID_REDIRECT', message } }
  }
  keepCredentials(from, url)
  return { kind: 'to', url }
}

/** Another origin gets no password that was not meant for it. */
function keepCredentials(from: URL, to: URL): void {
  if (from.origin !== to.origin || to.username !== '' || to.password !== '') return
  to.username = from.username
  to.password = from.password
}
