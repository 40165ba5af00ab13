import type { Readable } from 'node:stream'
import type { ReceivedArchive } from '@sonde/artifacts/dependency-archives.ts'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import type { BroughtArchive, DependencyOrder } from '@sonde/schema/agents/dependency-protocol.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import {
  type DiagnosticsRequest,
  type EventsRequest,
  type GoldenOrder,
  type HeartbeatAnswer,
  type HeartbeatRequest,
  type LeaseAnswer,
  type LeaseRequest,
  type LogRequest,
  mostRunsPerMessage,
  type RegisterAnswer,
  type RegisterRequest,
  type ReleaseRequest,
  type RenewAnswer,
  type RenewRequest,
  type ResultsAnswer,
  type ResultsRequest,
} from '@sonde/schema/agents/agent-protocol.ts'
import type { ArtifactOrder, ArtifactOutcome } from '@sonde/schema/agents/artifact-protocol.ts'
import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { markAgentLeft } from '@sonde/store/locations/agents.ts'
import type { LeaseClaim, QueueDesk, Taker } from '../queue/run-queue.ts'
import type { Report } from '../results/report.ts'
import type { Tickets } from '../results/ticket.ts'
import type { VariableResolver } from '../variables/resolve-runs.ts'
import { type AgentCaller, keyOf } from './agent-caller.ts'
import { createAgentEvents } from './agent-events.ts'
import type { AgentRegistry, LiveAgent } from './agent-registry.ts'
import { createRunAssigner } from './assign-runs.ts'
import type { Availability } from './availability.ts'
import { bundleOfRun, type SentBundle } from './find-bundle.ts'
import { codeOfRun } from './find-code.ts'
import type { TicketedRun } from '../run.ts'
import { createKnownAgents } from './known-agents.ts'
import { ticketFor } from './match-result.ts'
import { createResultReceiver } from './receive-results.ts'
import { createAgentRegistration } from './register-agent.ts'
import { archiveOf } from './keep-dependencies.ts'
import { createLogTaker } from './take-log.ts'
import { takeArtifact } from './take-artifact.ts'
import { takeDiagnostics } from './take-diagnostics.ts'
import { type GoldenOutcome, takeGolden } from './take-golden.ts'

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
  /** A file that a run with scripts uses, by its hash; null when the run of the ticket does not use it. */
  fetchCode(caller: AgentCaller, order: { sha256: string; ticket: string }): Promise<Buffer | null>
  /** A golden file that a run has made, before its result. What is not taken of the body is left in it. */
  storeGolden(caller: AgentCaller, order: GoldenOrder, body: Readable): Promise<GoldenOutcome>
  /** The project that a run is made of, by the hash of its archive; null when the run of the ticket does not use it. */
  fetchBundle(caller: AgentCaller, order: { sha256: string; ticket: string }): Promise<SentBundle | null>
  /** Packages that suites of the account have installed, by what they depend on; null when there are none for this run. */
  fetchDependencies(
    caller: AgentCaller,
    order: DependencyOrder,
  ): Promise<{ sha256: string; bytes: number; body: Readable } | null>
  /** What is not taken of the body is left in it. */
  storeDependencies(caller: AgentCaller, order: BroughtArchive, body: Readable): Promise<ReceivedArchive>
  dropDependencies(caller: AgentCaller, order: DependencyOrder): Promise<void>
  /** What a run has printed so far, where somebody watches it. */
  sendLog(caller: AgentCaller, body: LogRequest): Promise<void>
  /** A file that a run left behind, or a part of one, after its result. What is not taken of the body is left in it. */
  sendArtifact(caller: AgentCaller, order: ArtifactOrder, body: Readable): Promise<ArtifactOutcome>
  /** Ends every long poll, so that the server can stop. */
  close(): void
}

export type AgentTimes = { leaseMs: number; renewMs: number; pollMs: number; heartbeatMs: number }

export type AgentServiceDeps = {
  store: Store
  clock: Clock
  log: Logger
  artifacts: Pick<ArtifactStore, 'keepSmall' | 'receive' | 'read' | 'keepGolden' | 'dependencies'>
  queue: QueueDesk
  registry: AgentRegistry
  availability: Availability
  tickets: Tickets
  times: AgentTimes
  resolver: VariableResolver
  /** Tells of runs what their tickets do not. */
  complete(reports: readonly Report[]): Promise<readonly Report[]>
  /** Stores results; the states in the order of the reports. */
  takeResults(reports: readonly Report[]): Promise<('stored' | 'lost')[]>
  /** Shows what a run has printed to whoever watches it. */
  showLog(run: TicketedRun, log: Pick<LogRequest, 'from' | 'lines'>): Promise<void>
}

export function createAgentService(deps: AgentServiceDeps): AgentService {
  const { store, clock, log, queue, registry, tickets, times } = deps
  const { heard } = createKnownAgents(deps)
  const register = createAgentRegistration(deps)
  const assign = createRunAssigner(deps)
  const receive = createResultReceiver(deps)
  const takeLog = createLogTaker(deps)
  const events = createAgentEvents({ clock, log })

  function archiveFor(caller: AgentCaller, { key, ticket }: DependencyOrder) {
    return archiveOf(ticketFor(caller, tickets.read(ticket)?.run ?? null), { key, now: clock.now() })
  }

  function takerOf(agent: LiveAgent): Taker {
    const { agentId, place } = agent
    const checkTypes = registry.typesFor(agent)
    const serves = place === null ? registry.isLeftToEmbedded : (candidate: string) => candidate === place
    // One that has left while it waited gets nothing.
    const isThere = () => registry.agent(agentId)?.place === place
    return {
      agentId,
      checkTypes,
      serves: (candidate) => isThere() && serves(candidate),
      places: () => (isThere() ? (place === null ? dataCenterLocations.filter(serves) : [place]) : []),
    }
  }

  function claimsOf(caller: AgentCaller, body: RenewRequest | ReleaseRequest): LeaseClaim[] {
    return body.runs.map(({ leaseId, ticket }) => {
      const claim = tickets.read(ticket)
      const run = ticketFor(caller, claim?.run ?? null)
      return { leaseId, run, hold: run === null ? null : (claim?.hold ?? null) }
    })
  }

  return {
    async register(caller, body) {
      const location = await register(caller, body)
      return { location, ...times, serverTime: clock.now() }
    },

    async lease(caller, body, signal) {
      const agent = await heard(caller, body.connectivity)
      const { uptime, script = 0, main, suite = main } = body.free
      const free = registry.isForScripts(agent) ? { uptime, script, main } : { uptime, script: 0, main: 0 }
      const request = { free, mostSuites: suite, most: mostRunsPerMessage, waitMs: times.pollMs }
      const { leases, cancelled } = await queue.take(takerOf(agent), request, signal)
      if (!signal.aborted) await heard(caller)
      const runs = await assign(leases)
      return { runs, cancel: [...cancelled], serverTime: clock.now() }
    },

    async renew(caller, body) {
      await heard(caller)
      const { lost, cancelled } = await queue.renew(caller.agentId, claimsOf(caller, body))
      await queue.settle(body.done ?? [])
      return { lost: [...lost], cancel: [...cancelled], serverTime: clock.now() }
    },

    async release(caller, body) {
      await heard(caller)
      await queue.release(caller.agentId, claimsOf(caller, body))
    },

    async sendResults(caller, body) {
      await heard(caller)
      const states = await receive(caller, body)
      // Whoever gets a run next may send a result that can be read.
      if (!states.includes('refused')) await queue.settle(body.done ?? [])
      return { states, serverTime: clock.now() }
    },

    async heartbeat(caller, body) {
      await heard(caller, body.connectivity)
      if (body.draining === true) queue.endWaitsOf(caller.agentId)
      if (body.leaving === true) {
        try {
          // Before it is forgotten here: whoever is not known here is looked up.
          await store.write((db) => markAgentLeft(db, caller.agentId, clock.now()))
        } finally {
          registry.agentLeft(caller.agentId)
        }
      }
      return { serverTime: clock.now() }
    },

    async sendDiagnostics(caller, body) {
      await heard(caller)
      const run = ticketFor(caller, tickets.read(body.ticket)?.run ?? null)
      if (run === null || run.runId !== body.runId || run.attempt !== body.attempt) return
      await takeDiagnostics(deps, run, body)
    },

    async fetchCode(caller, { sha256, ticket }) {
      await heard(caller)
      const run = ticketFor(caller, tickets.read(ticket)?.run ?? null)
      return await codeOfRun(deps, run, { sha256, now: clock.now() })
    },

    async storeGolden(caller, { ticket, ...order }, body) {
      await heard(caller)
      const run = ticketFor(caller, tickets.read(ticket)?.run ?? null)
      return await takeGolden(deps, run, order, body)
    },

    async fetchBundle(caller, { sha256, ticket }) {
      await heard(caller)
      const run = ticketFor(caller, tickets.read(ticket)?.run ?? null)
      return await bundleOfRun(deps, run, { sha256, now: clock.now() })
    },

    async fetchDependencies(caller, order) {
      await heard(caller)
      const archive = archiveFor(caller, order)
      return archive === null ? null : await deps.artifacts.dependencies.open(archive)
    },

    async storeDependencies(caller, { sha256, bytes, ...order }, body) {
      await heard(caller)
      const archive = archiveFor(caller, order)
      if (archive === null) return { kind: 'refused', message: 'There is no such run of a suite' }
      return await deps.artifacts.dependencies.take(archive, { sha256, bytes }, body)
    },

    async dropDependencies(caller, order) {
      await heard(caller)
      const archive = archiveFor(caller, order)
      if (archive !== null) await deps.artifacts.dependencies.drop(archive)
    },

    async sendLog(caller, body) {
      await heard(caller)
      const run = ticketFor(caller, tickets.read(body.ticket)?.run ?? null)
      if (run === null || run.runId !== body.runId || run.attempt !== body.attempt) return
      await takeLog(run, body)
    },

    async sendArtifact(caller, order, body) {
      await heard(caller)
      const run = ticketFor(caller, tickets.read(order.ticket)?.run ?? null)
      return await takeArtifact({ ...deps, now: clock.now() }, run, order, body)
    },

    async sendEvents(caller, body) {
      await heard(caller)
      events.note({ keyId: keyOf(caller.identity), agentId: caller.agentId }, body.events)
    },

    close() {
      queue.endWaits()
      events.close()
    },
  }
}
