import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { Fifo } from './fifo.ts'
import type { IcmpSocket } from './icmp-socket.ts'
import type { Libc } from './libc.ts'
import { MSG_DONTWAIT, errnoOf } from './linux-abi.ts'
import { SendBatch, batchSize } from './message-batch.ts'
import type { PingPool } from './ping-pool.ts'
import type { OpenRun, RunBook } from './run-book.ts'

/** The queue of an interface is full and tells nobody when it empties: ask again after so long. */
const queuePauseMs = 1
const attemptsAtDoubtfulSend = 5

export type LaneDeps = {
  libc: Libc
  pool: PingPool
  book: RunBook
  intervalMs: number
  /** A socket with room, or null: opens a further one when the others are busy. */
  chooseSocket: (lane: Lane) => IcmpSocket | null
  /** Reads the socket's error queue empty. */
  drainErrors: (socket: IcmpSocket) => void
}

/** The pings that one family still has to send. */
export class Lane {
  readonly family: IpFamily
  readonly sockets: IcmpSocket[] = []
  readonly #deps: LaneDeps
  readonly #batch: SendBatch
  /** Their first ping is due at once. */
  readonly #fresh = new Fifo<OpenRun>()
  /** Their next ping is due an interval after the last one: always in order. */
  readonly #waiting = new Fifo<OpenRun>()
  /** Taken from the queues and not sent yet. */
  #held: OpenRun[] = []
  #pausedUntilMs = 0
  readonly #pings: number[] = []

  constructor(family: IpFamily, deps: LaneDeps) {
    this.family = family
    this.#deps = deps
    this.#batch = new SendBatch(family)
  }

  add(run: OpenRun): void {
    this.#fresh.push(run)
  }

  /** When there will be something to send; Infinity when only a socket's readiness can tell. */
  nextSendMs(nowMs: number): number {
    const isReady = this.#held.length > 0 || this.#fresh.length > 0
    if (isReady) return this.#isStuck() ? Infinity : Math.max(nowMs, this.#pausedUntilMs)
    const next = this.#waiting.peek()
    return next ? Math.max(next.dueMs, this.#pausedUntilMs) : Infinity
  }

  /** Everything that waits for a socket of this family, when there can be none. */
  takeAll(): OpenRun[] {
    const runs = this.#held
    this.#held = []
    for (const queue of [this.#fresh, this.#waiting]) {
      for (let run = queue.shift(); run; run = queue.shift()) runs.push(run)
    }
    return runs.filter((run) => !run.isAborted)
  }

  /** At most one batch, so that replies are read in between. */
  sendDue(nowMs: number, clockOffsetMs: number): void {
    if (nowMs < this.#pausedUntilMs) return
    this.#hold(nowMs)
    if (this.#held.length === 0) return
    const socket = this.#deps.chooseSocket(this)
    if (!socket) return
    const { pool } = this.#deps
    const runs = this.#held
    const pings = this.#pings
    pings.length = 0
    for (const run of runs) {
      if (socket.free === 0 || !pool.canAllocate) break
      const ping = pool.allocate(run, socket)
      this.#batch.fill(pings.length, {
        socketAddress: run.socketAddress,
        identifier: socket.identifier,
        sequence: pool.sequences[ping] ?? 0,
        tokenHigh: pool.tokensHigh[ping] ?? 0,
        tokenLow: pool.tokensLow[ping] ?? 0,
      })
      pings.push(ping)
    }
    const doneCount = this.#send(socket, runs, clockOffsetMs)
    this.#held = doneCount === runs.length ? [] : runs.slice(doneCount)
  }

  /** Returns how many of `runs`, from the first, are done with their ping: sent or refused. */
  #send(socket: IcmpSocket, runs: readonly OpenRun[], clockOffsetMs: number): number {
    const { libc, pool } = this.#deps
    const count = this.#pings.length
    let done = 0
    let doubts = 0
    while (done < count) {
      const sentMs = performance.now()
      const sent = libc.sendmmsg(socket.fd, this.#batch.addressOf(done), count - done, MSG_DONTWAIT)
      const errno = sent < 0 ? libc.errno() : 0
      for (let index = 0; index < sent; index += 1) {
        this.#commit(runs[done + index], this.#pings[done + index], sentMs, clockOffsetMs)
      }
      if (sent > 0) {
        done += sent
        doubts = 0
        continue
      }
      if (errno === errnoOf.EINTR) continue
      if (errno === errnoOf.EAGAIN) {
        socket.isBlocked = true
        break
      }
      if (errno === errnoOf.ENOBUFS || errno === errnoOf.ENOMEM) {
        this.#pausedUntilMs = sentMs + queuePauseMs
        break
      }
      throwOnOurMistake(errno)
      // An ICMP error for another ping of this socket is also told by the next call, whatever that call is for. It
      // is gone once the error queue is empty; only what comes back is about this ping.
      doubts += 1
      this.#deps.drainErrors(socket)
      if (doubts < attemptsAtDoubtfulSend) continue
      this.#refuse(runs[done], this.#pings[done], errno, sentMs)
      done += 1
      doubts = 0
    }
    for (let index = done; index < count; index += 1) pool.release(this.#pings[index] ?? 0)
    return done
  }

  #hold(nowMs: number): void {
    const held = this.#held
    for (let run = this.#waiting.peek(); run && run.dueMs <= nowMs; run = this.#waiting.peek()) {
      if (held.length >= batchSize) return
      this.#waiting.shift()
      if (!run.isAborted) held.push(run)
    }
    while (held.length < batchSize) {
      const run = this.#fresh.shift()
      if (!run) return
      if (!run.isAborted) held.push(run)
    }
  }

  #commit(run: OpenRun | undefined, ping: number | undefined, sentMs: number, clockOffsetMs: number): void {
    if (!run || ping === undefined) return
    this.#deps.pool.markSent(ping, sentMs, clockOffsetMs)
    this.#planNext(run, sentMs)
  }

  #refuse(run: OpenRun | undefined, ping: number | undefined, errno: number, nowMs: number): void {
    if (!run || ping === undefined) return
    this.#deps.pool.release(ping)
    const number = run.sent
    this.#planNext(run, nowMs)
    this.#deps.book.recordRefusal(run, number, errno, nowMs)
  }

  #planNext(run: OpenRun, sentMs: number): void {
    run.sent += 1
    if (run.sent === run.count) return
    run.dueMs = sentMs + this.#deps.intervalMs
    this.#waiting.push(run)
  }

  #isStuck(): boolean {
    return this.sockets.length > 0 && this.sockets.every((socket) => socket.isBlocked || socket.free === 0)
  }
}

/** These say that the engine itself is broken, and nothing about the target. */
function throwOnOurMistake(errno: number): void {
  if (errno === errnoOf.EBADF || errno === errnoOf.ENOTSOCK || errno === errnoOf.EFAULT) {
    throw new Error(`sendmmsg failed with errno ${errno}: the ICMP socket is gone`)
  }
}
