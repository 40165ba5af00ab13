import { getSystemErrorName } from 'node:util'
import { createControlReader } from '../icmp-engine/control-messages.ts'
import { allocateBlock, type Block, type Libc } from '../icmp-engine/libc.ts'
import {
  IPV6_UNICAST_HOPS,
  IP_TTL,
  MSG_DONTWAIT,
  MSG_ERRQUEUE,
  MSG_TRUNC,
  SOL_IP,
  SOL_IPV6,
  SO_EE_ORIGIN_ICMP,
  SO_EE_ORIGIN_ICMP6,
  SO_EE_ORIGIN_TIMESTAMPING,
  errnoOf,
} from '../icmp-engine/linux-abi.ts'
import { ReceiveBatch, batchSize } from '../icmp-engine/message-batch.ts'
import { addressText, readSocketAddress } from '../icmp-engine/socket-address.ts'
import { setNumber } from '../icmp-engine/socket-options.ts'
import type { WallClock } from '../icmp-engine/wall-clock.ts'
import { classifyIcmpError } from './icmp-error.ts'
import { openTraceSocket } from './open-trace-socket.ts'
import { createProbeFormat, type Flow, type Marked, type ProbeFormat } from './probe-format.ts'
import { timeAnswer } from './time-answer.ts'
import { TraceBook, type ProbeAnswer, type SentProbe } from './trace-book.ts'
import type { Trace, TraceRequest } from './trace.ts'

/** What all traces of an engine share; used by one at a time, and never across two calls. */
export type TraceTools = {
  libc: Libc
  clock: WallClock
  random: () => number
  batch: ReceiveBatch
  packet: Block
  readControl: ReturnType<typeof createControlReader>
  waitMs: number
}

export function createTraceTools(deps: Pick<TraceTools, 'libc' | 'clock' | 'random' | 'waitMs'>): TraceTools {
  return {
    ...deps,
    batch: new ReceiveBatch(),
    packet: allocateBlock(longestPacketBytes),
    readControl: createControlReader(deps.clock),
  }
}

/** The moment of a turn, on both clocks. */
export type Turn = {
  nowMs: number
  /** Wall clock minus monotonic clock. */
  clockOffsetMs: number
  /** Nothing that is read now can have waited for us since before then. */
  awakeSinceMs: number
}

const longestPacketBytes = 64
/** Of one trace in one turn, so that no trace keeps the others waiting. */
const mostSendsPerTurn = 4
const mostBatchesPerTurn = 8
const attemptsAtDoubtfulSend = 3

type Sending = { sentStampMs: number; clockOffsetMs: number; callMs: number }
type Arrival = { probe: SentProbe; receivedStampMs: number; receivedMs: number }

/** One trace: its socket, and what is written and read there. Gives its end to `turn`'s caller. */
export class TraceRun {
  readonly fd: number
  readonly #tools: TraceTools
  readonly #fds: readonly number[]
  readonly #format: ProbeFormat
  readonly #flow: Flow
  readonly #book: TraceBook
  readonly #request: TraceRequest
  readonly #target: string
  readonly #source: string
  /** By the number of the probe. */
  readonly #sendings: Sending[] = []
  #arrivals: Arrival[] = []
  #refusal: Trace['refusal'] = null
  #isClosed = false

  /** A trace that our own system refuses is at its end before it began. */
  static open(tools: TraceTools, request: TraceRequest, startedMs: number): TraceRun | Trace {
    const opened = openTraceSocket(tools.libc, request, tools.random)
    if (opened.kind === 'refused') return refusedTrace({ code: opened.code, errno: opened.errno })
    const { fd, reservedFd, flow } = opened
    return new TraceRun(tools, request, {
      fds: [fd, ...(reservedFd === null ? [] : [reservedFd])],
      flow,
      startedMs,
    })
  }

  private constructor(
    tools: TraceTools,
    request: TraceRequest,
    { fds, flow, startedMs }: { fds: readonly number[]; flow: Flow; startedMs: number },
  ) {
    const { maxHops, maxUnknownHops, timeoutMs, protocol } = request
    this.#tools = tools
    this.#request = request
    this.#fds = fds
    this.fd = fds[0] ?? -1
    this.#flow = flow
    this.#format = createProbeFormat(protocol, flow)
    this.#book = new TraceBook({ maxHops, maxUnknownHops, timeoutMs, waitMs: tools.waitMs }, startedMs)
    this.#target = addressText(flow.target)
    this.#source = addressText(flow.source)
  }

  /** Our own delay is not the target's. */
  extend(ms: number): void {
    this.#book.extend(ms)
  }

  /** Reads what has arrived when the socket has something, sends what is due; the trace when it is at its end. */
  turn(turn: Turn, hasInput: boolean): Trace | null {
    if (hasInput) this.#read(turn)
    this.#book.expire(turn.nowMs)
    this.#sendDue(turn)
    if (this.#refusal !== null) return refusedTrace(this.#refusal)
    const end = this.#book.findEnd(turn.nowMs)
    return end === null ? null : this.#book.describe(end)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const fd of this.#fds) this.#tools.libc.close(fd)
  }

  #read(turn: Turn): void {
    this.#drain(MSG_ERRQUEUE, (index, receivedMs) => this.#readError(turn, index, receivedMs))
    this.#drain(0, (index, receivedMs) => this.#readAnswer(index, receivedMs))
    if (this.#arrivals.length === 0) return
    // A transmit stamp is in its queue before the answer can be in the other: it is there now.
    this.#drain(MSG_ERRQUEUE, (index, receivedMs) => this.#readError(turn, index, receivedMs))
    const arrivals = this.#arrivals
    this.#arrivals = []
    for (const arrival of arrivals)
      this.#recordAnswer(turn, arrival, { kind: 'target', address: this.#target })
  }

  #drain(flags: number, read: (index: number, receivedMs: number) => void): void {
    const { libc, batch } = this.#tools
    for (let round = 0; round < mostBatchesPerTurn; round += 1) {
      const count = libc.recvmmsg(this.fd, batch.headers.address, batchSize, flags | MSG_DONTWAIT, null)
      if (count < 0) {
        // Anything but "nothing there" is the echo of an ICMP error, which the error queue tells in full.
        if (libc.errno() === errnoOf.EAGAIN) return
        continue
      }
      const receivedMs = performance.now()
      for (let index = 0; index < count; index += 1) read(index, receivedMs)
      batch.reset(count)
      if (count < batchSize) return
    }
  }

  #readAnswer(index: number, receivedMs: number): void {
    const { batch } = this.#tools
    const { view } = batch.data
    const marked = this.#format.readAnswer(view, batch.dataAt(index), batch.lengthOf(index))
    const probe = this.#probeOf(marked)
    // A datagram socket for ICMP is handed the replies of anybody, wherever it is connected to.
    const sender = readSocketAddress(batch.names.view, batch.nameWordAt(index) * 4)
    if (probe === null || sender !== this.#target) return
    this.#arrivals.push({ probe, receivedStampMs: this.#control(index).stampMs, receivedMs })
  }

  #readError(turn: Turn, index: number, receivedMs: number): void {
    const { batch } = this.#tools
    const { view } = batch.data
    const control = this.#control(index)
    const at = batch.dataAt(index)
    const length = batch.lengthOf(index)
    if (control.errorOrigin === SO_EE_ORIGIN_TIMESTAMPING) {
      // Our own packet comes back under whatever headers its interface uses: it is the end of the message.
      if (length < this.#format.bytes || (batch.flagsOf(index) & MSG_TRUNC) !== 0) return
      const probe = this.#probeOf(this.#format.readSent(view, at + length))
      const sending = probe && this.#sendings[probe.number]
      if (sending) sending.sentStampMs = control.stampMs
      return
    }
    const { errorOrigin, errorType, errorCode, offenderAt, stampMs } = control
    if (errorOrigin !== SO_EE_ORIGIN_ICMP && errorOrigin !== SO_EE_ORIGIN_ICMP6) return
    const address = offenderAt < 0 ? null : readSocketAddress(batch.control.view, offenderAt)
    const kind = classifyIcmpError({
      family: this.#request.family,
      protocol: this.#request.protocol,
      type: errorType,
      code: errorCode,
      isFromTarget: address === this.#target,
    })
    if (kind === null || address === null) return
    // Our own kernel, about a neighbour that is not there: nobody on the way has answered.
    if (address === this.#source && address !== this.#target) return
    const marked = this.#format.readQuoted(view, at, length)
    const probe = marked === 'unmarked' ? this.#book.findUnmarked() : this.#probeOf(marked)
    if (probe !== null)
      this.#recordAnswer(turn, { probe, receivedStampMs: stampMs, receivedMs }, { kind, address })
  }

  #recordAnswer(
    turn: Turn,
    arrival: Arrival,
    { kind, address }: Pick<ProbeAnswer, 'kind' | 'address'>,
  ): void {
    const { probe, receivedStampMs, receivedMs } = arrival
    const sending = this.#sendings[probe.number]
    if (sending === undefined) return
    const { sentStampMs, clockOffsetMs, callMs } = sending
    const time = timeAnswer({
      sentStampMs,
      receivedStampMs,
      sentMs: probe.sentMs,
      receivedMs,
      sendCallMs: callMs,
      clockOffsetMs: turn.clockOffsetMs,
      clockShiftMs: turn.clockOffsetMs - clockOffsetMs,
      awakeSinceMs: turn.awakeSinceMs,
    })
    this.#book.noteAnswer(probe, { kind, address, ...time })
  }

  #sendDue(turn: Turn): void {
    for (let sends = 0; sends < mostSendsPerTurn && this.#refusal === null; sends += 1) {
      const hop = this.#book.nextHop(turn.nowMs)
      if (hop === null || !this.#send(turn, hop)) return
    }
  }

  /** False when it has to be tried again later. */
  #send(turn: Turn, hop: number): boolean {
    const { libc, packet } = this.#tools
    const { bytes, hasIpHeader } = this.#format
    this.#format.write(packet.view, this.#book.probes.length, hop)
    if (!hasIpHeader) this.#setTtl(hop)
    for (let attempt = 1; attempt <= attemptsAtDoubtfulSend; attempt += 1) {
      const sentMs = performance.now()
      const sent = libc.sendto(this.fd, packet.address, bytes, MSG_DONTWAIT, null, 0)
      const errno = sent < 0 ? libc.errno() : 0
      if (errno === 0) {
        const callMs = performance.now() - sentMs
        this.#sendings.push({ sentStampMs: Number.NaN, clockOffsetMs: turn.clockOffsetMs, callMs })
        this.#book.noteSent(hop, sentMs)
        return true
      }
      if (errno === errnoOf.EAGAIN || errno === errnoOf.ENOBUFS) return false
      // A send also tells of an ICMP error about an earlier packet. Once that is read, only a refusal is left.
      this.#drain(MSG_ERRQUEUE, (index, receivedMs) => this.#readError(turn, index, receivedMs))
      if (attempt === attemptsAtDoubtfulSend) this.#refusal = { errno, code: getSystemErrorName(-errno) }
    }
    return false
  }

  #setTtl(ttl: number): void {
    const isIpv4 = this.#flow.family === 'IPv4'
    setNumber(this.#tools.libc, this.fd, isIpv4 ? SOL_IP : SOL_IPV6, isIpv4 ? IP_TTL : IPV6_UNICAST_HOPS, ttl)
  }

  #control(index: number) {
    const { batch, readControl } = this.#tools
    return readControl(batch.control.view, batch.controlAt(index), batch.controlLengthOf(index))
  }

  #probeOf(marked: Marked): SentProbe | null {
    return typeof marked === 'number' ? (this.#book.probes[marked] ?? null) : null
  }
}

function refusedTrace(refusal: NonNullable<Trace['refusal']>): Trace {
  return { hops: [], triedHops: 0, reason: 'unreachable', refusal, noiseMs: null, hasKernelTimes: false }
}
