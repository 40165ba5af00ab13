import { CLOCK_REALTIME, timespec } from './linux-abi.ts'
import { allocateBlock, type Libc } from './libc.ts'

/** The kernel stamps packets with wall-clock time. Milliseconds since `originSeconds` keep nanoseconds exact enough. */
export class WallClock {
  readonly #libc: Libc
  readonly #now = allocateBlock(timespec.size)
  readonly #originSeconds: number

  constructor(libc: Libc) {
    this.#libc = libc
    libc.clockGettime(CLOCK_REALTIME, this.#now.address)
    this.#originSeconds = secondsAt(this.#now.view, timespec.seconds)
  }

  stampAt(view: DataView, offset: number): number {
    const seconds = secondsAt(view, offset + timespec.seconds)
    return (seconds - this.#originSeconds) * 1000 + view.getUint32(offset + timespec.nanoseconds, true) / 1e6
  }

  /** Wall clock minus monotonic clock: changes only when somebody steps the wall clock. */
  readOffset(): number {
    let offsetMs = 0
    let bestWindowMs = Infinity
    // Preempted between its two readings, a thread would take the pause for a step: the quickest reading counts.
    for (let attempt = 0; attempt < mostReadings && bestWindowMs > goodWindowMs; attempt += 1) {
      const before = performance.now()
      this.#libc.clockGettime(CLOCK_REALTIME, this.#now.address)
      const after = performance.now()
      if (after - before < bestWindowMs) {
        bestWindowMs = after - before
        offsetMs = this.stampAt(this.#now.view, 0) - (before + after) / 2
      }
    }
    return offsetMs
  }
}

const goodWindowMs = 0.02
const mostReadings = 10

function secondsAt(view: DataView, offset: number): number {
  return view.getInt32(offset + 4, true) * 0x1_0000_0000 + view.getUint32(offset, true)
}
