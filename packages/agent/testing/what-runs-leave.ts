import { readdirSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { trimHeap } from '@sonde/sandbox/trim-heap.ts'

/** Command lines of what runs under these user ids. What has ended and waits to be reaped has none. */
export function processesOf({ first, last }: { first: number; last: number }): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1])
        if (uid < first || uid > last) return []
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8')
        return command === '' ? [] : [command.replaceAll('\0', ' ')]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}

/**
 * After the collector has run until it finds nothing more: what streams held goes a turn later than they do. What the C library
 * keeps of what was freed is given back first: how much that is says nothing of a leak.
 */
export async function measureMemory(): Promise<{ kept: number; resident: number }> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let kept = Infinity
  for (let previous = Infinity, turns = 0; turns < 20 && (turns < 3 || kept < previous); turns += 1) {
    previous = kept
    collect()
    await new Promise((resolve) => setImmediate(resolve))
    const { heapUsed, external } = process.memoryUsage()
    kept = Math.min(kept, heapUsed + external)
  }
  trimHeap()
  return { kept, resident: process.memoryUsage().rss }
}
