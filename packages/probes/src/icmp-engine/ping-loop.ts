import { ipFamilies, type IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { openIcmpSocket, stampInKernel, type IcmpSocket } from './icmp-socket.ts'
import { Lane } from './lane.ts'
import { allocateBlock, type Libc } from './libc.ts'
import { POLLERR, POLLIN, POLLNVAL, POLLOUT, pollfd, timespec } from './linux-abi.ts'
import { PingPool } from './ping-pool.ts'
import { createRandomWords } from './random-words.ts'
import { Receiver } from './receiver.ts'
import { RunBook } from './run-book.ts'
import { beginWords, type FromWorker, type SocketReport, type ToWorker } from './run-wire.ts'
import { toSocketAddress } from './socket-address.ts'
import { WallClock } from './wall-clock.ts'

const mostSocketsPerFamily = 32
/** Finished runs wait so long for company: one message for many costs the main thread next to nothing. */
const gatherMs = 5
/** What falls due within one such step is done together: a wake-up costs more than a ping. */
const stepMs = 1
/** A look at the stop flag, should nobody wake us. */
const longestSleepMs = 1000
const reopenAfterMs = 1000
const longestWarmUpMs = 200
/** The main thread's runs count from 1. */
const ownRunId = 0

export type PingLoopDeps = {
  libc: Libc
  wakeFd: number
  intervalMs: number
  windowMs: number
  kernelTimes: boolean
  send: (message: FromWorker) => void
  receive: () => ToWorker | null
  /** The main thread closes them all, however this thread ends. */
  recordFd: (fd: number) => void
  isStopped: () => boolean
}

/** The life of the worker thread: wait for packets, orders and times; read, expire, send; tell. */
export class PingLoop {
  readonly #deps: PingLoopDeps
  readonly #clock: WallClock
  readonly #randomWord: () => number
  readonly #pool: PingPool
  readonly #book = new RunBook()
  readonly #receiver: Receiver
  readonly #lanes: Record<IpFamily, Lane>
  readonly #sockets: IcmpSocket[] = []
  readonly #pollFds = allocateBlock((1 + ipFamilies.length * mostSocketsPerFamily) * pollfd.size)
  readonly #timeout = allocateBlock(timespec.size)
  readonly #wakeCount = allocateBlock(8)
  readonly #errnos: Record<IpFamily, number> = { IPv4: 0, IPv6: 0 }
  readonly #triedMs: Record<IpFamily, number> = { IPv4: -Infinity, IPv6: -Infinity }
  readonly #turns: Record<IpFamily, number> = { IPv4: 0, IPv6: 0 }
  #turnStartedMs = performance.now()

  constructor(deps: PingLoopDeps) {
    this.#deps = deps
    this.#clock = new WallClock(deps.libc)
    this.#randomWord = createRandomWords(deps.libc)
    this.#pool = new PingPool(this.#randomWord)
    const { libc, intervalMs, windowMs } = deps
    this.#receiver = new Receiver({ libc, pool: this.#pool, book: this.#book, clock: this.#clock, windowMs })
    const laneDeps = {
      libc,
      pool: this.#pool,
      book: this.#book,
      intervalMs,
      chooseSocket: (lane: Lane) => this.#chooseSocket(lane),
      drainErrors: (socket: IcmpSocket) => this.#receiver.drainErrors(socket),
    }
    this.#lanes = { IPv4: new Lane('IPv4', laneDeps), IPv6: new Lane('IPv6', laneDeps) }
    for (const family of ipFamilies) this.#openSocket(family)
    this.#writePollFds()
  }

  get report(): SocketReport {
    return {
      kinds: { IPv4: this.#kindOf('IPv4'), IPv6: this.#kindOf('IPv6') },
      errnos: { ...this.#errnos },
      hasKernelTimes: this.#sockets.length > 0 && this.#sockets.every((socket) => socket.hasKernelTimes),
    }
  }

  /**
   * The kernel begins to stamp what arrives only a moment after the first socket of the system asked for it. Until
   * then we ping ourselves, so that no run has to do without.
   */
  awaitStamps(): void {
    const socket = this.#sockets[0]
    if (!socket?.hasKernelTimes) return
    const address = toSocketAddress(socket.family === 'IPv4' ? '127.0.0.1' : '::1', socket.family)
    const words = Int32Array.from([ownRunId, 0, 1, ...(address ?? [])])
    const deadlineMs = performance.now() + longestWarmUpMs
    for (let isStamped = false; !isStamped && performance.now() < deadlineMs;) {
      const run = this.#book.begin(words)
      this.#lanes[socket.family].add(run)
      while (run.doneCount < run.count && performance.now() < deadlineMs) this.#turn()
      this.#book.abort(run.id)
      // Unanswered is as good a reason to stop: loopback is down, or behind a firewall.
      isStamped = run.waitMs < 0
    }
  }

  run(): void {
    while (!this.#deps.isStopped()) this.#turn()
  }

  #turn(): void {
    const hasSlept = this.#wait()
    const nowMs = performance.now()
    const clockOffsetMs = this.#clock.readOffset()
    this.#receiver.startTurn(clockOffsetMs, hasSlept ? nowMs : this.#turnStartedMs)
    this.#turnStartedMs = nowMs
    this.#readSockets()
    if (this.#readyEvents(0) !== 0) this.#takeOrders()
    this.#expire(nowMs)
    for (const family of ipFamilies) this.#lanes[family].sendDue(nowMs, clockOffsetMs)
    this.#tellFinished(nowMs)
  }

  /** True when there was nothing to do before the wait ended. */
  #wait(): boolean {
    const nowMs = performance.now()
    const nextMs = this.#nextEventMs(nowMs)
    const sleepMs =
      nextMs <= nowMs ? 0 : Math.min(longestSleepMs, Math.ceil(nextMs / stepMs) * stepMs - nowMs)
    this.#timeout.view.setBigInt64(timespec.seconds, BigInt(Math.floor(sleepMs / 1000)), true)
    this.#timeout.view.setBigInt64(timespec.nanoseconds, BigInt(Math.floor((sleepMs % 1000) * 1e6)), true)
    for (const [index, socket] of this.#sockets.entries()) {
      const events = socket.isBlocked ? POLLIN | POLLOUT : POLLIN
      this.#pollFds.view.setInt16((index + 1) * pollfd.size + pollfd.events, events, true)
    }
    const count = this.#sockets.length + 1
    const ready = this.#deps.libc.ppoll(this.#pollFds.address, count, this.#timeout.address, null)
    // Interrupted: what the kernel left in the results is not to be trusted.
    if (ready < 0) {
      for (let index = 0; index < count; index += 1) {
        this.#pollFds.view.setInt16(index * pollfd.size + pollfd.revents, 0, true)
      }
    }
    return performance.now() - nowMs > 0.02
  }

  #nextEventMs(nowMs: number): number {
    const oldest = this.#pool.oldest()
    const finishedMs = this.#book.finishedSinceMs
    return Math.min(
      oldest < 0 ? Infinity : (this.#pool.sentMs[oldest] ?? 0) + this.#deps.windowMs,
      finishedMs === null ? Infinity : finishedMs + gatherMs,
      this.#lanes.IPv4.nextSendMs(nowMs),
      this.#lanes.IPv6.nextSendMs(nowMs),
    )
  }

  #readSockets(): void {
    for (let index = 0; index < this.#sockets.length; index += 1) {
      const events = this.#readyEvents(index + 1)
      const socket = this.#sockets[index]
      if (events === 0 || !socket) continue
      if ((events & POLLNVAL) !== 0) throw new Error('an ICMP socket was closed unexpectedly')
      if ((events & POLLOUT) !== 0) socket.isBlocked = false
      if ((events & (POLLIN | POLLERR)) !== 0) this.#receiver.readSocket(socket)
    }
  }

  #takeOrders(): void {
    this.#deps.libc.read(this.#deps.wakeFd, this.#wakeCount.address, 8)
    for (let orders = this.#deps.receive(); orders; orders = this.#deps.receive()) {
      for (const id of orders.abort) this.#book.abort(id)
      for (let at = 0; at < orders.begin.length; at += beginWords) {
        const words = orders.begin.subarray(at, at + beginWords)
        this.#lanes[words[1] === 4 ? 'IPv4' : 'IPv6'].add(this.#book.begin(words))
      }
    }
    for (const family of ipFamilies) this.#refuseWithoutSocket(family)
  }

  /** A right may have been granted meanwhile, so the question is asked again, though not for every run. */
  #refuseWithoutSocket(family: IpFamily): void {
    const lane = this.#lanes[family]
    if (lane.sockets.length > 0 || lane.nextSendMs(0) === Infinity) return
    if (this.#turnStartedMs - this.#triedMs[family] > reopenAfterMs && this.#openSocket(family)) {
      this.#writePollFds()
      this.#deps.send({ kind: 'sockets', sockets: this.report })
      return
    }
    const runs = lane.takeAll()
    for (const { id } of runs) this.#book.abort(id)
    const runIds = Int32Array.from(runs, ({ id }) => id)
    this.#deps.send({ kind: 'no-socket', runIds, family, errno: this.#errnos[family] })
  }

  /** After the sockets were read: a reply that arrived in time counts, however late we are. */
  #expire(nowMs: number): void {
    const latestMs = nowMs - this.#deps.windowMs
    for (let ping = this.#pool.oldest(); ping >= 0; ping = this.#pool.oldest()) {
      if ((this.#pool.sentMs[ping] ?? 0) > latestMs) return
      const run = this.#pool.runs[ping]
      this.#pool.release(ping)
      if (run) this.#book.recordLoss(run, nowMs)
    }
  }

  #tellFinished(nowMs: number): void {
    const sinceMs = this.#book.finishedSinceMs
    if (sinceMs === null || nowMs - sinceMs < gatherMs) return
    this.#deps.send({ kind: 'finished', runs: this.#book.takeFinished() })
  }

  /** In turns, so that one burst is spread over the buffers of all. */
  #chooseSocket(lane: Lane): IcmpSocket | null {
    const { sockets, family } = lane
    let hasComfort = false
    for (const socket of sockets) if (socket.inFlight < socket.comfortableLoad) hasComfort = true
    if (!hasComfort && sockets.length < mostSocketsPerFamily && this.#openSocket(family)) this.#writePollFds()
    for (let step = 0; step < sockets.length; step += 1) {
      this.#turns[family] += 1
      const socket = sockets[this.#turns[family] % sockets.length]
      if (socket && !socket.isBlocked && socket.free > 0) return socket
    }
    return null
  }

  #openSocket(family: IpFamily): boolean {
    this.#triedMs[family] = performance.now()
    const { libc } = this.#deps
    const lane = this.#lanes[family]
    const opened = openIcmpSocket(libc, family, {
      kernelTimes: this.#deps.kernelTimes,
      random: () => this.#randomWord() & 0xffff,
      isIdentifierTaken: (identifier) => lane.sockets.some((socket) => socket.identifier === identifier),
    })
    if (!('socket' in opened)) {
      this.#errnos[family] = opened.errno
      return false
    }
    const { socket } = opened
    this.#deps.recordFd(socket.fd)
    if (this.#receiver.stampsAtQueue) stampInKernel(libc, socket.fd, true)
    lane.sockets.push(socket)
    this.#sockets.push(socket)
    return true
  }

  #writePollFds(): void {
    const fds = [this.#deps.wakeFd, ...this.#sockets.map((socket) => socket.fd)]
    for (const [index, fd] of fds.entries()) {
      this.#pollFds.view.setInt32(index * pollfd.size + pollfd.fd, fd, true)
      this.#pollFds.view.setInt16(index * pollfd.size + pollfd.events, POLLIN, true)
      this.#pollFds.view.setInt16(index * pollfd.size + pollfd.revents, 0, true)
    }
  }

  #readyEvents(index: number): number {
    return this.#pollFds.view.getInt16(index * pollfd.size + pollfd.revents, true)
  }

  #kindOf(family: IpFamily) {
    return this.#lanes[family].sockets[0]?.kind ?? 'none'
  }
}
