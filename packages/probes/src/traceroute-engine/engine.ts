import { stampInKernel } from '../icmp-engine/icmp-socket.ts'
import { allocateBlock, loadLibc, type Libc } from '../icmp-engine/libc.ts'
import {
  AF_INET,
  AF_INET6,
  POLLERR,
  POLLIN,
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
  pollfd,
  timespec,
} from '../icmp-engine/linux-abi.ts'
import { createRandomWords } from '../icmp-engine/random-words.ts'
import { WallClock } from '../icmp-engine/wall-clock.ts'
import { createTraceTools, TraceRun, type TraceTools } from './trace-run.ts'
import {
  TracerouteEngineError,
  type Trace,
  type TracerouteEngineOptions,
  type TraceRequest,
  type Tracer,
} from './trace.ts'

/**
 * Traces the paths of all checks of an agent. Its sockets never block and are looked at every few milliseconds by a
 * timer of the main thread, as long as there are traces: the kernel takes the times, so a late look changes none of
 * them, and an idle engine costs nothing, not even a thread. Linux only; nothing is opened before the first trace.
 */
export function createLinuxEngine(options: TracerouteEngineOptions): Tracer {
  return new Engine(options)
}

/** Between two looks: rare enough to cost next to nothing, often enough for paths of a few milliseconds. */
const pollMs = 5
/** A look that comes later than this was held up; the time is not the target's. */
const usualPollMs = 50

type OpenTrace = {
  request: TraceRequest
  run: TraceRun | null
  resolve: (trace: Trace) => void
  reject: (error: unknown) => void
}

class Engine implements Tracer {
  readonly #waitMs: number
  readonly #mostTraces: number
  readonly #open = new Set<OpenTrace>()
  #tools: TraceTools | null = null
  #keeperFd: number | null = null
  #pollFds = allocateBlock(pollfd.size)
  readonly #noWait = allocateBlock(timespec.size)
  #timer: NodeJS.Timeout | null = null
  #awakeSinceMs = 0
  #isClosed = false

  constructor({ waitMs = 1000, mostTraces = 256 }: TracerouteEngineOptions) {
    this.#waitMs = waitMs
    this.#mostTraces = mostTraces
  }

  async trace(request: TraceRequest): Promise<Trace> {
    const { signal } = request
    signal?.throwIfAborted()
    if (this.#isClosed) throw new TracerouteEngineError('the traceroute engine is closed')
    const { promise, resolve, reject } = Promise.withResolvers<Trace>()
    const open: OpenTrace = { request, run: null, resolve, reject }
    this.#open.add(open)
    const abort = (): void => {
      this.#end(open)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    this.#plan(0)
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const open of this.#open) {
      this.#end(open)
      open.reject(new TracerouteEngineError('the traceroute engine was closed before the trace ended'))
    }
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#keeperFd !== null) this.#tools?.libc.close(this.#keeperFd)
    this.#keeperFd = null
  }

  #plan(ms: number): void {
    if (this.#timer !== null || this.#isClosed) return
    if (ms === 0) this.#awakeSinceMs = performance.now()
    this.#timer = setTimeout(() => this.#turn(), ms)
  }

  #turn(): void {
    this.#timer = null
    const tools = (this.#tools ??= this.#start())
    const nowMs = performance.now()
    const turn = { nowMs, clockOffsetMs: tools.clock.readOffset(), awakeSinceMs: this.#awakeSinceMs }
    const delayMs = nowMs - this.#awakeSinceMs - usualPollMs
    const running = [...this.#open].filter(({ run }) => run !== null)
    const hasInput = this.#poll(tools, running)
    for (const [index, open] of running.entries()) {
      if (delayMs > 0) open.run?.extend(delayMs)
      this.#attempt(open, () => open.run?.turn(turn, hasInput(index)) ?? null)
    }
    for (const open of [...this.#open].filter(({ run }) => run === null)) {
      if (this.#running() >= this.#mostTraces) break
      this.#attempt(open, () => this.#begin(tools, open, turn))
    }
    this.#awakeSinceMs = performance.now()
    if (this.#open.size > 0) this.#plan(pollMs)
  }

  #begin(tools: TraceTools, open: OpenTrace, turn: Parameters<TraceRun['turn']>[0]): Trace | null {
    const begun = TraceRun.open(tools, open.request, performance.now())
    if (!(begun instanceof TraceRun)) return begun
    open.run = begun
    return begun.turn(turn, false)
  }

  /** A trace that cannot go on ends alone. */
  #attempt(open: OpenTrace, step: () => Trace | null): void {
    try {
      const trace = step()
      if (trace === null) return
      this.#end(open)
      open.resolve(trace)
    } catch (error) {
      this.#end(open)
      open.reject(error)
    }
  }

  #end(open: OpenTrace): void {
    open.run?.close()
    this.#open.delete(open)
  }

  #running(): number {
    let running = 0
    for (const { run } of this.#open) if (run !== null) running += 1
    return running
  }

  /** Which of the traces have something to read, by their index. */
  #poll({ libc }: TraceTools, running: readonly OpenTrace[]): (index: number) => boolean {
    if (this.#pollFds.bytes.length < running.length * pollfd.size) {
      this.#pollFds = allocateBlock(2 * running.length * pollfd.size)
    }
    const { view, address } = this.#pollFds
    for (const [index, { run }] of running.entries()) {
      view.setInt32(index * pollfd.size + pollfd.fd, run?.fd ?? -1, true)
      view.setInt16(index * pollfd.size + pollfd.events, POLLIN, true)
      view.setInt16(index * pollfd.size + pollfd.revents, 0, true)
    }
    if (running.length === 0) return () => false
    const ready = libc.ppoll(address, running.length, this.#noWait.address, null)
    // Interrupted: nothing is known, so everybody is looked at.
    if (ready < 0) return () => true
    return (index) => {
      const events = view.getInt16(index * pollfd.size + pollfd.revents, true)
      return (events & (POLLIN | POLLERR)) !== 0
    }
  }

  #start(): TraceTools {
    const libc = loadLibc()
    this.#keeperFd = openKeeper(libc)
    return createTraceTools({
      libc,
      clock: new WallClock(libc),
      random: createRandomWords(libc),
      waitMs: this.#waitMs,
    })
  }
}

/**
 * The kernel stamps what arrives only while some socket wants it, and begins a moment after the first asked. This
 * one wants it all the time.
 */
function openKeeper(libc: Libc): number | null {
  for (const domain of [AF_INET, AF_INET6]) {
    const fd = libc.socket(domain, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)
    if (fd < 0) continue
    stampInKernel(libc, fd, false)
    return fd
  }
  return null
}
