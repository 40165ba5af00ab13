import { probesPerHop, type TruncationReason } from '@sonde/schema/check-types/traceroute/traceroute-path.ts'
import type { Trace, TracedHop } from './trace.ts'

/** What one probe drew. `target`: the target itself answered as one that was reached. */
export type ProbeAnswer = {
  kind: 'router' | 'target' | 'unreachable'
  address: string
  rttMs: number
  /** What our own delay added, or would have added. */
  noiseMs: number
  isKernelTimed: boolean
}

export type SentProbe = {
  readonly number: number
  readonly hop: number
  /** On the monotonic clock, before the kernel was asked to send. */
  readonly sentMs: number
  state: 'waiting' | 'answered' | 'lost' | 'withdrawn'
  answer: ProbeAnswer | null
}

export type TraceLimits = {
  maxHops: number
  maxUnknownHops: number
  timeoutMs: number
  /** How long each probe may wait for its answer. */
  waitMs: number
}

/**
 * Hops that wait for their first answer at the same time. Each that lies beyond the target asks the target once more, and
 * many systems answer no more than six such packets in a row: three beyond it and three for its own hop.
 */
const hopsInFlight = 4
/** Between two probes of one hop, unless the first was answered: long enough for an answer, as far as seen. */
const leastGapMs = 100
const mostGapMs = 700
const firstGapMs = 250

/**
 * Which probes of a trace are sent when, and what becomes of them. The probes of one hop follow each other, since
 * a target that still works on one SYN would ignore the next; the hops go on beside each other.
 */
export class TraceBook {
  readonly probes: SentProbe[] = []
  readonly #limits: TraceLimits
  readonly #hops: (readonly SentProbe[])[] = []
  #deadlineMs: number
  #longestRttMs: number | null = null
  #isSerial = false
  #resumeMs = -Infinity

  constructor(limits: TraceLimits, startedMs: number) {
    this.#limits = limits
    this.#deadlineMs = startedMs + limits.timeoutMs
  }

  /** Our own delay is not the target's: the time in which nothing could be sent or read does not count. */
  extend(ms: number): void {
    this.#deadlineMs += ms
  }

  /** The hop that the next probe is for; null when none is due. */
  nextHop(nowMs: number): number | null {
    if (nowMs < this.#resumeMs) return null
    const mostOpen = this.#isSerial ? 1 : hopsInFlight
    const last = this.#lastWanted()
    let open = 0
    let silent = 0
    for (let hop = 1; hop <= last; hop += 1) {
      const probes = this.#probesOf(hop)
      if (probes.length === 0) {
        return open < mostOpen && silent < this.#limits.maxUnknownHops ? hop : null
      }
      if (probes.length < probesPerHop && this.#isNextDue(probes, nowMs)) return hop
      const isKnown = hasAnswer(probes)
      if (!isSettled(probes) && (this.#isSerial || !isKnown)) open += 1
      silent = isKnown ? 0 : silent + 1
    }
    return null
  }

  noteSent(hop: number, sentMs: number): SentProbe {
    const probe: SentProbe = { number: this.probes.length, hop, sentMs, state: 'waiting', answer: null }
    this.probes.push(probe)
    this.#hops[hop - 1] = [...this.#probesOf(hop), probe]
    return probe
  }

  /** The first answer counts, in time: later ones are duplicates. */
  noteAnswer(probe: SentProbe, answer: ProbeAnswer): void {
    if (probe.state !== 'waiting' || answer.rttMs > this.#limits.waitMs) return
    probe.state = 'answered'
    probe.answer = answer
    this.#longestRttMs = Math.max(this.#longestRttMs ?? 0, answer.rttMs)
  }

  /**
   * The probe that an answer without a mark belongs to. With several hops in flight nobody can tell: those probes
   * are withdrawn, and once their answers can no longer come, the trace goes on one hop at a time.
   */
  findUnmarked(): SentProbe | null {
    const waiting = this.probes.filter(({ state }) => state === 'waiting')
    const [first] = waiting
    if (first === undefined) return null
    if (waiting.every(({ hop }) => hop === first.hop)) return first
    this.#isSerial = true
    for (const probe of waiting) {
      probe.state = 'withdrawn'
      this.#resumeMs = Math.max(this.#resumeMs, probe.sentMs + this.#limits.waitMs)
      this.#hops[probe.hop - 1] = this.#probesOf(probe.hop).filter((kept) => kept !== probe)
    }
    return null
  }

  /** After everything that has arrived was read. */
  expire(nowMs: number): void {
    for (const probe of this.probes) {
      if (probe.state === 'waiting' && nowMs - probe.sentMs > this.#limits.waitMs) probe.state = 'lost'
    }
  }

  /** Why the trace is at its end; null when it is not. */
  findEnd(nowMs: number): { reason: TruncationReason; triedHops: number } | null {
    const isLate = nowMs >= this.#deadlineMs
    const target = this.#firstHopWith('target')
    if (target !== null) {
      const isDone = isLate || this.#areSettled(target)
      return isDone ? { reason: 'destinationReached', triedHops: target } : null
    }
    const unreachable = this.#firstHopWith('unreachable')
    if (unreachable !== null) {
      // Probes of further hops may have found another way.
      const isQuiet = this.#areSettled(unreachable) && this.probes.every(({ state }) => state !== 'waiting')
      return isLate || isQuiet ? { reason: 'unreachable', triedHops: unreachable } : null
    }
    const { maxHops, maxUnknownHops } = this.#limits
    let silent = 0
    for (let hop = 1; hop <= maxHops; hop += 1) {
      const probes = this.#probesOf(hop)
      if (!isSettled(probes)) return isLate ? { reason: 'timeout', triedHops: this.#hops.length } : null
      silent = hasAnswer(probes) ? 0 : silent + 1
      if (silent === maxUnknownHops) return { reason: 'maxUnknownHops', triedHops: hop }
    }
    return { reason: 'maxHops', triedHops: maxHops }
  }

  describe(end: { reason: TruncationReason; triedHops: number }): Trace {
    const answered = this.#hops.map((probes, index) => (hasAnswer(probes) ? index + 1 : 0))
    const lastAnswered = Math.max(0, ...answered.filter((hop) => hop <= end.triedHops))
    const hops = this.#hops.slice(0, lastAnswered).map(describeHop)
    const ofTarget = (this.#hops[end.triedHops - 1] ?? [])
      .flatMap(({ answer }) => answer ?? [])
      .filter(({ kind }) => kind === 'target')
    return {
      hops,
      ...end,
      refusal: null,
      noiseMs: ofTarget.length === 0 ? null : Math.max(...ofTarget.map(({ noiseMs }) => noiseMs)),
      hasKernelTimes: ofTarget.length > 0 && ofTarget.every(({ isKernelTimed }) => isKernelTimed),
    }
  }

  /** Hops are begun in their order, so there are no holes. */
  #probesOf(hop: number): readonly SentProbe[] {
    return this.#hops[hop - 1] ?? []
  }

  #lastWanted(): number {
    return this.#firstHopWith('target') ?? this.#firstHopWith('unreachable') ?? this.#limits.maxHops
  }

  #firstHopWith(kind: ProbeAnswer['kind']): number | null {
    const index = this.#hops.findIndex((probes) => probes.some(({ answer }) => answer?.kind === kind))
    return index < 0 ? null : index + 1
  }

  #areSettled(last: number): boolean {
    return this.#hops.slice(0, last).every(isSettled)
  }

  #isNextDue(probes: readonly SentProbe[], nowMs: number): boolean {
    const before = probes.at(-1)
    if (before === undefined || before.state !== 'waiting') return true
    return nowMs - before.sentMs >= this.#gapMs()
  }

  #gapMs(): number {
    if (this.#longestRttMs === null) return firstGapMs
    return Math.min(Math.max(2 * this.#longestRttMs + 50, leastGapMs), mostGapMs)
  }
}

function isSettled(probes: readonly SentProbe[]): boolean {
  return probes.length === probesPerHop && probes.every(({ state }) => state !== 'waiting')
}

function hasAnswer(probes: readonly SentProbe[]): boolean {
  return probes.some(({ answer }) => answer !== null)
}

function describeHop(probes: readonly SentProbe[]): TracedHop {
  const ended = probes.filter(({ state }) => state !== 'waiting')
  return {
    sent: ended.length,
    answers: ended
      .flatMap(({ answer }) => answer ?? [])
      .map(({ address, rttMs, kind }) => ({ address, rttMs, isTarget: kind === 'target' })),
  }
}
