import { tmpdir } from 'node:os'
import { getCACertificates } from 'node:tls'
import { metadataRanges } from '@sonde/ground/metadata-services.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { diagnoseTarget } from '@sonde/probes/diagnostics/diagnose.ts'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { createAgent } from './agent.ts'
import { findCapabilities } from './runs/capabilities.ts'
import { createConnectivity } from './witnesses/connectivity.ts'
import { pingThrough } from './runs/engine-ping.ts'
import { createEvaluationThread } from './runs/evaluation-thread.ts'
import { createExecutors } from './runs/executors.ts'
import { createProbeTools } from './runs/probe-tools.ts'
import { createServiceTime } from './service/service-time.ts'
import { startScripts } from './scripts/start-scripts.ts'
import type { AgentTransport } from './service/transport.ts'
import type { ScriptSettings } from './settings/script-settings.ts'
import type { WitnessTarget } from './witnesses/witness.ts'

export type InProcessSettings = {
  uptimeConcurrency: number
  /** Of runs that are files of tests. */
  jobConcurrency: number
  scripts: ScriptSettings
  usesOsResolver: boolean
  /** Addresses and ranges that no check may look at, beside the metadata services of clouds. */
  deniedTargets: readonly string[]
  authorities: readonly string[]
  dnsResolvers: readonly string[]
  connectivityTargets: readonly WitnessTarget[]
  /** Of the service and its database, on this machine: scripts may not connect there. */
  ownPorts: readonly number[]
}

/** The agent inside the service: everything that a separate one does, but for the way to the service. */
export async function startInProcessAgent(deps: {
  transport: AgentTransport
  agentId: string
  clock: Clock
  log: Logger
  settings: InProcessSettings
}): Promise<{ drain(options: { timeoutMs: number }): Promise<void> }> {
  const { transport, agentId, clock, log, settings } = deps
  const engine = await startIcmp({
    reportCrash: (error) => log.error({ err: error }, 'the ICMP engine failed and is restarted'),
  })
  const time = createServiceTime({ clock, log })
  const tools = createProbeTools({
    engine,
    time,
    settings: { ...settings, deniesMetadata: true },
  })
  const thread = createEvaluationThread()
  const scripts = await startScripts({
    settings: settings.scripts,
    workDir: tmpdir(),
    network: {
      // Without a way to deny the others, scripts run all the same: who may write them here trusts this machine.
      mustDeny: settings.deniedTargets.length > 0,
      policy: {
        deniedRanges: [...settings.deniedTargets, ...metadataRanges],
        deniedLoopbackPorts: settings.ownPorts,
      },
    },
    transport,
    suites: {
      // Its disk is that of the service.
      dependencyCache: 'local',
      installVariables: {},
      // Node itself adds them to what it trusts.
      authorities: getCACertificates('extra'),
    },
    secrets: [],
    tools,
    thread,
    log,
  })
  const found = findCapabilities(engine.capability, tools.traceroute.capability)
  const allCapabilities = () => {
    const ofScripts = scripts.capabilities()
    return { ...found, ...ofScripts, missing: [...found.missing, ...ofScripts.missing] }
  }
  const capabilities = allCapabilities()
  for (const missing of capabilities.missing) log.warn({}, missing)
  const agent = createAgent({
    transport,
    executors: createExecutors(tools, thread),
    scripts: scripts.runs,
    clock,
    time,
    log,
    agentId,
    capabilities: allCapabilities,
    diagnose: (target, signal) => diagnoseTarget(target, tools, signal),
    connectivity: createConnectivity({
      log,
      // The service is this very process: its answer proves nothing.
      askService: null,
      ping: capabilities.icmp === 'none' ? null : pingThrough(engine),
      targets: settings.connectivityTargets,
    }),
    settings: {
      name: 'embedded',
      imageVariant: 'embedded',
      concurrency: {
        uptime: settings.uptimeConcurrency,
        script: settings.scripts.concurrency,
        main: settings.jobConcurrency,
      },
      runtimes: scripts.runtimes,
      engines: [],
      secrets: [],
      // They are in the log of this very process.
      reportsErrors: false,
      // Alone on its way to the service, and needed as soon as that takes over from another. A message is a function call.
      limits: { backoff: { firstMs: 250, mostMs: 1_000 }, resultPaceMs: 0, resultGatherMs: 0 },
    },
  })
  scripts.onChange(agent.introduce)
  void agent.failed.then((failure) => log.error({ failure }, 'the embedded agent has stopped'))
  // Not waited for: the service may be one that stands by.
  agent.start().catch((error: unknown) => log.error({ err: error }, 'the embedded agent did not start'))
  return {
    async drain(options) {
      await agent.drain(options)
      await scripts.close()
      await tools.traceroute.close()
      await engine.close()
    },
  }
}
