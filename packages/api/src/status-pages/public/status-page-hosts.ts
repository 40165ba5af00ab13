import type { ApiDeps } from '../../api-deps.ts'

/** No page has it: whatever is asked for there is not found. */
const nowhere = '/status/@'

/**
 * Which hosts show a status page: those below the domain for status pages, and proven custom domains. The address of
 * the service itself is never one of them, wherever it lies.
 */
export function statusPageHost(
  host: string,
  url: string,
  { statusPages, publicUrl }: Pick<ApiDeps, 'statusPages' | 'publicUrl'>,
): string | null {
  const { domain, domains } = statusPages
  const isBelow = domain !== null && host.endsWith(`.${domain}`)
  const status = isBelow ? null : domains.statusOf(host)
  if (!isBelow && status === null) return null
  // Before the first address is known, nobody can have asked for it.
  if (host === URL.parse(publicUrl())?.hostname) return null
  if (status === 'proven') return `/status/@${host}`
  // Where a page is to be, none is yet. The rest of the host is left alone: anybody can claim a name under which
  // others reach the service.
  if (!isBelow) return /^\/(\?|$)/.test(url) ? nowhere : null
  const label = host.slice(0, -domain.length - 1)
  return /^[a-z0-9-]{1,63}$/.test(label) ? `/status/${label}` : nowhere
}
