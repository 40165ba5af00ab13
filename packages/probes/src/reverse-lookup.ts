import { Resolver } from 'node:dns/promises'

/** The names of addresses, as far as they are found in time. Never rejects. */
export type FindNames = (
  addresses: readonly string[],
  timeoutMs: number,
) => Promise<ReadonlyMap<string, string>>

/** What a result has room for; a name in DNS is shorter. */
const longestName = 255

/** Asks the host's DNS servers, or these: `address` or `address:port`. */
export function createReverseLookup({ servers }: { servers?: readonly string[] } = {}): FindNames {
  return async (addresses, timeoutMs) => {
    const names = new Map<string, string>()
    if (addresses.length === 0) return names
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
    if (servers) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    await Promise.all(
      addresses.map(async (address) => {
        const [name] = await resolver.reverse(address).catch(ignoreNameless)
        if (name !== undefined) names.set(address, name.slice(0, longestName))
      }),
    )
    clearTimeout(timer)
    return names
  }
}

/** A router need not have a name, nor its DNS server an answer. */
function ignoreNameless(): string[] {
  return []
}
