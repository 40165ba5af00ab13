import type { IncomingMessage } from 'node:http'
import { isInRanges, toAddressRanges } from '../address-ranges.ts'

type HostRequest = Pick<IncomingMessage, 'headers'> & {
  url?: string | undefined
  socket: { remoteAddress?: string | undefined }
}

/**
 * Hosts that show one page and nothing else. Every path of such a host stands for a path below the address that the
 * page has on the service itself: nothing else of the service answers there.
 */
export type PageHosts = {
  /**
   * `pathOf` tells the address of the page that a host shows, such as `/status/acme`; null for any other host. `url` is
   * what is asked for there.
   */
  add(pathOf: (host: string, url: string) => string | null): void
  /** For Fastify's `rewriteUrl`. */
  rewrite(request: HostRequest): string
}

/** `trustProxy`: addresses or CIDRs of the proxies that are believed when they name the host. */
export function createPageHosts({ trustProxy }: { trustProxy: readonly string[] }): PageHosts {
  const finders: ((host: string, url: string) => string | null)[] = []
  const proxies = toAddressRanges(trustProxy)

  return {
    add(pathOf) {
      finders.push(pathOf)
    },
    rewrite(request) {
      const url = request.url ?? '/'
      const host = hostOf(request)
      for (const pathOf of finders) {
        const path = pathOf(host, url)
        if (path !== null) return below(path, url)
      }
      return url
    },
  }

  function hostOf({ headers, socket }: HostRequest): string {
    const forwarded = headers['x-forwarded-host']
    const isBelieved = forwarded !== undefined && isInRanges(proxies, socket.remoteAddress ?? '')
    // A chain of proxies appends: the last one is what the nearest of them was asked for.
    const host = isBelieved ? String(forwarded).split(',').at(-1) : headers.host
    return withoutPort((host ?? '').trim().toLowerCase())
  }
}

/** Whether the page is asked for on a host of its own: its links then begin at the root. */
export function isOnOwnHost({ url, originalUrl }: { url: string; originalUrl: string }): boolean {
  return url !== originalUrl
}

function below(path: string, url: string): string {
  // The form for proxies, `http://host/path`: nobody asks a page in this way.
  if (!url.startsWith('/')) return path + '/'
  const [pathname = '/', query] = splitOnce(url)
  return (pathname === '/' ? path : path + pathname) + (query === undefined ? '' : `?${query}`)
}

function splitOnce(url: string): [string, string | undefined] {
  const at = url.indexOf('?')
  return at === -1 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '').replace(/\.$/, '')
}
