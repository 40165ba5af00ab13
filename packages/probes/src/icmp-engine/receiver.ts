import { createControlReader } from './control-messages.ts'
import type { IcmpSocket } from './icmp-socket.ts'
import { stampInKernel } from './icmp-socket.ts'
import type { Libc } from './libc.ts'
import {
  ECHO_REPLY,
  MSG_DONTWAIT,
  MSG_ERRQUEUE,
  MSG_TRUNC,
  SCM_TSTAMP_SND,
  SO_EE_ORIGIN_ICMP,
  SO_EE_ORIGIN_ICMP6,
  SO_EE_ORIGIN_TIMESTAMPING,
  errnoOf,
  icmpHeaderBytes,
  packetBytes,
  tokenBytes,
  tokenOffset,
} from './linux-abi.ts'
import { ReceiveBatch, batchSize } from './message-batch.ts'
import type { PingPool } from './ping-pool.ts'
import { reconcileRoundTrip } from './reconcile-round-trip.ts'
import type { RunBook } from './run-book.ts'
import type { WallClock } from './wall-clock.ts'

/** One socket may not keep the others, and the sending, waiting for ever. */
const mostBatchesAtOnce = 64
/** So many replies in a row without a transmit stamp: the driver takes none. */
const patienceForStamps = 16

type Reply = { ping: number; ttl: number; receivedStampMs: number; receivedMs: number }

/** Reads what arrived, and settles the pings that it answers. Everything else is ignored. */
export class Receiver {
  readonly #libc: Libc
  readonly #pool: PingPool
  readonly #book: RunBook
  readonly #windowMs: number
  readonly #batch = new ReceiveBatch()
  readonly #readControl: ReturnType<typeof createControlReader>
  /** Replies that came before their transmit stamp. */
  readonly #waiting: Reply[] = []
  #unstampedInARow = 0
  #stampsAtQueue = false
  #clockOffsetMs = 0
  #awakeSinceMs = 0

  constructor(deps: { libc: Libc; pool: PingPool; book: RunBook; clock: WallClock; windowMs: number }) {
    this.#libc = deps.libc
    this.#pool = deps.pool
    this.#book = deps.book
    this.#windowMs = deps.windowMs
    this.#readControl = createControlReader(deps.clock)
  }

  get stampsAtQueue(): boolean {
    return this.#stampsAtQueue
  }

  /** `awakeSinceMs`: nothing that is read now can have waited for us since before then. */
  startTurn(clockOffsetMs: number, awakeSinceMs: number): void {
    this.#clockOffsetMs = clockOffsetMs
    this.#awakeSinceMs = awakeSinceMs
  }

  readSocket(socket: IcmpSocket): void {
    this.drainErrors(socket)
    this.#drain(socket, 0, (index, receivedMs) => this.#readReply(socket, index, receivedMs))
    if (this.#waiting.length === 0) return
    // A stamp is in the queue before its reply can be, so whoever came since the first look is served now.
    this.drainErrors(socket)
    for (const reply of this.#waiting) this.#recordAnswer(socket, reply)
    this.#waiting.length = 0
  }

  drainErrors(socket: IcmpSocket): void {
    this.#drain(socket, MSG_ERRQUEUE, (index, receivedMs) => this.#readError(socket, index, receivedMs))
  }

  #drain(socket: IcmpSocket, flags: number, read: (index: number, receivedMs: number) => void): void {
    const batch = this.#batch
    for (let round = 0; round < mostBatchesAtOnce; round += 1) {
      const count = this.#libc.recvmmsg(
        socket.fd,
        batch.headers.address,
        batchSize,
        flags | MSG_DONTWAIT,
        null,
      )
      if (count < 0) {
        // Anything but "nothing there" is the echo of an ICMP error, which the error queue tells in full.
        if (this.#libc.errno() === errnoOf.EAGAIN) return
        continue
      }
      const receivedMs = performance.now()
      for (let index = 0; index < count; index += 1) read(index, receivedMs)
      batch.reset(count)
      if (count < batchSize) return
    }
  }

  #readReply(socket: IcmpSocket, index: number, receivedMs: number): void {
    const { view } = this.#batch.data
    let at = this.#batch.dataAt(index)
    let length = this.#batch.lengthOf(index)
    let ttl = -1
    if (socket.kind === 'raw' && socket.family === 'IPv4') {
      if (length < 20) return
      const ipHeaderBytes = (view.getUint8(at) & 15) * 4
      ttl = view.getUint8(at + 8)
      at += ipHeaderBytes
      length -= ipHeaderBytes
    }
    if (length < icmpHeaderBytes + tokenBytes || view.getUint8(at) !== ECHO_REPLY[socket.family]) return
    if (socket.kind === 'raw' && view.getUint16(at + 4) !== socket.identifier) return
    const ping = socket.pingAt(view.getUint16(at + 6))
    if (ping < 0 || !this.#isToken(ping, view, at + tokenOffset) || !this.#isFromTarget(ping, socket, index))
      return
    const control = this.#readControl(
      this.#batch.control.view,
      this.#batch.controlAt(index),
      this.#batch.controlLengthOf(index),
    )
    const reply: Reply = {
      ping,
      ttl: control.ttl >= 0 ? control.ttl : ttl,
      receivedStampMs: control.stampMs,
      receivedMs,
    }
    if (socket.hasKernelTimes && Number.isNaN(this.#pool.sentStampMs[ping])) this.#waiting.push(reply)
    else this.#recordAnswer(socket, reply)
  }

  #readError(socket: IcmpSocket, index: number, receivedMs: number): void {
    const control = this.#readControl(
      this.#batch.control.view,
      this.#batch.controlAt(index),
      this.#batch.controlLengthOf(index),
    )
    const { view } = this.#batch.data
    const at = this.#batch.dataAt(index)
    const length = this.#batch.lengthOf(index)
    if (control.errorOrigin === SO_EE_ORIGIN_TIMESTAMPING) {
      // Our own packet comes back under whatever headers its interface uses: it is the end of the message.
      if (length < packetBytes || (this.#batch.flagsOf(index) & MSG_TRUNC) !== 0) return
      const packet = at + length - packetBytes
      const ping = socket.pingAt(view.getUint16(packet + 6))
      if (ping < 0 || !this.#isToken(ping, view, packet + tokenOffset)) return
      // The driver's stamp is the later and better one of the two.
      if (control.errorDetail === SCM_TSTAMP_SND || Number.isNaN(this.#pool.sentStampMs[ping])) {
        this.#pool.sentStampMs[ping] = control.stampMs
      }
    } else if (isFinalError(control.errorOrigin, control.errorType)) {
      const { errorType, errorCode } = control
      if (length < icmpHeaderBytes) return
      if (socket.kind === 'raw' && view.getUint16(at + 4) !== socket.identifier) return
      const ping = socket.pingAt(view.getUint16(at + 6))
      if (ping < 0 || !this.#isFromTarget(ping, socket, index)) return
      // Routers need not send back more than the header; where they do, the token must be right.
      if (length >= tokenOffset + tokenBytes && !this.#isToken(ping, view, at + tokenOffset)) return
      const run = this.#pool.runs[ping]
      if (receivedMs - (this.#pool.sentMs[ping] ?? 0) > this.#windowMs) return
      const number = this.#pool.numbers[ping] ?? 0
      this.#pool.release(ping)
      if (run) this.#book.recordError(run, number, errorType, errorCode, receivedMs)
    }
  }

  #recordAnswer(socket: IcmpSocket, { ping, ttl, receivedStampMs, receivedMs }: Reply): void {
    const pool = this.#pool
    const run = pool.runs[ping]
    const sentStampMs = pool.sentStampMs[ping] ?? Number.NaN
    // A duplicate in the same turn: the first has released the ping.
    if (!run) return
    const trip = reconcileRoundTrip({
      sentStampMs: Number.isNaN(sentStampMs) ? null : sentStampMs,
      receivedStampMs: Number.isNaN(receivedStampMs) ? null : receivedStampMs,
      sentMs: pool.sentMs[ping] ?? 0,
      receivedMs,
      clockShiftMs: this.#clockOffsetMs - (pool.clockOffsetMs[ping] ?? 0),
    })
    const number = pool.numbers[ping] ?? 0
    pool.release(ping)
    if (socket.hasKernelTimes) this.#watchStamps(socket, Number.isNaN(sentStampMs))
    if (trip.rttMs > this.#windowMs) {
      this.#book.recordLoss(run, receivedMs)
      return
    }
    const noiseMs = trip.delayMs ?? receivedMs - this.#awakeSinceMs
    this.#book.recordReply(
      run,
      number,
      {
        type: ECHO_REPLY[socket.family],
        ttl,
        rttMs: trip.rttMs,
        noiseMs,
        isKernelTimed: trip.delayMs !== null,
      },
      receivedMs,
    )
  }

  #watchStamps(socket: IcmpSocket, isUnstamped: boolean): void {
    this.#unstampedInARow = isUnstamped ? this.#unstampedInARow + 1 : 0
    if (this.#unstampedInARow < patienceForStamps) return
    this.#unstampedInARow = 0
    this.#stampsAtQueue = true
    stampInKernel(this.#libc, socket.fd, true)
  }

  #isToken(ping: number, view: DataView, at: number): boolean {
    return (
      view.getUint32(at) === this.#pool.tokensHigh[ping] &&
      view.getUint32(at + 4) === this.#pool.tokensLow[ping]
    )
  }

  /** The sender of a reply, or the destination of the packet that an ICMP error is about. */
  #isFromTarget(ping: number, socket: IcmpSocket, index: number): boolean {
    const target = this.#pool.runs[ping]?.socketAddress
    if (!target) return false
    const { words } = this.#batch.names
    const name = this.#batch.nameWordAt(index)
    if (socket.family === 'IPv4') return words[name + 1] === target[1]
    for (let word = 2; word < 6; word += 1) if (words[name + word] !== target[word]) return false
    return true
  }
}

/** Unreachable, too big, time exceeded, bad parameter. A redirect or a source quench ends nothing. */
function isFinalError(origin: number, type: number): boolean {
  if (origin === SO_EE_ORIGIN_ICMP) return type === 3 || type === 11 || type === 12
  return origin === SO_EE_ORIGIN_ICMP6 && type >= 1 && type <= 4
}
