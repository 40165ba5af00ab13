import { closeSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { secondMs } from '@sonde/ground/durations.ts'
import { describeMissingSocket, listMissingRights } from './missing-rights.ts'
import { IcmpEngineError, type IcmpEngine, type PingRun, type PingTarget } from './ping-run.ts'
import {
  beginWords,
  readRuns,
  sharedWords,
  type FromWorker,
  type SocketReport,
  type ToWorker,
} from './run-wire.ts'
import { toSocketAddress } from './socket-address.ts'
import type { WorkerSettings } from './worker.ts'

export type IcmpEngineOptions = {
  /** Between two pings of one run. */
  intervalMs?: number
  /** How long each ping may wait for its reply. */
  windowMs?: number
  /** Off: round trips by our own thread's times, as on systems whose kernel takes none. */
  kernelTimes?: boolean
  /** Told when the worker thread died; the engine goes on with a new one. */
  reportCrash?: (error: Error) => void
  /** The worker's program. */
  workerUrl?: URL
  /** How long nobody pings until the worker thread ends; the next ping starts another. */
  restAfterMs?: number
}

/**
 * A thread takes 14 MB, and most of a tenth of a second to start. Checks that ping every minute, or witnesses that are
 * asked while any check runs that often, keep it. One that nobody has needed yet has told which sockets there are.
 */
const defaultRestAfterMs = 90 * secondMs
const restAfterStartMs = 10 * secondMs

type OpenPing = { resolve: (run: PingRun) => void; reject: (error: unknown) => void; words: Int32Array }

/** The engine of this process: one thread that sends, receives and takes the times of every ping. Linux only. */
export async function startIcmpEngine(options: IcmpEngineOptions = {}): Promise<IcmpEngine> {
  const engine = new Engine(options)
  await engine.start()
  return engine
}

class Engine implements IcmpEngine {
  readonly #options: IcmpEngineOptions
  readonly #open = new Map<number, OpenPing>()
  #toBegin: OpenPing[] = []
  #toAbort: number[] = []
  #nextId = 1
  #isFlushPlanned = false
  #isClosed = false
  #thread: Thread | null = null
  #starting: Promise<void> | null = null
  #resting: NodeJS.Timeout | null = null
  /** Threads that were told to end. */
  readonly #ending = new Set<Promise<void>>()
  #sockets: SocketReport = {
    kinds: { IPv4: 'none', IPv6: 'none' },
    errnos: { IPv4: 0, IPv6: 0 },
    hasKernelTimes: false,
  }

  constructor(options: IcmpEngineOptions) {
    this.#options = options
  }

  get capability() {
    const { kinds, hasKernelTimes } = this.#sockets
    const missing = listMissingRights(this.#sockets)
    return { ipv4: kinds.IPv4, ipv6: kinds.IPv6, kernelTimestamps: hasKernelTimes, missing }
  }

  start(): Promise<void> {
    this.#starting ??= this.#startThread().finally(() => (this.#starting = null))
    return this.#starting
  }

  async ping({ address, family, count, signal }: PingTarget): Promise<PingRun> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new IcmpEngineError('the ICMP engine is closed')
    if (!Number.isInteger(count) || count < 1 || count > 50)
      throw new RangeError(`cannot send ${count} pings`)
    const socketAddress = toSocketAddress(address, family)
    if (!socketAddress)
      throw new IcmpEngineError(`"${address}" is not an ${family} address of this host's networks`)
    const id = this.#takeId()
    const words = new Int32Array(beginWords)
    words.set([id, family === 'IPv4' ? 4 : 6, count])
    words.set(socketAddress, 3)
    const { promise, resolve, reject } = Promise.withResolvers<PingRun>()
    const open = { resolve, reject, words }
    this.#open.set(id, open)
    this.#toBegin.push(open)
    this.#planFlush()
    if (!signal) return promise
    const abort = (): void => {
      this.#toAbort.push(id)
      this.#planFlush()
      this.#end(id)?.reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', abort))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#rejectAll(() => new IcmpEngineError('the ICMP engine was closed before the pings ended'))
    await this.#starting?.catch(ignoreFailedStart)
    this.#endThread()
    await Promise.all(this.#ending)
  }

  async #startThread(): Promise<void> {
    const thread = new Thread(this.#options, (message) => this.#take(message))
    void thread.ended.then((error) => this.#outlive(thread, error))
    const ready = await thread.ready
    this.#thread = thread
    this.#sockets = ready.sockets
    this.#planFlush()
    this.#planRest(restAfterStartMs)
  }

  /** What it has found out about sockets stays known. */
  #planRest(afterMs = defaultRestAfterMs): void {
    if (this.#resting !== null) clearTimeout(this.#resting)
    this.#resting = setTimeout(() => {
      if (this.#open.size === 0) this.#endThread()
    }, this.#options.restAfterMs ?? afterMs)
    this.#resting.unref()
  }

  #endThread(): void {
    if (this.#resting !== null) clearTimeout(this.#resting)
    this.#resting = null
    const thread = this.#thread
    if (thread === null) return
    this.#thread = null
    const ending = thread.stop().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  /** The thread is gone. Its runs cannot be saved; later ones get a new thread. */
  #outlive(thread: Thread, error: Error): void {
    if (this.#isClosed || thread.isToStop) return
    const isRunning = this.#thread === thread
    if (isRunning) this.#thread = null
    this.#rejectAll(() => new IcmpEngineError(`the ICMP engine failed: ${error.message}`, { cause: error }))
    this.#options.reportCrash?.(error)
    // One that did not even start is tried again by the next ping, not at once for ever.
    if (isRunning) this.#startForPings()
  }

  #startForPings(): void {
    this.start().catch((error: unknown) => {
      this.#rejectAll(() => new IcmpEngineError('the ICMP engine could not start', { cause: error }))
    })
  }

  #take(message: FromWorker): void {
    if (message.kind === 'finished') {
      for (const { id, run } of readRuns(message.runs)) this.#end(id)?.resolve(run)
    } else if (message.kind === 'no-socket') {
      for (const id of message.runIds) {
        this.#end(id)?.reject(describeMissingSocket(message.family, message.errno))
      }
    } else {
      this.#sockets = message.sockets
    }
  }

  /** All that begins in one turn of the event loop travels together. */
  #planFlush(): void {
    if (this.#isFlushPlanned) return
    this.#isFlushPlanned = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushPlanned = false
    if (this.#toBegin.length === 0 && this.#toAbort.length === 0) return
    if (!this.#thread) {
      if (this.#starting || this.#isClosed) return
      this.#startForPings()
      return
    }
    const begin = new Int32Array(this.#toBegin.length * beginWords)
    for (const [index, { words }] of this.#toBegin.entries()) begin.set(words, index * beginWords)
    this.#thread.order({ begin, abort: Int32Array.from(this.#toAbort) })
    this.#thread.holdProcess(this.#open.size > 0)
    this.#toBegin = []
    this.#toAbort = []
  }

  #end(id: number): OpenPing | undefined {
    const open = this.#open.get(id)
    this.#open.delete(id)
    if (this.#open.size === 0) this.#thread?.holdProcess(false)
    // Not for the ping by which a new thread finds out what the kernel tells.
    if (this.#open.size === 0 && open !== undefined) this.#planRest()
    return open
  }

  #rejectAll(error: () => Error): void {
    const open = [...this.#open.values()]
    this.#open.clear()
    this.#toBegin = []
    this.#toAbort = []
    for (const { reject } of open) reject(error())
  }

  #takeId(): number {
    const id = this.#nextId
    this.#nextId = id === 0x7fff_ffff ? 1 : id + 1
    return id
  }
}

/** One worker thread, from its start to the closing of its descriptors. */
class Thread {
  readonly ready: Promise<{ wakeFd: number; sockets: SocketReport }>
  /** With the reason; never rejects. */
  readonly ended: Promise<Error>
  readonly #worker: Worker
  readonly #shared = new Int32Array(new SharedArrayBuffer(sharedWords.size * 4))
  #wakeFd: number | null = null
  #isHolding = true
  #isToStop = false

  constructor(options: IcmpEngineOptions, take: (message: FromWorker) => void) {
    const { intervalMs = 500, windowMs = 5000, kernelTimes = true } = options
    const settings: WorkerSettings = { shared: this.#shared, intervalMs, windowMs, kernelTimes }
    const worker = new Worker(options.workerUrl ?? new URL('./worker.ts', import.meta.url), {
      workerData: settings,
      // What the thread makes anew is small and short-lived; more room would only be resident memory.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
      name: 'icmp-engine',
    })
    this.#worker = worker
    // A process that exits joins its threads, and this one may be asleep in a system call.
    const wakeAtExit = (): void => this.#askToStop()
    process.on('exit', wakeAtExit)
    const ended = Promise.withResolvers<Error>()
    const ready = Promise.withResolvers<{ wakeFd: number; sockets: SocketReport }>()
    let failure: Error | null = null
    worker.on(
      'error',
      (error: unknown) => (failure = error instanceof Error ? error : new Error(String(error))),
    )
    worker.on('exit', (code) => {
      process.removeListener('exit', wakeAtExit)
      this.#closeFds()
      const reason = failure ?? new Error(`the worker thread ended with code ${code}`)
      ready.reject(reason)
      ended.resolve(reason)
    })
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        this.#wakeFd = message.wakeFd
        this.holdProcess(false)
        ready.resolve(message)
      }
      take(message)
    })
    this.ready = ready.promise
    this.ended = ended.promise
  }

  /** Whether its end is no failure. */
  get isToStop(): boolean {
    return this.#isToStop
  }

  order(orders: ToWorker): void {
    this.#worker.postMessage(orders, [orders.begin.buffer])
    this.#wake()
  }

  /** An idle engine keeps no process alive. */
  holdProcess(isNeeded: boolean): void {
    if (isNeeded === this.#isHolding) return
    this.#isHolding = isNeeded
    if (isNeeded) this.#worker.ref()
    else this.#worker.unref()
  }

  async stop(): Promise<void> {
    this.#isToStop = true
    this.holdProcess(true)
    this.#askToStop()
    await this.ended
  }

  #askToStop(): void {
    Atomics.store(this.#shared, sharedWords.stop, 1)
    this.#wake()
  }

  #wake(): void {
    if (this.#wakeFd !== null) writeSync(this.#wakeFd, oneEvent)
  }

  /** Only here, when the thread can no longer use them: a number closed earlier could already mean another file. */
  #closeFds(): void {
    this.#wakeFd = null
    for (const fd of this.#shared.subarray(sharedWords.firstFd)) if (fd !== 0) closeSync(fd)
  }
}

/** What an eventfd wants written: the number 1 in eight bytes. */
const oneEvent = new Uint8Array(new BigUint64Array([1n]).buffer)

/** Whoever asked for the start has been told. */
function ignoreFailedStart(): void {}
