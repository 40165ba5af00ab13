import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../scripts/find-program.ts'
import { serviceEnvironment, serverFlags } from '../scripts/node-options.mjs'
import { type Blackbox, startBlackbox } from './blackbox.ts'
import { measureApiBodies } from './api-bodies.ts'
import type { ProbeOrder, ProbeTally } from './probe-runner.ts'
import type { ProbeTargets } from './probe-targets.ts'
import { cpuSecondsOf } from './process-cpu.ts'
import type { Report, Row } from './report.ts'

const concurrencies = (process.env['CONCURRENCY'] ?? '64,1,256').split(',').map(Number)
/** Each side is measured in turns with the other, so that a busy moment of the machine hits both. */
const rounds = Number(process.env['ROUNDS'] ?? 3)
const roundMs = 2000
/** An agent runs for months: what it does once, and what it does before its code is compiled, does not count. */
const warmUpMs = 5000

/**
 * `https-x25519` is `https` without the hybrid group (X25519MLKEM768) that our TLS offers and blackbox_exporter
 * does not: with it, both do the same arithmetic. `api` is an API check that looks at the status alone, `api-body` one
 * that looks for a word in the body, as blackbox_exporter does with a body match.
 */
const targetOf = {
  http: 'http',
  https: 'https',
  'https-x25519': 'https',
  api: 'http',
  'api-body': 'http',
  tcp: 'tcp',
  dns: 'dns',
} as const
type Kind = keyof typeof targetOf

/** `KINDS=tcp,dns CONCURRENCY=64 ROUNDS=5` measures less, or more often. */
const kinds = (process.env['KINDS'] ?? 'http,https,https-x25519,api,api-body,tcp,dns').split(',').map(toKind)

function toKind(name: string): Kind {
  for (const kind of keysOf(targetOf)) if (kind === name) return kind
  throw new Error(`no probe called ${name}`)
}

/** Safe because the object is a constant, with no keys beside those of its type. */
function keysOf<Key extends string>(constant: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(constant) as Key[]
}

const classicGroups = `nodejs_conf = init
[init]
ssl_conf = contexts
[contexts]
system_default = groups
[groups]
Groups = X25519:P-256:P-384:P-521
`

/** What one side managed in one round. */
type Stats = {
  perSecond: number
  cpuMicroseconds: number
  failed: number
  /** Processor time of the server that was probed, per second: near 1 it would be what limits the rate. */
  targetShare: number
}

type Bench = { targets: ProbeTargets; targetProcess: ChildProcess; runners: Runners }
type Runners = { usual: ChildProcess; x25519: ChildProcess }

/** The probes of an agent, config to verdict, beside blackbox_exporter: the same targets, equally many at a time. */
export async function benchProbes(): Promise<Report> {
  const targetProcess = start('probe-targets.ts', {})
  const [targets] = (await once(targetProcess, 'message')) as [ProbeTargets]
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const groupsFile = join(folder, 'openssl.cnf')
  writeFileSync(groupsFile, classicGroups)
  const runners = {
    usual: await startRunner(targets),
    x25519: await startRunner(targets, [`--openssl-config=${groupsFile}`]),
  }
  const program = findProgram('prometheus-blackbox-exporter')
  const blackbox = program === null ? null : await startBlackbox(program, modules, targets.root)
  const bench = { targets, targetProcess, runners }
  const rows: Row[] = []
  try {
    for (const kind of kinds) {
      await runOurs(bench, kind, { concurrency: 64, durationMs: warmUpMs })
      for (const concurrency of concurrencies) {
        const { ours, theirs } = await measureInTurns(bench, blackbox, kind, concurrency)
        rows.push(...toRows(`${kind}, ${concurrency} at a time`, ours, theirs))
      }
    }
    if (kinds.includes('api')) rows.push(await compareWithUrl(bench), ...measureApiBodies())
    rows.push({
      what: 'TLS sessions that were resumed, by either',
      value: await countResumed(targetProcess),
      unit: '',
      goal: '0',
    })
  } finally {
    await blackbox?.stop()
    for (const child of [runners.usual, runners.x25519, targetProcess]) child.disconnect()
    rmSync(folder, { recursive: true })
  }
  return { name: 'probes', machine: describeMachine(), rows }
}

const modules = `
  http: { prober: http, timeout: 10s, http: { preferred_ip_protocol: ip4 } }
  https: { prober: http, timeout: 10s, http: { preferred_ip_protocol: ip4, fail_if_not_ssl: true } }
  api: { prober: http, timeout: 10s, http: { preferred_ip_protocol: ip4 } }
  api-body:
    prober: http
    timeout: 10s
    http: { preferred_ip_protocol: ip4, fail_if_body_not_matches_regexp: [hello] }
  tcp: { prober: tcp, timeout: 10s, tcp: { preferred_ip_protocol: ip4 } }
  dns:
    prober: dns
    timeout: 10s
    dns: { preferred_ip_protocol: ip4, transport_protocol: udp, query_name: www.bench.test, query_type: A }
`

/** API checks without a body to look at, in turns with URL monitors of the same server. */
async function compareWithUrl(bench: Bench): Promise<Row> {
  const ratios: number[] = []
  for (let round = 0; round < 2 * rounds + 1; round += 1) {
    const order = { concurrency: 64, durationMs: roundMs }
    const url = await runOurs(bench, 'http', order)
    const api = await runOurs(bench, 'api', order)
    ratios.push(api.cpuMicroseconds / url.cpuMicroseconds)
  }
  const value = ratios.toSorted((a, b) => a - b)[rounds] ?? 0
  return { what: 'CPU of an API check / of a URL monitor', value, unit: '', goal: '<= 1.2' }
}

async function startRunner(targets: ProbeTargets, flags: readonly string[] = []): Promise<ChildProcess> {
  const runner = start('probe-runner.ts', { BENCH_AUTHORITY: targets.root }, flags)
  await once(runner, 'message')
  return runner
}

/** As an agent starts. */
function start(
  script: string,
  environment: Record<string, string>,
  flags: readonly string[] = [],
): ChildProcess {
  const root = join(import.meta.dirname, '..')
  return fork(join(import.meta.dirname, script), {
    execArgv: [...serverFlags, ...flags],
    env: { PATH: process.env['PATH'] ?? '', ...serviceEnvironment(root), ...environment },
  })
}

async function measureInTurns(
  bench: Bench,
  blackbox: Blackbox | null,
  kind: Kind,
  concurrency: number,
): Promise<{ ours: Stats; theirs: Stats | null }> {
  const ours: Stats[] = []
  const theirs: Stats[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await runOurs(bench, kind, { concurrency, durationMs: roundMs }))
    if (blackbox !== null) theirs.push(await runTheirs(bench, blackbox, kind, concurrency))
  }
  return { ours: middleOf(ours), theirs: theirs.length === 0 ? null : middleOf(theirs) }
}

async function runOurs(
  { targets, targetProcess, runners }: Bench,
  kind: Kind,
  { concurrency, durationMs }: { concurrency: number; durationMs: number },
): Promise<Stats> {
  const order: ProbeOrder = { ...orderOf(kind, targets), concurrency, durationMs }
  const runner = kind === 'https-x25519' ? runners.x25519 : runners.usual
  const targetBefore = cpuSecondsOf(targetProcess.pid)
  runner.send(order)
  const [{ passed, failed, lastReason, wallMs, cpuMs }] = (await once(runner, 'message')) as [ProbeTally]
  if (failed > passed) throw new Error(`our ${kind} probes fail: ${lastReason}`)
  return {
    perSecond: passed / (wallMs / 1000),
    cpuMicroseconds: (cpuMs * 1000) / passed,
    failed,
    targetShare: (cpuSecondsOf(targetProcess.pid) - targetBefore) / (wallMs / 1000),
  }
}

async function runTheirs(
  { targets, targetProcess }: Bench,
  blackbox: Blackbox,
  kind: Kind,
  concurrency: number,
): Promise<Stats> {
  const named = namesOf(kind, targets)
  let [passed, failed, next] = [0, 0, 0]
  const [cpuBefore, targetBefore] = [blackbox.cpuSeconds(), cpuSecondsOf(targetProcess.pid)]
  const startedMs = performance.now()
  const keepProbing = async (): Promise<void> => {
    while (performance.now() - startedMs < roundMs) {
      next += 1
      if (await blackbox.probe(moduleOf(kind), named[next % named.length] ?? '')) passed += 1
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, keepProbing))
  if (failed > passed) throw new Error(`the ${kind} probes of blackbox_exporter fail`)
  const seconds = (performance.now() - startedMs) / 1000
  return {
    perSecond: passed / seconds,
    cpuMicroseconds: ((blackbox.cpuSeconds() - cpuBefore) * 1e6) / passed,
    failed,
    targetShare: (cpuSecondsOf(targetProcess.pid) - targetBefore) / seconds,
  }
}

/** Without the hybrid group theirs is the same. */
function moduleOf(kind: Kind): string {
  return kind === 'https-x25519' ? 'https' : kind
}

function namesOf(kind: Kind, { hosts, ports }: ProbeTargets): string[] {
  const target = targetOf[kind]
  const isHttp = target === 'http' || target === 'https'
  // The DNS server needs one address only: datagrams occupy nothing after they were answered.
  const used = target === 'dns' ? hosts.slice(0, 1) : hosts
  return used.map((host) => `${isHttp ? `${target}://` : ''}${host}:${ports[target]}${isHttp ? '/' : ''}`)
}

function orderOf(kind: Kind, targets: ProbeTargets): Pick<ProbeOrder, 'checkType' | 'configs'> {
  const limits = { shouldFail: false, degradedResponseTime: 3000, maxResponseTime: 5000 }
  const { hosts, ports } = targets
  switch (kind) {
    case 'http':
    case 'https':
    case 'https-x25519': {
      const request = {
        method: 'GET',
        followRedirects: true,
        skipSSL: false,
        ipFamily: 'IPv4',
        assertions: [],
      }
      const urls = namesOf(kind, targets)
      return { checkType: 'URL', configs: urls.map((url) => ({ request: { ...request, url }, ...limits })) }
    }
    case 'api':
    case 'api-body': {
      const word = { source: 'TEXT_BODY', property: '', comparison: 'CONTAINS', target: 'hello', regex: null }
      const request = {
        method: 'GET',
        followRedirects: true,
        skipSSL: false,
        ipFamily: 'IPv4',
        body: '',
        bodyType: 'NONE',
        headers: [],
        queryParameters: [],
        basicAuth: null,
        assertions: kind === 'api' ? [] : [word],
      }
      const urls = namesOf(kind, targets)
      return { checkType: 'API', configs: urls.map((url) => ({ request: { ...request, url }, ...limits })) }
    }
    case 'tcp': {
      const request = { port: ports.tcp, data: null, ipFamily: 'IPv4', assertions: [] }
      return {
        checkType: 'TCP',
        configs: hosts.map((hostname) => ({ request: { ...request, hostname }, ...limits })),
      }
    }
    case 'dns': {
      const request = {
        query: 'www.bench.test',
        recordType: 'A',
        nameServer: hosts[0],
        port: ports.dns,
        protocol: 'UDP',
        assertions: [],
      }
      return { checkType: 'DNS', configs: [{ request, ...limits }] }
    }
    default:
      return kind satisfies never
  }
}

function toRows(what: string, ours: Stats, theirs: Stats | null): Row[] {
  const cpu = 'µs of CPU per probe'
  const rows: Row[] = [
    { what: `${what}: ours`, value: ours.perSecond, unit: 'probes/s', goal: '' },
    { what: `${what}: ours`, value: ours.cpuMicroseconds, unit: cpu, goal: '' },
    { what: `${what}: ours, failed`, value: ours.failed, unit: '', goal: '0' },
    { what: `${what}: ours, target busy`, value: ours.targetShare, unit: 'of a core', goal: '< 1' },
  ]
  if (theirs === null) return rows
  return [
    ...rows,
    { what: `${what}: blackbox_exporter`, value: theirs.perSecond, unit: 'probes/s', goal: '' },
    { what: `${what}: blackbox_exporter`, value: theirs.cpuMicroseconds, unit: cpu, goal: '' },
    { what: `${what}: blackbox_exporter, failed`, value: theirs.failed, unit: '', goal: '' },
    {
      what: `${what}: rate, ours / theirs`,
      value: ours.perSecond / theirs.perSecond,
      unit: '',
      goal: '>= 1',
    },
    {
      what: `${what}: CPU per probe, ours / theirs`,
      value: ours.cpuMicroseconds / theirs.cpuMicroseconds,
      unit: '',
      goal: '<= 1',
    },
  ]
}

async function countResumed(targetProcess: ChildProcess): Promise<number> {
  targetProcess.send('how many')
  const [{ resumedSessions }] = (await once(targetProcess, 'message')) as [{ resumedSessions: number }]
  return resumedSessions
}

function middleOf(stats: readonly Stats[]): Stats {
  const sorted = stats.toSorted((a, b) => a.cpuMicroseconds - b.cpuMicroseconds)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

function describeMachine(): string {
  const load = loadavg()[0]?.toFixed(1) ?? 'unknown'
  return `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, load ${load}, Node ${process.version}`
}
