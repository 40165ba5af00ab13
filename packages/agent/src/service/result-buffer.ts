import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'

export type FinishedRun = { result: RunResult; endedMs: number; bytes: number }

/** What the fields that every result has take as JSON. */
const fixedBytes = 500

/**
 * Finished results until the service has them. One batch may be under way; it is put back when it did not
 * arrive. Beyond `mostBytes` the oldest that are not under way are dropped.
 */
export function createResultBuffer({
  mostBytes,
  onDropped = () => undefined,
}: {
  mostBytes: number
  onDropped?: (result: RunResult) => void
}) {
  let waiting: FinishedRun[] = []
  // The front is cut off rarely and in one piece: shifting a long array result by result takes its length each time.
  let first = 0
  let underWay: FinishedRun[] = []
  let bytes = 0

  function compact(): void {
    if (first < 1_000 || first * 2 < waiting.length) return
    waiting = waiting.slice(first)
    first = 0
  }

  return {
    get size(): number {
      return waiting.length - first + underWay.length
    },
    get bytes(): number {
      return bytes
    },
    /** So much waits that no more is to be begun: the service is slower than this agent. */
    get isCrowded(): boolean {
      return bytes > mostBytes / 2
    },
    /** Adds a result that ended at `endedMs` of the monotonic clock; returns how many old ones it pushed out. */
    add(result: RunResult, endedMs: number): number {
      const run = { result, endedMs, bytes: fixedBytes + result.ticket.length + estimateBytes(result.detail) }
      waiting.push(run)
      bytes += run.bytes
      let dropped = 0
      while (bytes > mostBytes && first < waiting.length - 1) {
        const oldest = waiting[first]
        bytes -= oldest?.bytes ?? 0
        first++
        dropped++
        if (oldest !== undefined) onDropped(oldest.result)
      }
      if (dropped > 0) compact()
      return dropped
    },
    /** The oldest results, at least one if there is one, at most `most` and about `mostBatchBytes`. */
    take(most: number, mostBatchBytes: number): readonly FinishedRun[] {
      let batchBytes = 0
      let end = first
      while (end < waiting.length && end - first < most) {
        batchBytes += waiting[end]?.bytes ?? 0
        if (batchBytes > mostBatchBytes && end > first) break
        end++
      }
      underWay = waiting.slice(first, end)
      first = end
      compact()
      return underWay
    },
    /** The batch arrived, or will never be accepted. */
    forget(): void {
      for (const run of underWay) bytes -= run.bytes
      underWay = []
    },
    putBack(): void {
      waiting = [...underWay, ...waiting.slice(first)]
      first = 0
      underWay = []
    },
  }
}

export type ResultBuffer = ReturnType<typeof createResultBuffer>

/** About the length as JSON, without writing it. */
function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 2
  if (Array.isArray(value)) {
    for (const item of value) bytes += estimateBytes(item) + 1
    return bytes
  }
  for (const [name, field] of Object.entries(value)) bytes += name.length + 4 + estimateBytes(field)
  return bytes
}
