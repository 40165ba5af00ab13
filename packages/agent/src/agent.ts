import { arch, platform } from 'node:process'
import { fileURLToPath } from 'node:url'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import {
  mostRunsPerMessage,
  type LeaseAnswer,
  type RegisterAnswer,
  type RegisterRequest,
  type QueueLine,
} from '@sonde/schema/agents/agent-protocol.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import { checkTypeNames } from '@sonde/schema/check-types/check-type.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { createArtifactUploads } from './artifacts/artifact-uploads.ts'
import { uploadArtifact } from './artifacts/upload-artifact.ts'
import { type AgentLimits, defaultLimits } from './agent-limits.ts'
import { createBackoff } from './service/backoff.ts'
import type { Connectivity } from './witnesses/connectivity.ts'
import type { Executors } from './runs/execution.ts'
import { createLeaseLoop } from './service/lease-loop.ts'
import { createLeaseRenewal } from './service/lease-renewal.ts'
import { createObservability } from './health/observability.ts'
import { createOpenParcels } from './service/open-parcels.ts'
import { pause } from './service/pause.ts'
import type { ScriptRuns } from './scripts/script-runs.ts'
import { createResultBuffer } from './service/result-buffer.ts'
import { createResultSender } from './service/result-sender.ts'
import { createRunDiagnostics } from './runs/run-diagnostics.ts'
import { createRunPool, type HeldLease } from './runs/run-pool.ts'
import { createRunScrubbers } from './runs/run-scrubbers.ts'
import { createScrubber } from '@sonde/scrub/scrubber.ts'
import { createServiceLink } from './service/service-link.ts'
import type { ServiceTime } from './service/service-time.ts'
import { TransportFailure, type AgentTransport } from './service/transport.ts'

export type AgentSettings = {
  name: string
  imageVariant: RegisterRequest['imageVariant']
  concurrency: Readonly<Record<QueueLine, number>>
  runtimes: readonly string[]
  engines: readonly string[]
  /** Whatever must never leave, such as the key. */
  secrets: readonly string[]
  /** Whether errors of the agent's own code are told to the service. */
  reportsErrors: boolean
  limits?: Partial<AgentLimits>
}

export type AgentState = 'starting' | 'ready' | 'draining' | 'stopped'

export type AgentFailure =
  | { kind: 'unauthorized'; message: string }
  /** A bug outside of any run. */
  | { kind: 'internal'; error: unknown }

export type Agent = ReturnType<typeof createAgent>

/** Leases runs, executes them and reports. Where it does so is the transport's business. */
export function createAgent(deps: {
  transport: AgentTransport
  executors: Executors
  /** Runs checks with scripts. */
  scripts: ScriptRuns
  clock: Clock
  time: ServiceTime
  log: Logger
  settings: AgentSettings
  agentId: string
  connectivity: Connectivity
  /** As they are now. */
  capabilities(): RegisterRequest['capabilities']
  /** Looks closer at targets that could not be reached. */
  diagnose?: Parameters<typeof createRunDiagnostics>[0]['diagnose']
}) {
  const { clock, log, settings, connectivity, executors, agentId, time } = deps
  const limits = { ...defaultLimits, ...settings.limits }
  const scrubber = createScrubber(settings.secrets)
  const newBackoff = () => createBackoff(limits.backoff)
  const failed = Promise.withResolvers<AgentFailure>()
  const registered = Promise.withResolvers<void>()
  // Whoever does not wait for the start learns of its failure from `failed`.
  registered.promise.catch(() => undefined)
  let state: AgentState = 'starting'
  let service: RegisterAnswer | null = null
  let timer: NodeJS.Timeout | null = null
  let leasing: Promise<void> = Promise.resolve()
  /** Runs that came when there was no room for them, or no time any more. */
  let returning: Promise<unknown> = Promise.resolve()
  let whenIdle: (() => void) | null = null
  let stopped: Promise<void> | null = null
  let isIntroducing = false
  /** While it was introducing itself. */
  let hasChanged = false

  const link = createServiceLink({
    transport: deps.transport,
    clock,
    time,
    onContact: connectivity.noteContact,
    onUnauthorized,
    onForgotten: introduce,
  })
  const { transport } = link
  const observability = createObservability({
    isOn: settings.reportsErrors,
    imageVariant: settings.imageVariant,
    agentRoot: fileURLToPath(new URL('../../..', import.meta.url)),
    scrub: scrubber.text,
    send: transport.sendEvents,
  })
  const scrubberOf = createRunScrubbers(settings.secrets)
  const { diagnose } = deps
  const diagnostics =
    diagnose === undefined ? null : createRunDiagnostics({ diagnose, send: transport.sendDiagnostics, log })
  const uploads = createArtifactUploads({
    upload: (order, signal) => uploadArtifact({ transport, log, newBackoff }, order, signal),
    log,
    onIdle: noteIdle,
  })
  const parcels = createOpenParcels()
  const buffer = createResultBuffer({
    mostBytes: limits.bufferBytes,
    onDropped: ({ leaseId }) => parcels.giveUp(leaseId),
  })
  const sender = createResultSender({
    transport,
    buffer,
    parcels,
    clock,
    log,
    backoff: newBackoff(),
    paceMs: limits.resultPaceMs,
    gatherMs: limits.resultGatherMs,
    isMoreToCome: () => pool.size > 0,
    onStored(run) {
      uploads.noteStored(run)
      diagnostics?.noteStored(run)
    },
    onLost: (run) => uploads.noteLost(run),
    onDelivered() {
      if (!buffer.isCrowded) leases.noteFreed()
    },
    onEmpty: noteIdle,
    onBug,
  })
  const pool = createRunPool({
    executors,
    scripts: deps.scripts,
    concurrency: settings.concurrency,
    connectivity,
    time,
    scrubberOf,
    log,
    mostRunMs: limits.mostRunMs,
    onFinished(result, endedMs) {
      const dropped = buffer.add(result, endedMs)
      if (dropped > 0)
        log.error({ dropped }, 'too many results are waiting for the service: the oldest were dropped')
      sender.wake()
    },
    onFiles: uploads.add,
    onUnreached: (run, target) => diagnostics?.noteFailure(run, target, scrubberOf(run)),
    onFreed() {
      leases.noteFreed()
      sender.noteFreed()
      noteIdle()
    },
    onRunError: (error, { text }) => observability.report(error, text),
    onBug,
  })
  const renewal = createLeaseRenewal({ transport, pool, parcels, log, backoff: newBackoff() })
  const leases = createLeaseLoop({
    transport,
    // A service that is too slow for the results gets no more of them: what is not begun is not lost.
    free: () => (buffer.isCrowded ? { uptime: 0, script: 0, main: 0, suite: 0 } : pool.free()),
    connectivity,
    log,
    backoff: newBackoff(),
    tooOldPauseMs: limits.tooOldPauseMs,
    pollEndMs: limits.pollEndMs,
    register,
    onAnswer,
  })

  connectivity.onBack(() => {
    leases.retryNow()
    sender.retryNow()
  })

  async function register(): Promise<void> {
    service = await transport.register({
      version: agentVersion,
      imageVariant: settings.imageVariant,
      name: settings.name.slice(0, 500),
      platform,
      arch,
      nodeVersion: process.version,
      checkTypes: checkTypeNames.filter((type) => executors[type] !== undefined),
      runtimes: [...settings.runtimes],
      engines: [...settings.engines],
      capabilities: deps.capabilities(),
      concurrency: { ...settings.concurrency },
    })
    log.info({ agentId, location: service.location }, 'registered')
    if (state === 'starting') state = 'ready'
    registered.resolve()
  }

  function onAnswer({ runs, cancel }: LeaseAnswer): void {
    pool.cancel(cancel)
    parcels.noteOver(cancel, [])
    parcels.add(runs)
    // A run that comes after we stopped asking goes back at once, for another agent to start.
    const surplus = state === 'ready' ? pool.accept(runs) : runs
    if (surplus.length > 0) returning = Promise.all([returning, release(surplus)]).catch(onBug)
  }

  /** Best effort: what does not arrive is given to another agent when its lease runs out. */
  async function release(runs: readonly HeldLease[]): Promise<void> {
    try {
      for (const batch of chunks(runs, mostRunsPerMessage)) {
        await transport.release({ runs: batch.map(({ leaseId, ticket }) => ({ leaseId, ticket })) })
        parcels.noteReleased(batch.map(({ leaseId }) => leaseId))
      }
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      log.warn({ runs: runs.length }, `could not return runs to the service: ${error.message}`)
    }
  }

  function onUnauthorized({ message }: TransportFailure): void {
    if (state === 'ready' || state === 'starting') state = 'draining'
    leases.hangUp()
    sender.stop()
    pool.abandon()
    failed.resolve({ kind: 'unauthorized', message })
    registered.reject(new TransportFailure('unauthorized', message))
  }

  /** It introduces itself anew at once: a long poll may be open for a while, and results wait. */
  function introduce(): void {
    if (state !== 'ready' && state !== 'draining') return
    hasChanged = isIntroducing
    if (isIntroducing) return
    isIntroducing = true
    register()
      .then(sender.retryNow)
      .catch((error: unknown) => {
        if (!(error instanceof TransportFailure)) onBug(error)
      })
      .finally(() => {
        isIntroducing = false
        if (hasChanged) introduce()
      })
  }

  function onBug(error: unknown): void {
    log.error({ err: error }, 'internal agent error')
    observability.report(error)
    failed.resolve({ kind: 'internal', error })
    registered.reject(error)
  }

  function tick(): void {
    pool.endOverdue()
    if (service === null || state === 'stopped') return
    renewal.tick(service.renewMs).catch(onBug)
    if (link.sinceSentMs() >= service.heartbeatMs) sendHeartbeat().catch(onBug)
  }

  async function sendHeartbeat(): Promise<void> {
    try {
      await transport.heartbeat({ connectivity: connectivity.state() })
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      log.debug({}, `no response to a heartbeat: ${error.message}`)
    }
  }

  function noteIdle(): void {
    if (isIdle()) whenIdle?.()
  }

  function isIdle(): boolean {
    return pool.size === 0 && buffer.size === 0 && uploads.size === 0
  }

  async function untilIdle(timeoutMs: number): Promise<void> {
    if (isIdle()) return
    const over = new AbortController()
    whenIdle = () => over.abort()
    await pause(timeoutMs, over.signal)
    whenIdle = null
  }

  function stop(): Promise<void> {
    stopped ??= sayFarewell()
    return stopped
  }

  async function sayFarewell(): Promise<void> {
    diagnostics?.stop()
    uploads.stop()
    const abandoned = pool.abandon()
    const farewell = Promise.all([release(abandoned), leasing.then(() => returning)]).then(() =>
      untilIdle(limits.farewellMs),
    )
    // Signed off last: the service hears nothing more from an agent that has left.
    await atMost(limits.farewellMs, Promise.all([farewell, observability.flush()]).then(signOff))
    sender.stop()
    state = 'stopped'
    if (timer !== null) clearInterval(timer)
    observability.close()
    connectivity.close()
    if (buffer.size > 0) log.error({ results: buffer.size }, 'stopped before all results were delivered')
    log.info({ released: abandoned.length }, 'stopped')
  }

  /** So that nobody takes it for an agent that is there. Best effort: silence says the same after a while. */
  async function signOff(): Promise<void> {
    if (service === null || buffer.size > 0) return
    try {
      await transport.heartbeat({ leaving: true })
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      log.debug({}, `could not tell the service that this agent is stopping: ${error.message}`)
    }
  }

  return {
    /** Resolves when the service knows this agent; rejects when the service will have nothing to do with it. */
    start(): Promise<void> {
      timer = setInterval(tick, limits.tickMs)
      leasing = leases.run().catch(onBug)
      return registered.promise
    },
    state: (): AgentState => state,
    lastContactAt: link.lastContactAt,
    sinceContactMs: link.sinceContactMs,
    figures: () => ({
      open: { uptime: pool.openIn('uptime'), script: pool.openIn('script'), main: pool.openIn('main') },
      buffered: buffer.size,
      bufferedBytes: buffer.bytes,
    }),
    /** Tells the service what has changed about this agent. What does not arrive is told with the next introduction. */
    introduce,
    /** Tells the service about an error outside of this agent's sight. */
    reportError: observability.report,
    /** Takes no more runs, finishes and reports those that it has, gives back what is not over in time. */
    async drain({ timeoutMs }: { timeoutMs: number }): Promise<void> {
      if (state === 'stopped') return
      state = 'draining'
      leases.stop().catch(onBug)
      await atMost(limits.farewellMs, leasing)
      await untilIdle(timeoutMs)
      await stop()
    },
    /** Gives everything back at once. */
    async stopNow(): Promise<void> {
      if (state === 'stopped') return
      state = 'draining'
      leases.stop().catch(onBug)
      await stop()
    },
    failed: failed.promise,
  }
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  await Promise.race([work, pause(ms, over.signal)])
  over.abort()
}
