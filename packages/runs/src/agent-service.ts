import {
  type EventsRequest,
  type HeartbeatAnswer,
  type HeartbeatRequest,
  type LeaseAnswer,
  type LeaseRequest,
  mostRunsPerMessage,
  type RegisterAnswer,
  type RegisterRequest,
  type ReleaseRequest,
  type RenewAnswer,
  type RenewRequest,
  type ResultsAnswer,
  type ResultsRequest,
  type RunAssignment,
  type RunResult,
} from '@sonde/schema/agent-protocol.ts'
import { kindOf } from '@sonde/schema/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-type.ts'
import type { Clock } from '@sonde/schema/clock.ts'
import { createValidator } from '@sonde/schema/validator.ts'
import { upsertAgent } from '@sonde/store/agents.ts'
import type { LocationKeyHolder } from '@sonde/store/location-keys.ts'
import { attemptsAt } from '@sonde/store/results.ts'
import type { Store } from '@sonde/store/store.ts'
import type { Availability } from './agents/availability.ts'
import type { LiveAgent, Places } from './agents/places.ts'
import type { Logger } from './logger.ts'
import type { Lease, MemoryQueue, Taker } from './queue/memory-queue.ts'
import type { Report } from './results/intake.ts'
import type { TicketedRun, Tickets } from './results/ticket.ts'

/** Who speaks: the agent inside the server, or one with the key of a location. */
export type AgentIdentity = { kind: 'embedded' } | LocationKeyHolder

export type AgentCaller = { identity: AgentIdentity; agentId: string }

/** The service does not know this agent (any more): it has to register. */
export class UnknownAgent extends Error {}

/** The id belongs to an agent with another key. */
export class AgentIdTaken extends Error {}

export class AgentTooOld extends Error {}

/** The service's side of what agents and the service say to each other. */
export type AgentService = {
  register(caller: AgentCaller, body: RegisterRequest): Promise<RegisterAnswer>
  lease(caller: AgentCaller, body: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer>
  renew(caller: AgentCaller, body: RenewRequest): Promise<RenewAnswer>
  release(caller: AgentCaller, body: ReleaseRequest): Promise<void>
  sendResults(caller: AgentCaller, body: ResultsRequest): Promise<ResultsAnswer>
  heartbeat(caller: AgentCaller, body: HeartbeatRequest): Promise<HeartbeatAnswer>
  sendEvents(caller: AgentCaller, body: EventsRequest): Promise<void>
  /** Ends every long poll, so that the server can stop. */
  close(): void
}

export type AgentTimes = { leaseMs: number; renewMs: number; pollMs: number; heartbeatMs: number }

const oldestVersion = [8, 0]

export function createAgentService(deps: {
  store: Store
  clock: Clock
  log: Logger
  queue: MemoryQueue
  places: Places
  availability: Availability
  tickets: Tickets
  times: AgentTimes
  /** Stores results; the states in the order of the reports. */
  takeResults(reports: readonly Report[]): Promise<('stored' | 'lost')[]>
  /** The configuration that a run was made with; null when its check is gone. */
  configOf(run: TicketedRun): Promise<unknown>
  onAdopted(run: TicketedRun): void
}): AgentService {
  const { store, clock, log, queue, places, tickets, times } = deps
  const detailMistakes = createDetailJudge()
  const closing = new AbortController()

  function heard(caller: AgentCaller, connectivity?: LiveAgent['connectivity']): LiveAgent {
    const agent = places.agent(caller.agentId)
    if (agent === undefined || agent.place !== placeOf(caller.identity)) {
      throw new UnknownAgent('this agent has not registered')
    }
    agent.lastSeenAt = clock.now()
    if (connectivity !== undefined) agent.connectivity = connectivity
    places.heard(agent)
    return agent
  }

  function takerOf(agent: LiveAgent): Taker {
    const { agentId, checkTypes, place } = agent
    return place === null
      ? { agentId, checkTypes, serves: places.isLeftToEmbedded }
      : { agentId, checkTypes, serves: (candidate) => candidate === place }
  }

  function assignmentOf({ leaseId, endsAt, run }: Lease, isEmbedded: boolean): RunAssignment {
    return {
      runId: run.runId,
      attempt: run.attempt,
      leaseId,
      leaseEndsAt: endsAt,
      // The embedded agent ends with the server: it never has to prove what the server forgot.
      ticket: isEmbedded ? '' : tickets.issue(run),
      checkId: run.checkId,
      checkType: run.checkType,
      location: run.location,
      queue: run.queue,
      scheduledAt: run.scheduledAt,
      config: run.config,
    }
  }

  /** Resolves when runs may have come for this agent, or the wait is over. */
  function untilWoken(taker: Taker, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, times.pollMs)
      const stopListening = queue.listen((woken) => {
        for (const place of woken) {
          if (taker.serves(place)) return end()
        }
      })
      signal.addEventListener('abort', end, { once: true })
      closing.signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      function end(): void {
        clearTimeout(timer)
        stopListening()
        signal.removeEventListener('abort', end)
        closing.signal.removeEventListener('abort', end)
        resolve()
      }
    })
  }

  /** The lease that the agent means: the one it has, or one from before this program started. */
  async function leaseNamed(
    caller: AgentCaller,
    { leaseId, ticket }: { leaseId: string; ticket: string },
  ): Promise<Lease | null> {
    const held = queue.findLease(leaseId)
    if (held !== null) return held.agentId === caller.agentId ? held : null
    const run = ticketOf(caller, ticket)
    if (run === null || queue.findAttempt(run) !== null || queue.settledLeaseOf(run) !== null) return null
    // Its result may have come just before, on another connection.
    if (await hasResult(run)) return null
    const config = await deps.configOf(run)
    if (config === null) return null
    const meanwhile = queue.findAttempt(run)
    if (meanwhile !== null) return meanwhile.lease?.leaseId === leaseId ? meanwhile.lease : null
    deps.onAdopted(run)
    return queue.adopt({ ...run, config }, caller.agentId, leaseId)
  }

  async function hasResult({ checkNo, scheduledAt, origin, attempt }: TicketedRun): Promise<boolean> {
    const attempts = await attemptsAt(store.read, { checkNo, scheduledAt })
    return attempts.some((row) => row.origin === origin && row.attempt === attempt)
  }

  /** An agent speaks for its own place only, whatever it has got hold of. */
  function ticketOf({ identity }: AgentCaller, ticket: string): TicketedRun | null {
    const run = tickets.read(ticket)
    const place = placeOf(identity)
    return run === null || (place !== null && run.place !== place) ? null : run
  }

  function runOf(caller: AgentCaller, result: RunResult): TicketedRun | 'lost' | 'refused' {
    const known = queue.findAttempt(result)
    if (known === null) {
      const run = ticketOf(caller, result.ticket)
      if (run === null || run.runId !== result.runId || run.attempt !== result.attempt) return 'refused'
      const settled = queue.settledLeaseOf(result)
      return settled === null || settled === result.leaseId ? run : 'lost'
    }
    // Whoever holds the run now will report it. When nobody does, this result is as good as any.
    if (known.lease !== null && known.lease.leaseId !== result.leaseId) return 'lost'
    const isOwn = known.lease === null || known.lease.agentId === caller.agentId
    const place = placeOf(caller.identity)
    return isOwn && (place === null || known.run.place === place) ? known.run : 'refused'
  }

  return {
    async register(caller, body) {
      requireVersion(body.version)
      const { identity, agentId } = caller
      const now = clock.now()
      const isAccepted = await store.write((db) =>
        upsertAgent(db, {
          id: agentId,
          locationKeyId: identity.kind === 'embedded' ? null : identity.keyId,
          location: identity.kind === 'embedded' ? 'embedded' : identity.location,
          accountId: identity.kind === 'embedded' ? null : identity.accountId,
          privateLocationId: identity.kind === 'embedded' ? null : identity.privateLocationId,
          version: body.version,
          imageVariant: body.imageVariant,
          details: { ...body },
          registeredAt: now,
          lastSeenAt: now,
        }),
      )
      if (!isAccepted) throw new AgentIdTaken('the agent id belongs to an agent with another key')
      const place = placeOf(identity)
      places.heard({
        agentId,
        place,
        checkTypes: new Set<CheckType>(body.checkTypes),
        lastSeenAt: now,
        connectivity: 'unknown',
      })
      const location = identity.kind === 'embedded' ? 'embedded' : identity.location
      log.info(
        { agentId, location, version: body.version, missing: body.capabilities.missing },
        'agent registered',
      )
      if (place !== null) await deps.availability.agentRegistered(place)
      return { location, ...times, serverTime: clock.now() }
    },

    async lease(caller, body, signal) {
      const agent = heard(caller, body.connectivity)
      const taker = takerOf(agent)
      const isEmbedded = caller.identity.kind === 'embedded'
      const takeNow = () => ({
        leases: queue.take(taker, body.free, mostRunsPerMessage),
        cancel: queue.cancelledOf(agent.agentId),
      })
      let { leases, cancel } = takeNow()
      if (leases.length === 0 && cancel.length === 0 && !closing.signal.aborted) {
        await untilWoken(taker, signal)
        if (signal.aborted) return { runs: [], cancel: [], serverTime: clock.now() }
        heard(caller)
        ;({ leases, cancel } = takeNow())
      }
      const runs = leases.map((lease) => assignmentOf(lease, isEmbedded))
      return { runs, cancel, serverTime: clock.now() }
    },

    async renew(caller, body) {
      heard(caller)
      const lost: string[] = []
      for (const named of body.runs) {
        // oxlint-disable-next-line no-await-in-loop
        const lease = await leaseNamed(caller, named)
        if (lease === null) lost.push(named.leaseId)
        else queue.renew(lease)
      }
      return { lost, cancel: queue.cancelledOf(caller.agentId), serverTime: clock.now() }
    },

    async release(caller, body) {
      heard(caller)
      for (const named of body.runs) {
        // oxlint-disable-next-line no-await-in-loop
        const lease = await leaseNamed(caller, named)
        if (lease !== null) queue.release(lease)
      }
    },

    async sendResults(caller, body) {
      heard(caller)
      const isEmbedded = caller.identity.kind === 'embedded'
      const found = body.results.map((result) => {
        const mistakes = isEmbedded ? [] : detailMistakes(result)
        if (mistakes.length > 0) {
          log.warn({ agentId: caller.agentId, runId: result.runId, mistakes }, 'a result cannot be read')
          return 'refused'
        }
        return runOf(caller, result)
      })
      const reports: Report[] = []
      for (const [index, run] of found.entries()) {
        const result = body.results[index]
        if (typeof run !== 'string' && result !== undefined) {
          reports.push({ run, result, sentAt: body.sentAt })
        }
      }
      const stored = await deps.takeResults(reports)
      let next = 0
      const states = found.map((run) => {
        if (typeof run === 'string') return run
        next += 1
        return stored[next - 1] ?? 'lost'
      })
      return { states, serverTime: clock.now() }
    },

    async heartbeat(caller, body) {
      heard(caller, body.connectivity)
      return { serverTime: clock.now() }
    },

    async sendEvents(caller, body) {
      for (const event of body.events) {
        log.warn({ agentId: caller.agentId, event }, 'an agent reports an error of its own')
      }
    },

    close: () => closing.abort(),
  }
}

/** Null for the embedded agent. */
function placeOf(identity: AgentIdentity): string | null {
  switch (identity.kind) {
    case 'embedded':
      return null
    case 'private':
      return `private/${identity.privateLocationId}`
    default:
      return identity.location
  }
}

function requireVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestVersion
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new AgentTooOld(`agent ${version} is too old: ${oldestVersion.join('.')}.0 or newer is needed`)
}

/** What another program sends is not believed to have the form that it should have. */
function createDetailJudge(): (result: RunResult) => readonly unknown[] {
  const validator = createValidator()
  const judges = new Map<CheckType, ReturnType<typeof validator.compile>>()
  return ({ checkType, detail, verdict }) => {
    const kind = kindOf(checkType)?.run
    if (!kind) return [`no agent runs checks of type ${checkType}`]
    if (detail === null && verdict.hasErrors) return []
    const judge = judges.get(checkType) ?? validator.compile(kind.detail, { complete: true })
    judges.set(checkType, judge)
    return judge(detail)
  }
}
