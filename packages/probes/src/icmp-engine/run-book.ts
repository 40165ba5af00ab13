import { appendRun, beginWords, packPing, pingKinds } from './run-wire.ts'

/** A run whose pings are not all done yet. */
export type OpenRun = {
  readonly id: number
  readonly count: number
  readonly socketAddress: Int32Array
  /** Two numbers per ping, ready for the main thread; all zero means lost. */
  readonly rows: Float64Array
  sent: number
  doneCount: number
  /** When the next ping is due, by the monotonic clock. */
  dueMs: number
  /** The largest delay of a reply that the kernel timed; -1 until there is one. */
  delayMs: number
  /** The longest that a reply without kernel times may have waited for us; -1 until there is one. */
  waitMs: number
  isAborted: boolean
}

/** What is open, and what is ready to be told to the main thread. */
export class RunBook {
  readonly #open = new Map<number, OpenRun>()
  #finished: number[] = []
  #firstFinishedMs = 0

  get openCount(): number {
    return this.#open.size
  }

  /** When the oldest finished run was finished; null when there is none. */
  get finishedSinceMs(): number | null {
    return this.#finished.length === 0 ? null : this.#firstFinishedMs
  }

  /** `words`: one entry of a begin message. */
  begin(words: Int32Array): OpenRun {
    const count = words[2] ?? 0
    const run: OpenRun = {
      id: words[0] ?? 0,
      count,
      socketAddress: words.subarray(3, beginWords),
      rows: new Float64Array(count * 2),
      sent: 0,
      doneCount: 0,
      dueMs: 0,
      delayMs: -1,
      waitMs: -1,
      isAborted: false,
    }
    this.#open.set(run.id, run)
    return run
  }

  /** Its pings in flight settle by themselves. */
  abort(id: number): void {
    const run = this.#open.get(id)
    if (!run) return
    run.isAborted = true
    this.#open.delete(id)
  }

  recordReply(
    run: OpenRun,
    number: number,
    reply: { type: number; ttl: number; rttMs: number; noiseMs: number; isKernelTimed: boolean },
    nowMs: number,
  ): void {
    if (reply.isKernelTimed) run.delayMs = Math.max(run.delayMs, reply.noiseMs)
    else run.waitMs = Math.max(run.waitMs, reply.noiseMs)
    run.rows[number * 2] = packPing(pingKinds.reply, reply.type, 0, reply.ttl)
    run.rows[number * 2 + 1] = reply.rttMs
    this.#countDone(run, nowMs)
  }

  recordError(run: OpenRun, number: number, type: number, code: number, nowMs: number): void {
    run.rows[number * 2] = packPing(pingKinds.error, type, code, -1)
    this.#countDone(run, nowMs)
  }

  recordRefusal(run: OpenRun, number: number, errno: number, nowMs: number): void {
    run.rows[number * 2] = packPing(pingKinds.refused, 0, 0, -1)
    run.rows[number * 2 + 1] = errno
    this.#countDone(run, nowMs)
  }

  recordLoss(run: OpenRun, nowMs: number): void {
    this.#countDone(run, nowMs)
  }

  takeFinished(): Float64Array<ArrayBuffer> {
    const numbers = new Float64Array(this.#finished)
    this.#finished = []
    return numbers
  }

  #countDone(run: OpenRun, nowMs: number): void {
    run.doneCount += 1
    if (run.doneCount < run.count || run.isAborted) return
    this.#open.delete(run.id)
    if (this.#finished.length === 0) this.#firstFinishedMs = nowMs
    const isKernelTimed = run.waitMs < 0
    const noiseMs = isKernelTimed ? run.delayMs : run.waitMs
    appendRun(this.#finished, { id: run.id, count: run.count, rows: run.rows, noiseMs, isKernelTimed })
  }
}
