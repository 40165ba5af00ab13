import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type InProcessSettings, startInProcessAgent } from '@sonde/agent/in-process-agent.ts'
import { type AgentTransport, TransportFailure } from '@sonde/agent/service/transport.ts'
import { type AgentCaller, UnknownAgent } from '@sonde/runs/agents/agent-caller.ts'
import type { AgentService } from '@sonde/runs/agents/agent-service.ts'
import type { GoldenAnswer, GoldenOrder } from '@sonde/schema/agents/agent-protocol.ts'
import type { ArtifactOrder, ArtifactOutcome } from '@sonde/schema/agents/artifact-protocol.ts'
import type { BroughtArchive } from '@sonde/schema/agents/dependency-protocol.ts'
import { IntakeBusy } from '@sonde/runs/results/intake-gate.ts'
import { StandingBy } from '@sonde/runs/runs.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from 'pino'

export type EmbeddedAgent = { stop(): Promise<void> }

/** How long the runs that are under way may take when the server is to stop. */
const drainMs = 1_000

const standByMs = 1_000

/**
 * The agent of the same process, which serves every data center that has none of its own. It says and hears
 * what a separate one does; only the way is shorter.
 */
export async function startEmbeddedAgent(deps: {
  service: AgentService
  clock: Clock
  log: Logger
  settings: InProcessSettings
}): Promise<EmbeddedAgent> {
  const agentId = randomUUID()
  const agent = await startInProcessAgent({
    transport: directTransport(deps.service, { identity: { kind: 'embedded' }, agentId }),
    agentId,
    clock: deps.clock,
    log: deps.log.child({ agent: 'embedded' }),
    settings: deps.settings,
  })
  return { stop: () => agent.drain({ timeoutMs: drainMs }) }
}

function directTransport(service: AgentService, caller: AgentCaller): AgentTransport {
  return {
    register: (body) => call(service.register(caller, body)),
    lease: (body, signal) => call(service.lease(caller, body, signal)),
    renew: (body) => call(service.renew(caller, body)),
    release: (body) => call(service.release(caller, body)),
    sendResults: (body) => call(service.sendResults(caller, body)),
    heartbeat: (body) => call(service.heartbeat(caller, body)),
    sendEvents: (body) => call(service.sendEvents(caller, body)),
    sendDiagnostics: (body) => call(service.sendDiagnostics(caller, body)),
    sendLog: (body) => call(service.sendLog(caller, body)),
    sendArtifact: (order, body) => call(sendStream(service, caller, order, body())),
    fetchCode: (file) => call(service.fetchCode(caller, file)),
    storeGolden: (order, body) => call(storeGolden(service, caller, order, body())),
    dependencies: {
      fetch: (order) => call(service.fetchDependencies(caller, order)),
      store: (order, body) => call(storeDependencies(service, caller, order, body())),
      drop: (order) => call(service.dropDependencies(caller, order)),
    },
    fetchBundle: async (file) => (await call(service.fetchBundle(caller, file)))?.body ?? null,
  }
}

async function sendStream(
  service: AgentService,
  caller: AgentCaller,
  order: ArtifactOrder,
  body: Readable,
): Promise<ArtifactOutcome> {
  try {
    return await service.sendArtifact(caller, order, body)
  } finally {
    body.destroy()
  }
}

async function storeGolden(
  service: AgentService,
  caller: AgentCaller,
  order: GoldenOrder,
  body: Readable,
): Promise<GoldenAnswer> {
  try {
    const outcome = await service.storeGolden(caller, order, body)
    if (outcome.kind === 'refused') throw new TransportFailure('refused', outcome.message)
    return { key: outcome.key }
  } finally {
    body.destroy()
  }
}

async function storeDependencies(
  service: AgentService,
  caller: AgentCaller,
  order: BroughtArchive,
  body: Readable,
): Promise<void> {
  try {
    const outcome = await service.storeDependencies(caller, order, body)
    if (outcome.kind === 'refused') throw new TransportFailure('refused', outcome.message)
    if (outcome.kind === 'busy') throw new TransportFailure('unavailable', 'too much is being stored')
  } finally {
    body.destroy()
  }
}

/** What goes wrong on the other side is, to the agent, a service that cannot be used now. */
async function call<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof TransportFailure) throw error
    const message = error instanceof Error ? error.message : String(error)
    // Another server runs the checks: this one may have to at any moment.
    const retryAfterMs =
      error instanceof IntakeBusy
        ? error.retryAfterSeconds * 1_000
        : error instanceof StandingBy
          ? standByMs
          : null
    // As over HTTP: the agent registers again, and keeps its results until it has.
    if (error instanceof UnknownAgent) throw new TransportFailure('refused', message, { status: 404 })
    throw new TransportFailure('unavailable', message, { retryAfterMs })
  }
}
