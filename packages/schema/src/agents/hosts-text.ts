/**
 * A hosts file as "IPv4 name" and "IPv6 name" to address. The first line that names a host wins, for each family
 * by itself. `versionOf`: 4, 6, or 0 for what is no address.
 */
export function parseHosts(text: string, versionOf: (address: string) => number): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    const version = versionOf(address)
    if (version === 0) continue
    for (const name of names) {
      const key = `${version === 4 ? 'IPv4' : 'IPv6'} ${name.toLowerCase()}`
      if (!addresses.has(key)) addresses.set(key, address)
    }
  }
  return addresses
}
