import { readFileSync } from 'node:fs'

/** The bit of NET_RAW in the kernel's sets of capabilities. */
const netRawBit = 13n

/** Whether this process may open raw sockets. */
export function hasNetRaw(): boolean {
  if (process.platform !== 'linux') return false
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return effective !== undefined && ((BigInt(`0x${effective}`) >> netRawBit) & 1n) === 1n
}
