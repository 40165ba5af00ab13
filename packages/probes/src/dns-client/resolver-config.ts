import { Resolver } from 'node:dns'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** How this machine looks names up. */
export type ResolverConfig = {
  /** In the order in which they are asked; `address` or `address:port`. */
  servers: readonly string[]
  /** What is appended to names, in this order. */
  search: readonly string[]
  /** A name with so many dots is asked for as it is before anything is appended. */
  ndots: number
}

/** As many as the C library uses. */
const mostServers = 3
const mostNdots = 15

/** A change is seen within a second: a laptop moves, the file of a container is rewritten. */
const freshForMs = 1000

export function createResolverConfig(file = '/etc/resolv.conf'): () => ResolverConfig {
  let config: ResolverConfig | null = null
  let version = ''
  let checkedMs = -Infinity
  return () => {
    const nowMs = performance.now()
    if (config !== null && nowMs - checkedMs < freshForMs) return config
    checkedMs = nowMs
    const stat = statSync(file, { throwIfNoEntry: false })
    const nowVersion = stat === undefined ? 'none' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`
    if (config === null || nowVersion !== version) {
      config = stat === undefined ? configWithoutFile() : parseResolverConfig(readFileSync(file, 'utf8'))
    }
    version = nowVersion
    return config
  }
}

/** Other systems keep it elsewhere; Node knows where. */
function configWithoutFile(): ResolverConfig {
  return { servers: new Resolver().getServers(), search: [], ndots: 1 }
}

/** Reads what resolv.conf(5) describes, by the rules of the C library: of `search` and `domain` the last line counts. */
export function parseResolverConfig(text: string, ownName: string = hostname()): ResolverConfig {
  const servers: string[] = []
  let search: string[] | null = null
  let ndots = 1
  for (const line of text.split('\n')) {
    const [keyword = '', ...values] = line.split(/[;#]/, 1)[0]?.trim().split(/\s+/) ?? []
    if (keyword === 'nameserver') servers.push(...values.slice(0, 1).filter(isServerAddress))
    if (keyword === 'search') search = values
    if (keyword === 'domain') search = values.slice(0, 1)
    if (keyword === 'options') ndots = ndotsIn(values) ?? ndots
  }
  return {
    servers: servers.length === 0 ? ['127.0.0.1'] : servers.slice(0, mostServers),
    search: (search ?? domainOf(ownName))
      .map((suffix) => suffix.replace(/\.$/, ''))
      .filter((suffix) => suffix !== ''),
    ndots,
  }
}

/** `fe80::1%eth0` is an address with the name of its network. */
function isServerAddress(text: string): boolean {
  return isIP(text.split('%')[0] ?? '') !== 0
}

function ndotsIn(options: readonly string[]): number | null {
  const value = options.flatMap((option) => /^ndots:(\d+)$/.exec(option)?.[1] ?? []).at(-1)
  return value === undefined ? null : Math.min(Number(value), mostNdots)
}

function domainOf(ownName: string): string[] {
  const dot = ownName.indexOf('.')
  return dot === -1 ? [] : [ownName.slice(dot + 1)]
}

/** The names to ask for, one after the other, until one is found. A final dot says that a name is whole. */
export function candidateNames(
  name: string,
  { search, ndots }: Pick<ResolverConfig, 'search' | 'ndots'>,
): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const longer = search.map((suffix) => `${name}.${suffix}`)
  const dots = name.split('.').length - 1
  return dots >= ndots ? [name, ...longer] : [...longer, name]
}
