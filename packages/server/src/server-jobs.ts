import { createDayStatsJob } from '@sonde/analytics/day-stats-job.ts'
import { createRetentionJob, type RetentionJobDeps } from '@sonde/analytics/retention-job.ts'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import type { NamedJobs } from '@sonde/runs/cluster/held-jobs.ts'
import { createDomainResolver } from '@sonde/status-pages/domains/domain-resolver.ts'
import type { PageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Logger } from 'pino'
import type { Alerting } from './alerting.ts'
import { createContractionJob } from './contraction-job.ts'
import { createSecretSealing } from './secret-sealing.ts'
import { createSessionJobs } from './session-jobs.ts'
import type { Settings } from './settings.ts'
import { createStatusPageJobs } from './status-page-jobs.ts'
import { startTraceExport } from './trace-export.ts'

/** What one server at a time does beside the running of checks: all of it on one, or each on the one that has it. */
export function createServerJobs(deps: {
  store: Store
  /** With connections of their own. */
  jobDeps: RetentionJobDeps & { log: Logger }
  artifacts: Pick<ArtifactStore, 'cleanUp' | 'moveAssets'>
  alerting: Pick<Alerting, 'accompanyRuns'>
  domains: PageDomains
  settings: Settings
  publicUrl(): string
}): NamedJobs {
  const { store, jobDeps, artifacts, alerting, domains, settings, publicUrl } = deps
  const { clock, log } = jobDeps
  const { statusPageDomain } = settings
  return {
    rollups: job(() => createRollupJob(jobDeps)),
    retention: job(() => createRetentionJob(jobDeps)),
    'day figures': job(() => createDayStatsJob(jobDeps)),
    alerting: { start: async () => alerting.accompanyRuns() },
    'status pages': job(() => {
      const resolver = createDomainResolver(settings.agent.dnsResolvers)
      return createStatusPageJobs({ store, clock, log, domains, resolver, statusPageDomain, publicUrl })
    }),
    'web sessions': job(() => createSessionJobs(jobDeps)),
    secrets: job(() => createSecretSealing({ store, log })),
    migrations: job(() => createContractionJob({ store, log })),
    files: job(() => artifacts.cleanUp(log)),
    assets: job(() => artifacts.moveAssets(log)),
    traces: { start: async () => startTraceExport({ ...jobDeps, egress: settings.alerting.egress }) },
  }
}

/** All of them on this server. */
export async function startAll(jobs: NamedJobs): Promise<{ stop(): Promise<void> }> {
  const started = await Promise.all(Object.values(jobs).map((each) => each.start()))
  return {
    async stop() {
      await Promise.all(started.map((each) => each.stop()))
    },
  }
}

function job(create: () => { start(): void; stop(): Promise<void> }): NamedJobs[string] {
  return {
    async start() {
      const created = create()
      created.start()
      return created
    },
  }
}
