import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseHosts } from '@sonde/schema/agents/hosts-text.ts'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'

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
    addresses = stat ? parseHosts(readFileSync(path, 'utf8'), isIP) : new Map()
  }

  return {
    find(name, family) {
      refresh()
      return addresses.get(`${family} ${name}`) ?? null
    },
  }
}
