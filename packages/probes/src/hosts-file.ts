import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import type { IpFamily } from '@sonde/schema/ip-family.ts'

export type HostsFile = { find(name: string, family: IpFamily): string | null }

/** A change of the file is seen within a second; asking for a name costs no system call in between. */
const freshForMs = 1000

export function openHostsFile(path: string): HostsFile {
  let addresses = new Map<string, string>()
  let checkedMs = -Infinity
  let version = ''

  const refresh = (): void => {
    const nowMs = performance.now()
    if (nowMs - checkedMs < freshForMs) return
    checkedMs = nowMs
    // A system need not have the file.
    const stat = statSync(path, { throwIfNoEntry: false })
    const seen = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ''
    if (seen === version) return
    version = seen
    addresses = stat ? parseHosts(readFileSync(path, 'utf8')) : new Map()
  }

  return {
    find(name, family) {
      refresh()
      return addresses.get(`${family} ${name}`) ?? null
    },
  }
}

/** The first line that names a host wins, for each family by itself. */
function parseHosts(text: string): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    const version = isIP(address)
    if (version === 0) continue
    for (const name of names) {
      const key = `${version === 4 ? 'IPv4' : 'IPv6'} ${name.toLowerCase()}`
      if (!addresses.has(key)) addresses.set(key, address)
    }
  }
  return addresses
}
