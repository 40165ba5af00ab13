import type { Logger } from '@sonde/ground/logger.ts'
import { readDefaultGateways } from './default-gateways.ts'
import { pause } from '../service/pause.ts'
import { pingWitness, tcpWitness, type Ping, type Witness, type WitnessTarget } from './witness.ts'

export type ConnectivityState = 'online' | 'offline' | 'unknown'

export type Connectivity = {
  state(): ConnectivityState
  /** Whether there are open runs that a lost network could touch. */
  watch(hasOpenRuns: boolean): void
  /** The service answered. */
  noteContact(): void
  /** The service was not reached: whoever has no open runs would not notice that it is our own network. */
  noteUnreached(): void
  /** Whether a run between these times of the monotonic clock may have suffered from our own lost network. */
  wasLost(run: { fromMs: number; toMs: number }): Promise<boolean>
  /** Called when a lost network is there again. */
  onBack(listener: () => void): void
  close(): void
}

export type ConnectivityTimes = {
  watchMs: number
  /** How long the witnesses have to answer. */
  answerMs: number
  /** Pause before a witness that has never answered is asked again. */
  unprovedMs: number
  /** Between two rounds of questions, however many runs wait for them. */
  spacingMs: number
}

const defaultTimes: ConnectivityTimes = {
  watchMs: 500,
  answerMs: 1_200,
  unprovedMs: 30_000,
  spacingMs: 100,
}

const mostRememberedOutages = 100

const serviceName = 'service'

type KnownWitness = { witness: Witness; hasAnswered: boolean; notBeforeMs: number }

/**
 * Tells a lost network of our own from a target that is down, by asking witnesses: as long as one of them
 * answers we are online. Only a witness that has answered before can be missed: a gateway that drops pings
 * says nothing.
 */
export function createConnectivity(deps: {
  log: Logger
  /** Asks the service for a sign of life; null when its answer would prove nothing (it is on this machine). */
  askService: ((timeoutMs: number) => Promise<boolean>) | null
  /** Null when this agent cannot ping. */
  ping: Ping | null
  targets: readonly WitnessTarget[]
  readGateways?: () => Promise<string[]>
  times?: Partial<ConnectivityTimes>
}): Connectivity {
  const { log, ping, askService, readGateways = readDefaultGateways } = deps
  const times = { ...defaultTimes, ...deps.times }
  const closing = new AbortController()
  const witnesses = new Map<string, KnownWitness>()
  const backListeners: (() => void)[] = []
  const outages: { fromMs: number; toMs: number | null }[] = []
  let state: ConnectivityState = 'unknown'
  let isWatching = false
  let lastContactMs = Number.NEGATIVE_INFINITY
  let lastRoundMs = Number.NEGATIVE_INFINITY
  let lastOnlineMs: number | null = null
  let round: Promise<void> | null = null
  let nextRound: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  if (askService) know({ name: serviceName, ask: askService })
  for (const { host, port } of deps.targets) {
    if (port !== null) know(tcpWitness({ host, port }))
    else if (ping) know(pingWitness(host, ping))
  }

  function know(witness: Witness): void {
    if (witnesses.has(witness.name)) return
    witnesses.set(witness.name, { witness, hasAnswered: false, notBeforeMs: 0 })
  }

  function hasWitness(): boolean {
    return witnesses.values().some(({ hasAnswered }) => hasAnswered)
  }

  async function askAll(): Promise<void> {
    const startedMs = performance.now()
    lastRoundMs = startedMs
    // Those that have left the routing table stay known: a lost cable takes its route with it.
    if (ping) for (const gateway of await readGateways()) know(pingWitness(gateway, ping))
    const candidates = [...witnesses.values()].filter(({ notBeforeMs }) => notBeforeMs <= startedMs)
    const isOnline = await anyAnswers(candidates)
    if (closing.signal.aborted) return
    if (isOnline) return noteOnline()
    if (hasWitness()) noteOffline(startedMs)
  }

  function anyAnswers(candidates: readonly KnownWitness[]): Promise<boolean> {
    const answers = candidates.map(async (known) => {
      if (await known.witness.ask(times.answerMs)) {
        known.hasAnswered = true
        return
      }
      if (!known.hasAnswered) known.notBeforeMs = performance.now() + times.unprovedMs
      throw new SilentWitness(known.witness.name)
    })
    return Promise.any(answers).then(
      () => true,
      () => false,
    )
  }

  function noteOnline(): void {
    const outage = outages.at(-1)
    if (outage && outage.toMs === null) {
      outage.toMs = performance.now()
      const offlineMs = Math.round(outage.toMs - outage.fromMs)
      log.info({ offlineMs }, 'the network connection of this agent is back')
    }
    const wasOffline = state === 'offline'
    state = 'online'
    lastOnlineMs = performance.now()
    if (wasOffline) for (const listener of backListeners) listener()
  }

  function noteOffline(fromMs: number): void {
    if (state === 'offline') return
    state = 'offline'
    // Nobody has answered since the last answer: it may have begun right after that.
    outages.push({ fromMs: Math.min(fromMs, lastOnlineMs ?? fromMs), toMs: null })
    if (outages.length > mostRememberedOutages) outages.shift()
    const proved = [...witnesses.values()].filter(({ hasAnswered }) => hasAnswered)
    log.warn(
      { witnesses: proved.map(({ witness }) => witness.name) },
      'this agent has lost its network connection: failed runs do not count against their targets',
    )
    schedule()
  }

  function hasOtherWitness(): boolean {
    return witnesses.values().some(({ witness, hasAnswered }) => hasAnswered && witness.name !== serviceName)
  }

  /** A round of questions that begins after this call; everybody who asks meanwhile shares it. */
  function confirm(): Promise<void> {
    nextRound ??= startNext()
    return nextRound
  }

  async function startNext(): Promise<void> {
    await round
    await pause(Math.max(0, lastRoundMs + times.spacingMs - performance.now()), closing.signal)
    nextRound = null
    if (closing.signal.aborted) return
    round = askAll().finally(() => (round = null))
    await round
  }

  function schedule(): void {
    if (timer !== null || closing.signal.aborted || !(isWatching || state === 'offline')) return
    const dueMs = Math.max(0, lastRoundMs + times.watchMs - performance.now())
    timer = setTimeout(() => {
      timer = null
      look().then(schedule, (error: unknown) => {
        tellFailure(error)
        schedule()
      })
    }, dueMs)
    timer.unref()
  }

  function tellFailure(error: unknown): void {
    log.error({ err: error }, 'could not check the network connection of this agent')
  }

  async function look(): Promise<void> {
    const isFresh = askService !== null && performance.now() - lastContactMs < times.watchMs
    if (!isFresh) return confirm()
    lastRoundMs = performance.now()
    noteOnline()
  }

  return {
    state: () => state,
    watch(hasOpenRuns) {
      isWatching = hasOpenRuns
      if (hasOpenRuns) schedule()
    },
    noteContact() {
      lastContactMs = performance.now()
      const service = witnesses.get(serviceName)
      if (service) service.hasAnswered = true
    },
    noteUnreached() {
      // Where the service is the only one to ask, it may be down itself: all of its agents would ask it every moment.
      if (hasOtherWitness()) confirm().catch(tellFailure)
    },
    async wasLost({ fromMs, toMs }) {
      // A round that is under way may be about to find out that nobody answers.
      await round
      if (!hasWitness()) return false
      if (outages.some((outage) => outage.fromMs <= toMs && (outage.toMs ?? Infinity) >= fromMs)) return true
      // Also for a run that lost its network only at its end: a system without a route refuses at once to send, so
      // that such a run is over before anybody has looked.
      await confirm()
      return state === 'offline'
    },
    onBack: (listener) => void backListeners.push(listener),
    close() {
      closing.abort()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

class SilentWitness extends Error {
  override readonly name = 'SilentWitness'
}
