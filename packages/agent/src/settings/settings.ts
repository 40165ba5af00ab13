import { readFileSync, statSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { AgentSettings } from '@sonde/schema/agents/agent-settings.ts'
import { defaultOf, propertiesOf } from '@sonde/schema/validation/shape.ts'
import { validateSettings } from '@sonde/schema/validation/validate-settings.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { parseHostPort } from './host-port.ts'
import { commaList } from './comma-list.ts'
import { isLoopbackHost } from '../witnesses/loopback.ts'
import { isUsableBypass } from '../runs/proxy-choice.ts'
import { readScriptSettings, scriptMistakes, type ScriptSettings } from './script-settings.ts'
import { readDenied, readResolvers } from './target-settings.ts'
import type { WitnessTarget } from '../witnesses/witness.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export type Settings = {
  apiKey: string
  serviceUrl: URL
  name: string
  imageVariant: AgentSettings['IMAGE_VARIANT']
  jobConcurrency: number
  uptimeConcurrency: number
  scripts: ScriptSettings
  logLevel: LogLevel
  healthPort: number
  metricsPort: number | null
  shutdownMs: number
  workDir: string
  httpsProxy: URL | null
  httpProxy: URL | null
  noProxy: string[]
  extraAuthoritiesFile: string | null
  verifiesCertificates: boolean
  usesOsResolver: boolean
  dnsResolvers: string[]
  deniedTargets: string[]
  dependencyCache: 'off' | 'service' | 'local'
  reportsErrors: boolean
  connectivityTargets: WitnessTarget[]
  /** What was read otherwise than it was written, one line each. */
  warnings: string[]
}

export type ReadSettings = { ok: true; settings: Settings } | { ok: false; mistakes: string[] }

type Environment = Readonly<Record<string, string | undefined>>

/** Names whose values are written in any case. */
const anyCase: ReadonlySet<string> = new Set([
  'USE_OS_DNS_RESOLVER',
  'DEPENDENCY_CACHE',
  'SANDBOX',
  'SCRIPT_NETWORK',
  'EXTERNAL_OBSERVABILITY',
])

/** Many programs read these in lower case, and some write them only so. */
const lowerCaseAliases: ReadonlySet<string> = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'])

const logLevels: ReadonlyMap<string, LogLevel> = new Map([
  ['DEBUG', 'debug'],
  ['LOG', 'info'],
  ['INFO', 'info'],
  ['WARN', 'warn'],
  ['ERROR', 'error'],
])

/** Reads the environment once. Every mistake is reported, each in one line that begins with its setting. */
export function readSettings(environment: Environment): ReadSettings {
  const raw = rawSettings(environment)
  const violations: Violation[] = []
  readKeyFile(raw, violations)
  violations.push(...validateSettings(AgentSettings, raw))
  const read = raw as Partial<AgentSettings>
  // Validated even when another setting is wrong, so that one start tells all.
  const httpsProxy = readProxy('HTTPS_PROXY', read.HTTPS_PROXY, violations)
  const httpProxy = readProxy('HTTP_PROXY', read.HTTP_PROXY, violations)
  const noProxy = commaList(read.NO_PROXY)
  for (const entry of noProxy.filter((item) => !isUsableBypass(item))) {
    violations.push({ path: 'NO_PROXY', message: `"${entry}" is not a host, a suffix or a CIDR range` })
  }
  const connectivityTargets = readTargets(read.CONNECTIVITY_TARGETS, violations)
  const dnsResolvers = readResolvers(read.DNS_RESOLVERS, violations)
  const deniedTargets = readDenied(read.DENIED_TARGETS, violations)
  scriptMistakes(read, violations)
  const workDir = readWorkDir(read.WORK_DIR, violations)
  if (read.API_KEY === undefined && !violations.some(({ path }) => path.startsWith('API_KEY'))) {
    violations.push({ path: 'API_KEY', message: 'is required: the key of the location (or API_KEY_FILE)' })
  }
  if (read.SERVICE_URL !== undefined && !URL.canParse(read.SERVICE_URL)) {
    violations.push({ path: 'SERVICE_URL', message: 'is not an address' })
  }
  if (violations.length > 0) return { ok: false, mistakes: mistakesOf(violations) }
  const complete = asValidated(raw)
  const warnings: string[] = []
  const serviceUrl = new URL(complete.SERVICE_URL)
  if (serviceUrl.protocol === 'http:' && !isLoopbackHost(serviceUrl.hostname)) {
    warnings.push('SERVICE_URL: http: sends the key and every result unencrypted; use https:')
  }
  const verifiesCertificates = complete.NODE_TLS_REJECT_UNAUTHORIZED !== '0'
  if (!verifiesCertificates) {
    warnings.push('NODE_TLS_REJECT_UNAUTHORIZED: 0 means that the certificate of the service is not verified')
  }
  return {
    ok: true,
    settings: {
      apiKey: complete.API_KEY ?? '',
      serviceUrl,
      name: complete.AGENT_NAME ?? hostname(),
      imageVariant: complete.IMAGE_VARIANT,
      jobConcurrency: clampJobs(complete.JOB_CONCURRENCY, warnings),
      uptimeConcurrency: complete.UPTIME_CONCURRENCY,
      scripts: readScriptSettings(complete, { runtimeInstall: 'start' }),
      logLevel: readLogLevel(complete.LOG_LEVEL, warnings),
      healthPort: complete.AGENT_HEALTH_PORT,
      metricsPort: complete.AGENT_METRICS_PORT ?? null,
      shutdownMs: complete.SHUTDOWN_TIMEOUT * 1_000,
      workDir,
      httpsProxy,
      httpProxy,
      noProxy,
      extraAuthoritiesFile: complete.NODE_EXTRA_CA_CERTS ?? null,
      verifiesCertificates,
      usesOsResolver: complete.USE_OS_DNS_RESOLVER === 'true',
      dnsResolvers,
      deniedTargets,
      dependencyCache: complete.DEPENDENCY_CACHE === 'checkly_s3' ? 'service' : complete.DEPENDENCY_CACHE,
      reportsErrors: ['on', 'true', '1', 'yes'].includes(complete.EXTERNAL_OBSERVABILITY),
      connectivityTargets,
      warnings,
    },
  }
}

/** Safe because the validator that was compiled from the schema found nothing wrong with the value. */
function asValidated(raw: Record<string, unknown>): AgentSettings {
  return raw as AgentSettings
}

/** An empty variable counts as unset: that is how compose files and unit files spell "nothing". */
function rawSettings(environment: Environment): Record<string, unknown> {
  const raw: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(propertiesOf(AgentSettings))) {
    const written = environment[name] ?? (lowerCaseAliases.has(name) ? environment[name.toLowerCase()] : '')
    const value = written?.trim() ?? ''
    const isNumber = (property as { type?: string }).type === 'integer'
    if (value !== '') {
      const text = anyCase.has(name) ? value.toLowerCase() : value
      raw[name] = isNumber && /^-?\d+$/.test(text) ? Number(text) : text
      continue
    }
    const byDefault = defaultOf(property)
    if (byDefault !== undefined) raw[name] = byDefault
  }
  return raw
}

function readKeyFile(raw: Record<string, unknown>, violations: Violation[]): void {
  const path = 'API_KEY_FILE'
  const file = raw[path]
  if (typeof file !== 'string') return
  if (raw['API_KEY'] !== undefined) {
    violations.push({ path, message: 'is set together with API_KEY; set only one of them' })
    return
  }
  try {
    raw['API_KEY'] = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    violations.push({ path, message: `${file} cannot be read (${why})` })
  }
}

/** The address is never repeated: it may hold a password. */
function readProxy(path: string, text: string | undefined, violations: Violation[]): URL | null {
  if (text === undefined) return null
  const address = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '') return url
  violations.push({ path, message: 'is not an http:// or https:// address of a proxy' })
  return null
}

function readTargets(text: string | undefined, violations: Violation[]): WitnessTarget[] {
  return commaList(text).flatMap((entry) => {
    const target = parseHostPort(entry)
    if (target === null) {
      violations.push({ path: 'CONNECTIVITY_TARGETS', message: `"${entry}" is not host or host:port` })
    }
    return target ?? []
  })
}

function readWorkDir(folder: string | undefined, violations: Violation[]): string {
  if (folder === undefined) return tmpdir()
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    violations.push({ path: 'WORK_DIR', message: `${folder} is not a folder` })
  }
  return folder
}

function clampJobs(jobs: number, warnings: string[]): number {
  const clamped = Math.min(10, Math.max(1, jobs))
  if (clamped !== jobs) warnings.push(`JOB_CONCURRENCY: ${jobs} is not between 1 and 10; ${clamped} is used`)
  return clamped
}

function readLogLevel(text: string, warnings: string[]): LogLevel {
  const level = logLevels.get(text.toUpperCase())
  if (level === undefined) {
    warnings.push(`LOG_LEVEL: "${text}" is none of ${[...logLevels.keys()].join(', ')}; INFO is used`)
  }
  return level ?? 'info'
}

function mistakesOf(violations: readonly Violation[]): string[] {
  return [...new Set(violations.map(({ path, message }) => `${path}: ${message}`))]
}
