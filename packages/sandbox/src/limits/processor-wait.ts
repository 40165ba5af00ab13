import { availableParallelism } from 'node:os'
import { readFiguresOrNull } from '../process-table.ts'

/** How long a run could have gone on and did not, because others had the processors. */
export type ProcessorWait = {
  begin(): void
  /** Again and again, with those of the run that are alive. */
  look(pids: readonly number[]): void
  /** For people; null: it had what it needed, or took it from itself. */
  found(): string | null
}

/** Waiting for less than this part of its time decides nothing, nor does a wait as every busy machine has them. */
const leastWaitShare = 0.5
const longestUsualMs = 15_000
/** A run that has had more than this part of all processors waits for itself: a loop in each of 16 threads does. */
const mostOwnShare = 0.25
const nanosecondsPerMs = 1e6
/** Linux counts in hundredths of a second for every program, whatever its kernel does. */
const msPerTick = 10

type Seen = { delayMs: number; cpuMs: number }

/**
 * Linux counts for each process how long it was ready to run and had no processor. Those of a run mostly wait for each other, so
 * that of each moment the longest wait counts. Where nobody counts, nothing is found.
 */
export function createProcessorWait({
  now = () => performance.now(),
  read = readSeen,
  processors = availableParallelism(),
  leastMs = longestUsualMs,
}: {
  now?: () => number
  read?: (pid: number) => Seen | null
  processors?: number
  leastMs?: number
} = {}): ProcessorWait {
  let last = new Map<number, Seen>()
  let [beganMs, lookedMs, waitedMs, cpuMs] = [now(), now(), 0, 0]
  return {
    begin() {
      ;[beganMs, lookedMs, waitedMs, cpuMs] = [now(), now(), 0, 0]
    },
    look(pids) {
      lookedMs = now()
      let longestMs = 0
      const seen = new Map<number, Seen>()
      for (const pid of pids) {
        const current = read(pid)
        if (current === null) continue
        seen.set(pid, current)
        const before = last.get(pid) ?? { delayMs: 0, cpuMs: 0 }
        longestMs = Math.max(longestMs, current.delayMs - before.delayMs)
        cpuMs += Math.max(0, current.cpuMs - before.cpuMs)
      }
      // A wait is counted when it is over: part of it may have been before the last look.
      waitedMs = Math.min(waitedMs + longestMs, lookedMs - beganMs)
      last = seen
    },
    found() {
      const passedMs = lookedMs - beganMs
      const isLong = waitedMs > Math.max(leastMs, passedMs * leastWaitShare)
      if (!isLong || cpuMs >= passedMs * processors * mostOwnShare) return null
      const seconds = (ms: number) => Math.round(ms / 1_000)
      return `The agent's machine was too busy: for ${seconds(waitedMs)} of ${seconds(passedMs)} s the run had no processor`
    },
  }
}

/** Of its first thread, which is the one that others wait for, and of all its threads. */
function readSeen(pid: number): Seen | null {
  const delay = /^\d+ (\d+) /.exec(readFiguresOrNull(`/proc/${pid}/schedstat`) ?? '')?.[1]
  const stat = readFiguresOrNull(`/proc/${pid}/stat`)
  if (delay === undefined || stat === null) return null
  // The name stands in brackets and may hold brackets and spaces of its own.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    delayMs: Number(delay) / nanosecondsPerMs,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick,
  }
}
