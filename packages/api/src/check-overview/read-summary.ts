import { isRecord } from '@sonde/ground/is-record.ts'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { agentConnectedMinutes, agentListedHours } from '@sonde/schema/agents/agent.ts'
import { type CheckOverviewSummary, certificateSoonDays } from '@sonde/schema/checks/overview-summary.ts'
import { findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import { countOverview } from '@sonde/store/checks/check-overview.ts'
import {
  type CertificateRow,
  accountCoverage,
  certificatesEndingBefore,
  countRecentAlerts,
  nextMaintenance,
} from '@sonde/store/checks/overview-summary.ts'
import { listAgents } from '@sonde/store/locations/listed-agents.ts'
import { activeMaintenances, noKnownEnd } from '@sonde/store/maintenance/maintenances.ts'
import type { ApiDeps } from '../api-deps.ts'

type Deps = Pick<ApiDeps, 'store' | 'clock'>
type Coverage = CheckOverviewSummary['coverage']

/** Reading the hours of all checks is most of the work, and nothing of it changes within minutes. */
const coverageForMs = 5 * minuteMs
const mostAccounts = 1000

/** What is above the list of checks. The number of queries does not depend on how many there are. */
export function createSummaryReader(deps: Deps): (accountId: string) => Promise<CheckOverviewSummary> {
  const readCoverage = createCoverageCache(deps)
  return async function readSummary(accountId) {
    const { read } = deps.store
    const now = deps.clock.now()
    const [{ byStatus }, alerts, coverage, certificates, maintenance, agents] = await Promise.all([
      countOverview(read, { accountId }),
      countRecentAlerts(read, { accountId, since: now - dayMs, openBefore: now - minuteMs }),
      readCoverage(accountId),
      certificatesEndingBefore(read, { accountId, before: now + certificateSoonDays * dayMs }),
      readMaintenance(deps, accountId, now),
      readAgents(deps, accountId, now),
    ])
    return {
      problems: { failing: byStatus.failed, degraded: byStatus.degraded },
      alerts,
      coverage,
      certificates: summarizeCertificates(certificates, now),
      maintenance,
      agents,
    }
  }
}

function createCoverageCache({ store, clock }: Deps): (accountId: string) => Promise<Coverage> {
  const cache = new Map<string, { readAt: number; coverage: Promise<Coverage> }>()

  async function read(accountId: string, now: number): Promise<Coverage> {
    const to = now - (now % hourMs)
    const { due, covered, until } = await accountCoverage(store.read, { accountId, from: to - dayMs, to })
    return { due, covered, until: until === null ? null : isoTime(until) }
  }

  return (accountId) => {
    const now = clock.now()
    const cached = cache.get(accountId)
    if (cached !== undefined && Math.abs(now - cached.readAt) < coverageForMs) return cached.coverage
    const coverage = read(accountId, now)
    cache.delete(accountId)
    cache.set(accountId, { readAt: now, coverage })
    const [oldest] = cache.keys()
    if (cache.size > mostAccounts && oldest !== undefined) cache.delete(oldest)
    // What could not be read is not remembered.
    coverage.catch(() => cache.delete(accountId))
    return coverage
  }
}

/** Checks that look at the same host have one certificate between them; without a host, each has its own. */
function summarizeCertificates(
  rows: readonly CertificateRow[],
  now: number,
): CheckOverviewSummary['certificates'] {
  const first = new Map<string, CertificateRow>()
  for (const row of rows) {
    const key = `${row.domain ?? row.checkId}/${row.notAfterAt}`
    if (!first.has(key)) first.set(key, row)
  }
  const certificates = [...first.values()]
  const expired = certificates.filter(({ notAfterAt }) => notAfterAt <= now).length
  const [next] = certificates
  return {
    expired,
    expiring: certificates.length - expired,
    next:
      next === undefined
        ? null
        : {
            checkId: next.checkId,
            checkName: next.checkName,
            domain: next.domain,
            expiresAt: isoTime(next.notAfterAt),
          },
  }
}

async function readMaintenance(
  { store: { read } }: Deps,
  accountId: string,
  now: number,
): Promise<CheckOverviewSummary['maintenance']> {
  const [active, next] = await Promise.all([
    activeMaintenances(read, { at: now, accountIds: [accountId] }),
    nextMaintenance(read, { accountId, after: now }),
  ])
  const current = active.filter(({ startsAt }) => startsAt <= now).toSorted((a, b) => a.endsAt - b.endsAt)
  return {
    running: current.length,
    current: current[0] === undefined ? null : namedMaintenance(current[0]),
    next: next === null ? null : namedMaintenance(next),
  }
}

function namedMaintenance({
  windowId,
  name,
  startsAt,
  endsAt,
}: {
  windowId: number
  name: string
  startsAt: number
  endsAt: number
}) {
  return {
    windowId,
    name,
    startsAt: isoTime(startsAt),
    endsAt: endsAt === noKnownEnd ? null : isoTime(endsAt),
  }
}

/** As the list of agents counts them. */
async function readAgents(
  { store: { read } }: Deps,
  accountId: string,
  now: number,
): Promise<CheckOverviewSummary['agents']> {
  const withShared = (await findFirstAccount(read))?.id === accountId
  const query = { accountId, withShared, location: null }
  const { total: connected } = await listAgents(read, {
    ...query,
    seenSince: now - agentConnectedMinutes * minuteMs,
    limit: 1,
    offset: 0,
  })
  // The one heard of last comes first: behind those that are connected are the missing ones.
  const { rows, total } = await listAgents(read, {
    ...query,
    seenSince: now - agentListedHours * hourMs,
    limit: 1,
    offset: connected,
  })
  const [missing] = rows
  return {
    connected,
    missing: Math.max(0, total - connected),
    firstMissing:
      missing === undefined
        ? null
        : {
            name: nameIn(missing.details),
            location: missing.location,
            lastSeenAt: isoTime(missing.lastSeenAt),
          },
  }
}

function nameIn(details: unknown): string | null {
  const name = isRecord(details) ? details['name'] : null
  return typeof name === 'string' && name !== '' ? name : null
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
