import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import {
  type DiagnosticsRequest,
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
  type RunResult,
} from '@sonde/schema/agents/agent-protocol.ts'
import { typesThatNeed } from '@sonde/schema/check-types/check-kinds.ts'
import { isCheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { markAgentLeft, upsertAgent } from '@sonde/store/locations/agents.ts'
import { forgetAgents } from '@sonde/store/locations/forget-agents.ts'
import type { LocationKeyHolder } from '@sonde/store/locations/location-keys.ts'
import { latestStartMs } from '@sonde/store/results/results.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { createAgentEvents } from './agent-events.ts'
import { createAgentsPerKey } from './agents-per-key.ts'
import type { Availability } from './availability.ts'
import type { LiveAgent, Places } from './agent-registry.ts'
import { takeDiagnostics } from './take-diagnostics.ts'
import { createRunAssigner } from './assign-runs.ts'
import type { RunFiller } from '../variables/resolve-runs.ts'
import { createReportScrubber } from '../results/scrub-reports.ts'
import type { AttemptStatus, LeaseClaim, QueueDesk, Taker } from '../queue/run-queue.ts'
import type { Report } from '../results/intake.ts'
import { createDetailReader } from '../results/read-detail.ts'
import type { Tickets } from '../results/ticket.ts'
import type { TicketedRun } from '../run.ts'

/** Who speaks: the agent inside the server, or one with the key of a location. */
export type AgentIdentity = { kind: 'embedded' } | LocationKeyHolder

export type AgentCaller = { identity: AgentIdentity; agentId: string }

/** The service does not know this agent (any more): it has to register. */
export class UnknownAgent extends Error {}

/** The id belongs to an agent with another key. */
export class AgentIdTaken extends Error {}

export class AgentTooOld extends Error {}

/** As many agents as a key may have are in touch. */
export class TooManyAgents extends Error {
  readonly retryAfterSeconds = 60
}

/** The service's side of what agents and the service say to each other. */
export type AgentService = {
  register(caller: AgentCaller, body: RegisterRequest): Promise<RegisterAnswer>
  lease(caller: AgentCaller, body: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer>
  renew(caller: AgentCaller, body: RenewRequest): Promise<RenewAnswer>
  release(caller: AgentCaller, body: ReleaseRequest): Promise<void>
  sendResults(caller: AgentCaller, body: ResultsRequest): Promise<ResultsAnswer>
  heartbeat(caller: AgentCaller, body: HeartbeatRequest): Promise<HeartbeatAnswer>
  sendEvents(caller: AgentCaller, body: EventsRequest): Promise<void>
  /** What an agent found out about a failed run after it had reported it. */
  sendDiagnostics(caller: AgentCaller, body: DiagnosticsRequest): Promise<void>
  /** Ends every long poll, so that the server can stop. */
  close(): void
}

export type AgentTimes = { leaseMs: number; renewMs: number; pollMs: number; heartbeatMs: number }

const oldestVersion = [8, 0]

/** Clocks are set now and then, and two servers never agree to the second. */
const clockToleranceMs = 10 * minuteMs

export function createAgentService(deps: {
  store: Store
  clock: Clock
  log: Logger
  queue: QueueDesk
  places: Places
  availability: Availability
  tickets: Tickets
  times: AgentTimes
  /** Stores results; the states in the order of the reports. */
  takeResults(reports: readonly Report[]): Promise<('stored' | 'lost')[]>
  filler: RunFiller
}): AgentService {
  const { store, clock, log, queue, places, tickets, times, filler } = deps
  const scrubReports = createReportScrubber(filler)
  const assign = createRunAssigner(deps)
  const readDetail = createDetailReader()
  const agentsPerKey = createAgentsPerKey({ clock, places })
  const events = createAgentEvents({ clock, log })

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
    const { agentId, place } = agent
    const checkTypes = places.typesFor(agent)
    const serves = place === null ? places.isLeftToEmbedded : (candidate: string) => candidate === place
    // One that has left while it waited gets nothing.
    return {
      agentId,
      checkTypes,
      serves: (candidate) => places.agent(agentId)?.place === place && serves(candidate),
    }
  }

  function claimOf(caller: AgentCaller, named: { leaseId: string; ticket: string }): LeaseClaim {
    return { leaseId: named.leaseId, run: ticketOf(caller, named.ticket) }
  }

  /** An agent speaks for its own place only, whatever it has got hold of. */
  function ticketOf({ identity }: AgentCaller, ticket: string): TicketedRun | null {
    const run = tickets.read(ticket)
    const place = placeOf(identity)
    return run === null || (place !== null && run.place !== place) ? null : run
  }

  /** A result may arrive hours later, but what it measured must have been measured for its slot. */
  function isOfItsTime(run: TicketedRun, { ageMs, durationMs }: RunResult): boolean {
    const startedAt = clock.now() - ageMs - durationMs
    return startedAt >= run.scheduledAt - clockToleranceMs && startedAt <= run.scheduledAt + latestStartMs
  }

  function runOf(
    caller: AgentCaller,
    result: RunResult,
    status: AttemptStatus,
  ): TicketedRun | 'lost' | 'refused' {
    if (status.kind === 'unknown' || status.kind === 'completed') {
      const run = ticketOf(caller, result.ticket)
      if (run === null || run.runId !== result.runId || run.attempt !== result.attempt) return 'refused'
      if (!isOfItsTime(run, result)) return 'refused'
      return status.kind === 'unknown' || status.leaseId === result.leaseId ? run : 'lost'
    }
    // Whoever holds the run now will report it. When nobody does, this result is as good as any.
    if (status.kind === 'held' && status.leaseId !== result.leaseId) return 'lost'
    const isOwn = status.kind === 'waiting' || status.agentId === caller.agentId
    const place = placeOf(caller.identity)
    return isOwn && (place === null || status.run.place === place) ? status.run : 'refused'
  }

  return {
    async register(caller, body) {
      requireVersion(body.version)
      const { identity, agentId } = caller
      const now = clock.now()
      const keyId = keyOf(identity)
      const admitted = agentsPerKey.admit(keyId, agentId)
      if (admitted === null)
        throw new TooManyAgents('too many agents use this key: stop some, then try again')
      for (const id of admitted.forgotten) places.forgetAgent(id)
      const isAccepted = await store.write(async (db) => {
        await forgetAgents(db, admitted.forgotten)
        return await upsertAgent(db, {
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
        })
      })
      if (!isAccepted) {
        agentsPerKey.giveBack(keyId, agentId)
        throw new AgentIdTaken('the agent id belongs to an agent with another key')
      }
      const place = placeOf(identity)
      places.heard({
        agentId,
        place,
        checkTypes: new Set(body.checkTypes.filter(isCheckType)),
        unableTypes: new Set(body.capabilities.icmp === 'none' ? typesThatNeed('icmp') : []),
        lastSeenAt: now,
        connectivity: 'unknown',
      })
      const location = identity.kind === 'embedded' ? 'embedded' : identity.location
      const { missing } = body.capabilities
      const firstMissing = missing.slice(0, 3).map((text) => text.slice(0, 200))
      log.info(
        { agentId, location, version: body.version, missing: missing.length, firstMissing },
        'agent registered',
      )
      if (place !== null) await deps.availability.agentRegistered(place)
      return { location, ...times, serverTime: clock.now() }
    },

    async lease(caller, body, signal) {
      const agent = heard(caller, body.connectivity)
      const request = { free: body.free, most: mostRunsPerMessage, waitMs: times.pollMs }
      const { leases, cancelled } = await queue.take(takerOf(agent), request, signal)
      if (!signal.aborted) heard(caller)
      const runs = await assign(leases)
      return { runs, cancel: [...cancelled], serverTime: clock.now() }
    },

    async renew(caller, body) {
      heard(caller)
      const claims = body.runs.map((named) => claimOf(caller, named))
      const { lost, cancelled } = await queue.renew(caller.agentId, claims)
      return { lost: [...lost], cancel: [...cancelled], serverTime: clock.now() }
    },

    async release(caller, body) {
      heard(caller)
      const claims = body.runs.map((named) => claimOf(caller, named))
      await queue.release(caller.agentId, claims)
    },

    async sendResults(caller, body) {
      heard(caller)
      const isEmbedded = caller.identity.kind === 'embedded'
      const reports: Report[] = []
      const unreadable: { runId: string; mistakes: readonly unknown[] }[] = []
      const statuses = await queue.lookUp(body.results)
      const found = body.results.map((result, index) => {
        const read = isEmbedded ? result : readDetail(result)
        if ('mistakes' in read) {
          unreadable.push({ runId: result.runId, mistakes: read.mistakes })
          return 'refused'
        }
        const run = runOf(caller, result, statuses[index] ?? { kind: 'unknown' })
        if (typeof run !== 'string') {
          reports.push({ run, result: { ...result, detail: read.detail }, sentAt: body.sentAt })
        }
        return run
      })
      const [first] = unreadable
      if (first !== undefined) {
        const fields = { agentId: caller.agentId, count: unreadable.length, runId: first.runId }
        log.warn({ ...fields, mistakes: first.mistakes.slice(0, 5) }, 'a result cannot be read')
      }
      const stored = await deps.takeResults(await scrubReports(reports))
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
      if (body.leaving === true) {
        places.agentLeft(caller.agentId)
        await store.write((db) => markAgentLeft(db, caller.agentId, clock.now()))
      }
      return { serverTime: clock.now() }
    },

    async sendDiagnostics(caller, body) {
      heard(caller)
      const run = ticketOf(caller, body.ticket)
      if (run === null || run.runId !== body.runId || run.attempt !== body.attempt) return
      await takeDiagnostics(deps, run, body)
    },

    async sendEvents(caller, body) {
      heard(caller)
      events.note({ keyId: keyOf(caller.identity), agentId: caller.agentId }, body.events)
    },

    close() {
      queue.endWaits()
      events.close()
    },
  }
}

function keyOf(identity: AgentIdentity): string {
  return identity.kind === 'embedded' ? 'embedded' : identity.keyId
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
