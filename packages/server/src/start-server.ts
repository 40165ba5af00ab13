import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { collectGarbageAfterStart } from '@sonde/agent/collect-garbage.ts'
import { createRetentionJob } from '@sonde/analytics/retention-job.ts'
import { keptMsByType } from '@sonde/artifacts/artifact-limits.ts'
import { openArtifacts } from '@sonde/artifacts/open-artifacts.ts'
import { createS3Blobs } from '@sonde/artifacts/s3-blobs.ts'
import { createApp } from '@sonde/api/app.ts'
import type { App } from '@sonde/api/http/app-type.ts'
import { limitConnections } from '@sonde/api/http/connection-limit.ts'
import { createKeyUse } from '@sonde/api/http/key-use.ts'
import { readHelp } from '@sonde/api/help/read-help.ts'
import { readWebFiles, type WebFiles } from '@sonde/api/web/web-files.ts'
import { CannotPrepare, createClusterRunner } from '@sonde/runs/cluster/cluster-runner.ts'
import { createKeyOwners } from '@sonde/runs/cluster/key-owners.ts'
import { pokeLivePages } from '@sonde/runs/cluster/live-pokes.ts'
import {
  createDatabaseClock,
  createSharedClock,
  readDatabaseClock,
} from '@sonde/runs/cluster/database-clock.ts'
import type { NatsSite } from '@sonde/runs/cluster/open-nats-site.ts'
import { createRunner } from '@sonde/runs/runner.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { createPageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import { StoreFailure } from '@sonde/store/engine/failures.ts'
import { storeFor } from '@sonde/store/engine/pool-purpose.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import type { Logger } from 'pino'
import packageFile from '../package.json' with { type: 'json' }
import { createAlerting } from './alerting.ts'
import { connectionLimitsFor, readDescriptorLimit, warnOfFewDescriptors } from './descriptor-limit.ts'
import { startEmbeddedAgent } from './embedded-agent.ts'
import { leaveSignInFolder } from './file-folder.ts'
import { requireSameKind } from './other-servers.ts'
import { watchOwnConnections } from './own-connections.ts'
import { ownPortsOf } from './own-ports.ts'
import { ensureFirstAccount } from './first-start.ts'
import type { Settings } from './settings.ts'
import { shownAddress } from './shown-address.ts'
import { StartFailure } from './start-failure.ts'
import { warnAtStart } from './start-warnings.ts'
import { openWhenThere } from './open-when-there.ts'
import { createSecretSealing } from './secret-sealing.ts'
import { createServerPresence } from './presence.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { createServerJobs, startAll } from './server-jobs.ts'
import { followPageDomains } from './status-page-jobs.ts'
import { welcome } from './welcome.ts'

/** Where `scripts/build-web.mjs` puts the interface for people. */
const webFolder = join(import.meta.dirname, '../../web/dist')
const docsFolder = join(import.meta.dirname, '../../../docs')

/** How long a key's last use may be missing from the database. */
const keyUseFlushMs = 10_000

/** How long a request that has begun may still take once the server is to stop. */
const finishRequestsMs = 3_000

const steadyMs = () => performance.now()

export type RunningServer = { address: string; welcome: string; stop(): Promise<void> }

/** Opens everything in order, and closes what was opened when a later step fails. */
export async function startServer(deps: {
  settings: Settings
  clock: Clock
  log: Logger
  /** Aborted when the server is to stop: it then waits for nothing any more before it has started. */
  stopping: AbortSignal
}): Promise<RunningServer> {
  const { settings, log } = deps
  // Of several servers each waits for what is not there yet; one that is alone says so and ends.
  const open = () => openStore({ ...settings, clock: deps.clock })
  const opened = await (settings.nats === null ? open() : unlessStopping(openWhenThere(open, log))).catch(
    explainStoreFailure,
  )
  const databaseClock = createDatabaseClock({ steadyMs })
  const serverId = randomUUID()
  const kind = { usesNats: settings.nats !== null }
  const folderSign = leaveSignInFolder({ settings, log, serverId })
  await requireSameKind(opened, kind).catch(closeStore)
  const nats = await unlessStopping(openNats()).catch(closeStore)
  const clock = await chooseClock().catch(closeShared)
  const store = nats === null ? opened : pokeLivePages(opened, nats.bus)
  const keyUse = createKeyUse({ store, clock })
  const { rawRetentionDays, rollupRetentionDays } = settings
  const artifacts = openArtifacts({
    store,
    clock,
    dataDir: settings.dataDir,
    limits: settings.artifacts.limits,
    blobs: settings.artifacts.store === null ? null : createS3Blobs(settings.artifacts.store),
  })
  const fileKeptMs = keptMsByType(settings.artifacts.limits)
  const jobStore = storeFor(store, 'jobs')
  const jobDeps = {
    store: jobStore,
    clock,
    log,
    rawRetentionDays,
    rollupRetentionDays,
    partitionHours: settings.partitionHours,
    fileKeptMs,
  }
  let address = settings.publicUrl ?? ''
  const publicUrl = () => address
  const alerting = createAlerting({
    store,
    clock,
    log,
    settings: settings.alerting,
    publicUrl,
    pokes:
      nats === null
        ? null
        : {
            tell: () => nats.bus.publish('outbox', {}),
            listen: (listener) => void nats.bus.subscribe('outbox', listener),
          },
  })
  const { statusPageDomain } = settings
  const domains = createPageDomains({ store })
  const pageHosts = followPageDomains({ store, clock, domains, log })
  const { runs, cluster } = createServerRunner()
  const facts = {
    id: serverId,
    name: settings.serverName,
    version: packageFile.version,
    // Who switched its agent off is not asked to have one.
    roles: settings.roles.filter((role) => role !== 'agent' || settings.embeddedAgent),
  }
  const presence = createServerPresence({
    store,
    clock: deps.clock,
    databaseClock,
    log,
    ...facts,
    cluster,
  })
  await domains.refresh().catch(closeShared)
  const app = await listen().catch(closeShared)
  // Only a server that could listen makes the first account: its set-up address is told once.
  const first = await ensureFirstAccount({ ...settings, store, clock }).catch(closeAll)
  // A server that shares the checks is given its part with its first sign; one that runs all has told others before.
  for (const part of cluster === null ? [presence, runs] : [runs, presence]) {
    await part.start().catch(explainPreparation).catch(closeAll)
    // Another one may have started since.
    if (part === presence) await requireSameKind(store, kind).catch(closeAll)
  }
  // For the life of the server: what it has measured waits in it while the database is away.
  const agent = settings.embeddedAgent
    ? await startEmbeddedAgent({
        service: runs.agents,
        clock,
        log,
        settings: { ...settings.agent, ownPorts: ownPortsOf(settings) },
      }).catch(closeAll)
    : null
  alerting.start({ delivers: settings.roles.includes('delivery') })
  pageHosts.start()
  await warnAtStart({ settings, store, log }, first)
  await folderSign.warn(store, packageFile.version)

  const noteKeys = () =>
    keyUse
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'could not record when API keys were last used'))
  const timer = setInterval(() => void noteKeys(), keyUseFlushMs)
  timer.unref()
  const collection = collectGarbageAfterStart({ log })
  log.info({ address, engine: store.engine, version: packageFile.version }, 'started')
  return {
    address,
    welcome: welcome(first, { address, location: settings.location }),
    async stop() {
      presence.beginStop()
      collection.cancel()
      clearInterval(timer)
      await agent?.stop()
      await (cluster === null ? runs.stop() : presence.giveUpWork())
      // Another server may run the checks by now; the load balancer may not have noticed yet.
      if (settings.drainMs > 0) await delay(settings.drainMs)
      if (cluster !== null) await runs.stop()
      await alerting.stop()
      await pageHosts.stop()
      // Requests that have begun may finish; a client that never sends the rest of one is cut off.
      const cut = setTimeout(() => app.server.closeAllConnections(), finishRequestsMs)
      await app.close()
      clearTimeout(cut)
      await noteKeys()
      await presence.stop()
      folderSign.remove()
      await nats?.close()
      await store.close()
      log.info({}, 'stopped')
    },
  }

  /** One server runs all checks, and does what belongs to that; with NATS, each that shares the database has a share. */
  function createServerRunner() {
    const shared = {
      store,
      clock,
      log,
      artifacts,
      times: settings.times,
      alerting,
      isEmbeddedOn: settings.embeddedAgent,
      async prepare() {
        await createRetentionJob(jobDeps).prepare()
        await createSecretSealing({ store, log }).prepare()
        await alerting.prepareRuns()
      },
    }
    const jobs = createServerJobs({ store, jobDeps, artifacts, alerting, domains, settings, publicUrl })
    if (nats === null) {
      return { runs: createRunner({ ...shared, accompany: () => startAll(jobs) }), cluster: null }
    }
    const runner = createClusterRunner({
      ...shared,
      serverId,
      site: nats,
      starting: deps.stopping,
      jobs,
      isScheduler: settings.roles.includes('scheduler'),
    })
    const keyOwners = createKeyOwners({
      bus: nats.bus,
      serverId,
      living: runner.leases.living,
      isCutOff: () => nats.downMs() !== null,
    })
    return { runs: runner, cluster: { natsDownMs: nats.downMs, leases: runner.leases, keyOwners } }
  }

  /** Whoever is told to stop waits no longer for what is not there; what still tries to reach it ends with the process. */
  async function unlessStopping<Opened>(waiting: Promise<Opened>): Promise<Opened> {
    const { stopping } = deps
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(new Error('stopped before it had started', { cause: stopping.reason }))
    stopping.addEventListener('abort', stop, { once: true })
    if (stopping.aborted) stop()
    try {
      return await Promise.race([waiting, stopped.promise])
    } finally {
      stopping.removeEventListener('abort', stop)
    }
  }

  /** Servers that share the checks go by one clock: who runs what when must not depend on that of a machine. */
  async function chooseClock(): Promise<Clock> {
    if (nats === null) return deps.clock
    await readDatabaseClock(databaseClock, { readTime: () => opened.now(opened.read), steadyMs })
    return createSharedClock({ databaseClock, machine: deps.clock })
  }

  async function closeAll(error: unknown): Promise<never> {
    await runs.stop()
    await alerting.stop()
    await app.close()
    await presence.stop()
    return closeShared(error)
  }

  async function closeShared(error: unknown): Promise<never> {
    await nats?.close()
    return closeStore(error)
  }

  /** Its client is loaded where it is needed: most installations have no NATS. */
  async function openNats(): Promise<NatsSite | null> {
    if (settings.nats === null) return null
    const { openNatsSite } = await import('@sonde/runs/cluster/open-nats-site.ts')
    const { leaseMs } = settings.times
    const options = { ...settings.nats, name: settings.serverName, leaseMs, serverId }
    return await openNatsSite(options, { store: opened, log })
  }

  function natsFigures(): { isUp: boolean; reconnects: number } | null {
    return nats === null ? null : { isUp: nats.downMs() === null, reconnects: nats.reconnects() }
  }

  async function closeStore(error: unknown): Promise<never> {
    await opened.close()
    throw error
  }

  async function listen(): Promise<App> {
    const ownConnections = watchOwnConnections()
    const server = await createApp(
      {
        store,
        clock,
        log,
        artifacts,
        keyUse,
        keyOwners: cluster?.keyOwners ?? null,
        onLivePoke: nats === null ? null : (listener) => nats.bus.subscribe('live', listener),
        runs,
        agents: runs.agents,
        runStats: runs.stats,
        readiness: presence.readiness,
        server: { ...facts, nats: natsFigures },
        clockOffsetMs: presence.clockOffsetMs,
        deliveryStats: alerting.deliveryStats,
        servedLocations: runs.servedLocations,
        standIns: { location: settings.location, locations: runs.standInLocations },
        staticIps: settings.staticIps,
        metricsAccess: settings.metricsAccess,
        isOwnConnection: ownConnections.has,
        oidc: settings.oidc === null ? null : { settings: settings.oidc, fetch: createProviderFetch() },
        publicUrl: () => address,
        rawRetentionDays,
        rollupRetentionDays,
        deploySilenceMs: settings.deploySilenceMs,
        accountLimits: settings.accountLimits,
        alerting: settings.alerting,
        alertSender: alerting.sender,
        wakeDelivery: alerting.wakeDelivery,
        statusPages: { domain: statusPageDomain, domains },
        dashboardDomain: settings.dashboardDomain,
      },
      {
        trustProxy: settings.trustProxy,
        corsOrigins: settings.corsOrigins,
        version: packageFile.version,
        isForOperatorsOnly: !settings.roles.includes('api'),
        web: readInterface(),
        help: () => readHelp(docsFolder),
      },
    )
    server.server.once('close', ownConnections.close)
    const descriptors = readDescriptorLimit()
    warnOfFewDescriptors(log, descriptors)
    const limits = connectionLimitsFor(descriptors, settings.connections)
    limitConnections(server.server, limits, settings.trustProxy)
    await server.listen({ host: settings.host, port: settings.port }).catch((error: unknown) => {
      throw explainListenFailure(error, settings)
    })
    address = settings.publicUrl ?? shownAddress(server.server.address(), settings)
    return server
  }

  function readInterface(): WebFiles | null {
    const files = readWebFiles(webFolder)
    if (files === null)
      log.warn(
        { folder: webFolder },
        'the web interface is not built: start the server with npm start, which builds it',
      )
    return files
  }
}

function explainStoreFailure(error: unknown): never {
  if (error instanceof StoreFailure) throw new StartFailure(error.message)
  throw error
}

function explainPreparation(error: unknown): never {
  if (error instanceof CannotPrepare) throw new StartFailure(`DATABASE_URL: ${error.message}`)
  throw error
}

function explainListenFailure(error: unknown, { host, port }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new StartFailure(`PORT: ${port} is already in use on ${host}; choose another port`)
    case 'EACCES':
      return new StartFailure(`PORT: no permission to listen on ${port}; choose a port above 1023`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFailure(`HOST: ${host} is not an address of this machine`)
    default:
      return error
  }
}
