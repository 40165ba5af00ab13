import { Fifo } from './fifo.ts'
import type { IcmpSocket } from './icmp-socket.ts'
import type { OpenRun } from './run-book.ts'

/** A generation and an index in one number that a double holds exactly. */
const indexLimit = 2 ** 22
const generationLimit = 2 ** 30

/** The pings in flight, as columns: an object per ping would be garbage for every packet. */
export class PingPool {
  runs: (OpenRun | undefined)[] = []
  sockets: (IcmpSocket | undefined)[] = []
  numbers: Uint8Array = new Uint8Array(0)
  sequences: Uint16Array = new Uint16Array(0)
  tokensHigh: Uint32Array = new Uint32Array(0)
  tokensLow: Uint32Array = new Uint32Array(0)
  /** Monotonic, when handed to the kernel. */
  sentMs: Float64Array = new Float64Array(0)
  /** The kernel's transmit stamp; NaN until it is known. */
  sentStampMs: Float64Array = new Float64Array(0)
  /** Wall clock minus monotonic clock at the sending. */
  clockOffsetMs: Float64Array = new Float64Array(0)
  #generations: Uint32Array = new Uint32Array(0)
  #freeIndexes: number[] = []
  /** Every ping has the same time to live, so the order of sending is the order of expiry. */
  readonly #inOrder = new Fifo<number>()
  readonly #randomWord: () => number

  constructor(randomWord: () => number) {
    this.#randomWord = randomWord
  }

  get canAllocate(): boolean {
    return this.#freeIndexes.length > 0 || this.numbers.length < indexLimit
  }

  /** With a fresh random token: nobody can answer a ping that they have not seen. */
  allocate(run: OpenRun, socket: IcmpSocket): number {
    if (this.#freeIndexes.length === 0) this.#grow()
    const index = this.#freeIndexes.pop() ?? 0
    this.runs[index] = run
    this.sockets[index] = socket
    this.numbers[index] = run.sent
    this.sequences[index] = socket.takeSequence(index)
    this.tokensHigh[index] = this.#randomWord()
    this.tokensLow[index] = this.#randomWord()
    this.sentStampMs[index] = Number.NaN
    return index
  }

  markSent(index: number, sentMs: number, clockOffsetMs: number): void {
    this.sentMs[index] = sentMs
    this.clockOffsetMs[index] = clockOffsetMs
    this.#inOrder.push((this.#generations[index] ?? 0) * indexLimit + index)
  }

  release(index: number): void {
    this.sockets[index]?.releaseSequence(this.sequences[index] ?? 0)
    this.runs[index] = undefined
    this.sockets[index] = undefined
    this.#generations[index] = ((this.#generations[index] ?? 0) + 1) % generationLimit
    this.#freeIndexes.push(index)
  }

  /** The ping in flight that was sent first; -1 when there is none. */
  oldest(): number {
    for (;;) {
      const entry = this.#inOrder.peek()
      if (entry === undefined) return -1
      const index = entry % indexLimit
      if (this.#generations[index] === (entry - index) / indexLimit) return index
      this.#inOrder.shift()
    }
  }

  #grow(): void {
    const before = this.numbers.length
    const after = Math.max(256, before * 2)
    this.numbers = enlarge(this.numbers, new Uint8Array(after))
    this.sequences = enlarge(this.sequences, new Uint16Array(after))
    this.tokensHigh = enlarge(this.tokensHigh, new Uint32Array(after))
    this.tokensLow = enlarge(this.tokensLow, new Uint32Array(after))
    this.sentMs = enlarge(this.sentMs, new Float64Array(after))
    this.sentStampMs = enlarge(this.sentStampMs, new Float64Array(after))
    this.clockOffsetMs = enlarge(this.clockOffsetMs, new Float64Array(after))
    this.#generations = enlarge(this.#generations, new Uint32Array(after))
    for (let index = after - 1; index >= before; index -= 1) this.#freeIndexes.push(index)
  }
}

function enlarge<Column extends { set(from: Column): void }>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
