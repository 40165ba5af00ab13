import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { readScriptSettings, scriptMistakes } from '@sonde/agent/settings/script-settings.ts'
import { readDenied, readResolvers } from '@sonde/agent/settings/target-settings.ts'
import { parseHostPort } from '@sonde/agent/settings/host-port.ts'
import type { InProcessSettings } from '@sonde/agent/in-process-agent.ts'
import { type RunTimes, runTimes } from '@sonde/runs/run-times.ts'
import { ServerSettings } from '@sonde/schema/accounts/server-settings.ts'
import { defaultOf, propertiesOf } from '@sonde/schema/validation/shape.ts'
import { StaticIpRegistry } from '@sonde/schema/agents/static-ip.ts'
import { validateSettings } from '@sonde/schema/validation/validate-settings.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { AccountLimits } from '@sonde/actions/accounts/account-limits.ts'
import type { PartitionHours } from '@sonde/store/results/result-partitions.ts'
import { BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'
import type { OidcSettings } from '@sonde/api/oidc/oidc-settings.ts'
import type { MetricsAccess } from '@sonde/api/operations/metrics-access.ts'
import { alertingMistakes, readAlertingSettings } from './read-alerting-settings.ts'
import { listEntries } from './list-entries.ts'
import { artifactMistakes, type ArtifactSettings, readArtifactSettings } from './read-artifact-settings.ts'
import { natsMistakes, type NatsSettings, readNatsSettings } from './read-nats-settings.ts'
import { oidcMistakes, readOidcSettings } from './read-oidc-settings.ts'
import { readRoles, type Role, roleMistakes } from './read-roles.ts'

export type Settings = {
  host: string
  port: number
  publicUrl: string | null
  statusPageDomain: string | null
  dashboardDomain: string | null
  trustProxy: string[]
  /** Null: as the descriptors allow. */
  connections: { most: number | null; mostPerAddress: number | null }
  corsOrigins: string[]
  metricsAccess: MetricsAccess
  dataDir: string
  databaseUrl: string | null
  databaseReadUrl: string | null
  serverName: string
  /** How long requests are still answered after the order to stop. */
  drainMs: number
  databasePool: number
  partitionHours: PartitionHours
  /** Null: one server runs all checks. */
  nats: NatsSettings | null
  roles: readonly Role[]
  accountId: string | null
  apiKey: string | null
  encryptionKey: string | null
  embeddedAgent: boolean
  /** The code by which checks name this server. */
  location: ServerSettings['SONDE_LOCATION']
  staticIps: StaticIpRegistry
  rawRetentionDays: number
  rollupRetentionDays: number
  /** Of the embedded agent. */
  agent: Omit<InProcessSettings, 'ownPorts'>
  times: RunTimes
  /** How long a server can be silent about a deployment of code before it counts as dead. */
  deploySilenceMs: number
  accountLimits: AccountLimits
  artifacts: ArtifactSettings
  alerting: AlertingSettings
  oidc: OidcSettings | null
  logLevel: ServerSettings['LOG_LEVEL']
}

export type ReadSettings = { ok: true; settings: Settings } | { ok: false; mistakes: string[] }

/** Reads the environment once. Every mistake is reported, each in one line that begins with its setting. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): ReadSettings {
  const raw = rawSettings(environment)
  const violations = validateSettings(ServerSettings, raw)
  // Lists and JSON inside a setting are judged even when another setting is wrong, so that one start tells all.
  const trustProxy = listEntries(environment['TRUST_PROXY'])
  const corsOrigins = listEntries(environment['CORS_ORIGINS'])
  const targets = listEntries(environment['CONNECTIVITY_TARGETS'])
  const dnsResolvers = readResolvers(textOf(raw['DNS_RESOLVERS']), violations)
  const deniedTargets = readDenied(textOf(raw['DENIED_TARGETS']), violations)
  scriptMistakes({ SANDBOX_UIDS: textOf(raw['SANDBOX_UIDS']) ?? '' }, violations)
  const staticIps = readStaticIps(environment['SONDE_STATIC_IPS'])
  violations.push(
    ...trustProxy.flatMap((entry) => proxyMistakes(entry)),
    ...corsOrigins.flatMap((origin) => originMistakes(origin)),
    ...targets.flatMap((target) => targetMistakes(target)),
    ...staticIps.violations,
    ...alertingMistakes(raw),
    ...replicaMistakes(raw),
    ...metricsMistakes(raw),
    ...oidcMistakes(raw),
    ...artifactMistakes(raw),
    ...natsMistakes(raw),
    ...roleMistakes(raw),
    ...domainMistakes(textOf(raw['DASHBOARD_DOMAIN']), textOf(raw['STATUS_PAGE_DOMAIN'])),
  )
  if (violations.length > 0) {
    return { ok: false, mistakes: violations.map(({ path, message }) => `${path}: ${message}`) }
  }
  const read = raw as ServerSettings
  return {
    ok: true,
    settings: {
      host: read.HOST,
      port: read.PORT,
      publicUrl: read.PUBLIC_URL ?? null,
      statusPageDomain: read.STATUS_PAGE_DOMAIN?.toLowerCase() ?? null,
      dashboardDomain: read.DASHBOARD_DOMAIN?.toLowerCase() ?? null,
      trustProxy,
      connections: {
        most: read.MAX_CONNECTIONS ?? null,
        mostPerAddress: read.MAX_CONNECTIONS_PER_ADDRESS ?? null,
      },
      corsOrigins,
      metricsAccess: readMetricsAccess(read),
      dataDir: read.SONDE_DATA_DIR,
      databaseUrl: read.DATABASE_URL ?? null,
      databaseReadUrl: read.DATABASE_READ_URL ?? null,
      serverName: read.SONDE_SERVER_NAME ?? hostname(),
      drainMs: read.SONDE_DRAIN_SECONDS * 1000,
      databasePool: read.DATABASE_POOL,
      partitionHours: partitionHours[read.RESULTS_PARTITION_HOURS],
      nats: readNatsSettings(read),
      roles: readRoles(read.SONDE_ROLES),
      accountId: read.SONDE_ACCOUNT_ID?.toLowerCase() ?? null,
      apiKey: read.SONDE_API_KEY ?? null,
      encryptionKey: read.SONDE_ENCRYPTION_KEY ?? null,
      embeddedAgent: read.SONDE_EMBEDDED_AGENT === 'on' && readRoles(read.SONDE_ROLES).includes('agent'),
      location: read.SONDE_LOCATION,
      staticIps: staticIps.registry,
      rawRetentionDays: read.RETENTION_RAW_DAYS,
      rollupRetentionDays: read.RETENTION_ROLLUP_DAYS,
      agent: {
        uptimeConcurrency: read.UPTIME_CONCURRENCY,
        jobConcurrency: read.JOB_CONCURRENCY,
        // Whoever only looks at the product is not made to load 760 MB.
        scripts: readScriptSettings(read, { runtimeInstall: 'demand' }),
        usesOsResolver: read.USE_OS_DNS_RESOLVER === 'true',
        deniedTargets,
        // Node itself adds those of NODE_EXTRA_CA_CERTS to what it trusts.
        authorities: [],
        dnsResolvers,
        connectivityTargets: targets.flatMap((entry) => parseHostPort(entry) ?? []),
      },
      times: {
        leaseMs: read.SONDE_LEASE_SECONDS * 1000,
        renewMs: read.SONDE_RENEW_SECONDS * 1000,
        pollMs: read.SONDE_POLL_SECONDS * 1000,
        heartbeatMs: runTimes.heartbeatMs,
        expiryMs: read.SONDE_QUEUE_SECONDS * 1000,
        silenceMs: read.SONDE_SILENCE_SECONDS * 1000,
      },
      deploySilenceMs: read.SONDE_DEPLOY_SILENCE_SECONDS * 1000,
      accountLimits: {
        creation: read.ACCOUNT_CREATION,
        checks: read.CHECKS_MAX,
        keys: read.API_KEYS_MAX,
        members: read.MEMBERS_MAX,
        snippetMegabytes: read.SNIPPETS_MB,
      },
      artifacts: readArtifactSettings(read),
      alerting: readAlertingSettings(read),
      oidc: readOidcSettings(read),
      logLevel: read.LOG_LEVEL,
    },
  }
}

const partitionHours: Readonly<Record<ServerSettings['RESULTS_PARTITION_HOURS'], PartitionHours>> = {
  24: 24,
  6: 6,
  1: 1,
}

function replicaMistakes({
  DATABASE_READ_URL: replica,
  DATABASE_URL: primary,
}: Record<string, unknown>): Violation[] {
  return replica !== undefined && primary === undefined
    ? [{ path: 'DATABASE_READ_URL', message: 'needs DATABASE_URL: it is a replica of that database' }]
    : []
}

function metricsMistakes({
  METRICS_ACCESS: access,
  METRICS_TOKEN: token,
}: Record<string, unknown>): Violation[] {
  return access === 'token' && token === undefined
    ? [{ path: 'METRICS_TOKEN', message: 'is required with METRICS_ACCESS=token' }]
    : []
}

function readMetricsAccess({ METRICS_ACCESS: kind, METRICS_TOKEN: token }: ServerSettings): MetricsAccess {
  if (kind !== 'token') return { kind, token: token ?? null }
  if (token === undefined) throw new Error('METRICS_TOKEN was required')
  return { kind, token }
}

/** A host below both domains would be that of a dashboard and of a status page. */
function domainMistakes(dashboards = '', statusPages = ''): Violation[] {
  if (dashboards === '' || statusPages === '') return []
  const [ofDashboards, ofPages] = [`.${dashboards.toLowerCase()}`, `.${statusPages.toLowerCase()}`]
  if (!ofDashboards.endsWith(ofPages) && !ofPages.endsWith(ofDashboards)) return []
  const message = `must not be the domain of STATUS_PAGE_DOMAIN (${statusPages}), a parent domain or a subdomain of it`
  return [{ path: 'DASHBOARD_DOMAIN', message }]
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** An empty variable counts as unset: that is how compose files and unit files spell "nothing". */
function rawSettings(environment: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const raw: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(propertiesOf(ServerSettings))) {
    const text = environment[name]?.trim()
    const isNumber = (property as { type?: string }).type === 'integer'
    if (text === undefined || text === '') {
      const byDefault = defaultOf(property)
      if (byDefault !== undefined) raw[name] = byDefault
    } else {
      raw[name] = isNumber && /^\d+$/.test(text) ? Number(text) : text
    }
  }
  return raw
}

function proxyMistakes(entry: string): Violation[] {
  const [address = '', prefix, ...more] = entry.split('/')
  const family = isIP(address)
  const isRange =
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && fitsFamily(address, Number(prefix), family))
  // A prefix of 0 would believe everybody.
  if (family !== 0 && isRange && more.length === 0 && Number(prefix ?? 1) > 0) return []
  return [{ path: 'TRUST_PROXY', message: `"${entry}" is not an IP address or a CIDR range` }]
}

function fitsFamily(address: string, prefix: number, family: number): boolean {
  if (prefix > (family === 6 ? 128 : 32)) return false
  new BlockList().addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  return true
}

function originMistakes(origin: string): Violation[] {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return []
  return [
    { path: 'CORS_ORIGINS', message: `"${origin}" is not an origin such as https://dashboard.example.com` },
  ]
}

function targetMistakes(target: string): Violation[] {
  if (parseHostPort(target) !== null) return []
  return [{ path: 'CONNECTIVITY_TARGETS', message: `"${target}" is not a host or host:port` }]
}

function readStaticIps(text: string | undefined): { registry: StaticIpRegistry; violations: Violation[] } {
  const path = 'SONDE_STATIC_IPS'
  if (text === undefined || text.trim() === '') return { registry: {}, violations: [] }
  let registry: unknown
  try {
    registry = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { registry: {}, violations: [{ path, message: `is not JSON: ${why}` }] }
  }
  const violations = createValidator()
    .compile(StaticIpRegistry, { complete: true })(registry)
    .map((violation) => ({ path, message: `${violation.path} ${violation.message}`.trim() }))
  return { registry: violations.length === 0 ? (registry as StaticIpRegistry) : {}, violations }
}
