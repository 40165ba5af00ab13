import { randomUUID } from 'node:crypto'
import type { Logger } from '@sonde/ground/logger.ts'
import { diagnoseTarget } from '@sonde/probes/diagnostics/diagnose.ts'
import type { IcmpEngine } from '@sonde/probes/icmp-engine/ping-run.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { createAgent } from './agent.ts'
import { readAuthorities, readCertificates } from './runs/authorities.ts'
import { findCapabilities } from './runs/capabilities.ts'
import { createConnectivity } from './witnesses/connectivity.ts'
import { pingThrough } from './runs/engine-ping.ts'
import { createEvaluationThread } from './runs/evaluation-thread.ts'
import { createExecutors, executorsFor } from './runs/executors.ts'
import { createHttpTransport } from './service/http-transport.ts'
import { metadataRanges } from '@sonde/ground/metadata-services.ts'
import { isLoopbackHost } from './witnesses/loopback.ts'
import { chooseProxy, proxySecrets } from './runs/proxy-choice.ts'
import type { Settings } from './settings/settings.ts'
import { createProbeTools } from './runs/probe-tools.ts'
import { startScripts } from './scripts/start-scripts.ts'
import { createServiceTime } from './service/service-time.ts'
import { StartFailure } from './start-failure.ts'
import { TransportFailure, type AgentTransport } from './service/transport.ts'

/** Everything in the settings that must never be shown. */
export function secretsOf(settings: Settings): string[] {
  return [settings.apiKey, ...proxySecrets(settings.httpsProxy), ...proxySecrets(settings.httpProxy)]
}

/** For commands that reach their registry as this agent reaches the service. */
function proxiesOf({ httpsProxy, httpProxy, noProxy }: Settings): Record<string, string> {
  return {
    ...(httpsProxy === null ? {} : { HTTPS_PROXY: httpsProxy.href }),
    ...(httpProxy === null ? {} : { HTTP_PROXY: httpProxy.href }),
    ...(noProxy.length === 0 ? {} : { NO_PROXY: noProxy.join(',') }),
  }
}

/** Composes the agent that runs as a program of its own. It does nothing before its `start`. */
export async function composeAgent(deps: {
  settings: Settings
  engine: IcmpEngine
  clock: Clock
  log: Logger
}) {
  const { settings, engine, clock, log } = deps
  const { serviceUrl } = settings
  const agentId = randomUUID()
  const transport = createHttpTransport({
    serviceUrl,
    apiKey: settings.apiKey,
    agentId,
    proxy: chooseProxy(serviceUrl, settings),
    authorities: authoritiesFor(settings),
    verifiesCertificates: settings.verifiesCertificates,
  })
  const time = createServiceTime({ clock, log })
  // The key of a data center; people trust it with their checks, and not with the machine that it runs on.
  const deniesMetadata = settings.apiKey.startsWith('dc_')
  const tools = createProbeTools({
    engine,
    time,
    settings: {
      usesOsResolver: settings.usesOsResolver,
      deniedTargets: settings.deniedTargets,
      deniesMetadata,
      authorities: furtherAuthorities(settings),
      dnsResolvers: settings.dnsResolvers,
    },
  })
  const thread = createEvaluationThread()
  const scripts = await startScripts({
    settings: settings.scripts,
    workDir: settings.workDir,
    network: {
      mustDeny: settings.deniedTargets.length > 0 || deniesMetadata,
      policy: {
        deniedRanges: [...settings.deniedTargets, ...(deniesMetadata ? metadataRanges : [])],
        deniedLoopbackPorts: [
          settings.healthPort,
          ...(settings.metricsPort === null ? [] : [settings.metricsPort]),
          ...loopbackPortsOf(serviceUrl),
        ].filter((port) => port > 0),
      },
    },
    transport,
    suites: {
      // Data centers always keep them.
      dependencyCache:
        settings.dependencyCache === 'off' && deniesMetadata ? 'local' : settings.dependencyCache,
      installVariables: proxiesOf(settings),
      authorities: furtherAuthorities(settings),
    },
    secrets: secretsOf(settings),
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
  const executors = executorsFor(createExecutors(tools, thread), settings.imageVariant)
  const agent = createAgent({
    transport,
    executors,
    scripts: scripts.runs,
    clock,
    time,
    log,
    agentId,
    capabilities: allCapabilities,
    diagnose: (target, signal) => diagnoseTarget(target, tools, signal),
    connectivity: createConnectivity({
      log,
      askService: isLoopbackHost(serviceUrl.hostname)
        ? null
        : (timeoutMs) => isAnswering(transport, timeoutMs),
      ping: capabilities.icmp === 'none' ? null : pingThrough(engine),
      targets: settings.connectivityTargets,
    }),
    settings: {
      name: settings.name,
      imageVariant: settings.imageVariant,
      concurrency: {
        uptime: settings.uptimeConcurrency,
        script: settings.scripts.concurrency,
        main: settings.jobConcurrency,
      },
      runtimes: scripts.runtimes,
      engines: [],
      secrets: secretsOf(settings),
      reportsErrors: settings.reportsErrors,
    },
  })
  scripts.onChange(agent.introduce)
  const checkTypes = Object.keys(executors)
  log.info(
    {
      version: agentVersion,
      imageVariant: settings.imageVariant,
      runtimes: scripts.runtimes,
      checkTypes,
      uptimeConcurrency: settings.uptimeConcurrency,
      jobConcurrency: settings.jobConcurrency,
      icmp: capabilities.icmp,
      sandbox: capabilities.sandbox,
      scriptNetwork: capabilities.scriptNetwork,
      groupLimits: capabilities.groupLimits,
    },
    `agent ${agentVersion} (${settings.imageVariant}) runs ${checkTypes.join(', ')} for ${serviceUrl.host}, scripts in the sandbox ${capabilities.sandbox}`,
  )
  for (const missing of capabilities.missing) log.warn({}, missing)
  return { agent, closeTransport: transport.close, closeScripts: scripts.close }
}

/** Reading them takes a moment, which plain http need not spend. */
function authoritiesFor({
  serviceUrl,
  extraAuthoritiesFile,
  httpsProxy,
  httpProxy,
}: Settings): string[] | null {
  const usesTls = [serviceUrl, httpsProxy, httpProxy].some((url) => url?.protocol === 'https:')
  if (!usesTls && extraAuthoritiesFile === null) return null
  const read = readAuthorities(extraAuthoritiesFile)
  if (!read.ok) throw new StartFailure(read.mistake)
  return read.certificates
}

/** Of targets, beside those that everybody trusts. */
function furtherAuthorities({ extraAuthoritiesFile }: Settings): readonly string[] {
  if (extraAuthoritiesFile === null) return []
  const read = readCertificates(extraAuthoritiesFile)
  if (!read.ok) throw new StartFailure(read.mistake)
  return read.certificates
}

/** Whether the service can be reached; what it thinks of us does not matter here. */
async function isAnswering(transport: AgentTransport, timeoutMs: number): Promise<boolean> {
  try {
    await transport.heartbeat({}, AbortSignal.timeout(timeoutMs))
    return true
  } catch (error) {
    if (error instanceof TransportFailure) return error.kind !== 'unavailable'
    throw error
  }
}

/** Of the service, if it is on this machine. */
function loopbackPortsOf({ hostname, port, protocol }: URL): number[] {
  return isLoopbackHost(hostname) ? [Number(port || (protocol === 'https:' ? 443 : 80))] : []
}
