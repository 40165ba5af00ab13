import { readFileSync } from 'node:fs'

const pageSizeEntry = 6n
const smallestBytes = 4096

/** The unit in which Linux counts memory of processes: 4 KiB, but on some arm64 machines 16 or 64 KiB. */
export const pageBytes = readPageBytes()

/** What the kernel hands to every program at its start: pairs of a name and a value, 8 bytes each. */
function readPageBytes(): number {
  if (process.platform !== 'linux') return smallestBytes
  const entries = readFileSync('/proc/self/auxv')
  for (let at = 0; at + 16 <= entries.length; at += 16)
    if (entries.readBigUInt64LE(at) === pageSizeEntry) return Number(entries.readBigUInt64LE(at + 8))
  return smallestBytes
}
