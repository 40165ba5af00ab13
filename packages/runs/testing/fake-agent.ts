import { randomUUID } from 'node:crypto'
import type { RunAssignment, RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { IcmpCheckResult } from '@sonde/schema/check-types/icmp/result.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import type { AgentCaller, AgentIdentity } from '../src/agents/agent-caller.ts'
import type { AgentService } from '../src/agents/agent-service.ts'

export type ResultFields = Partial<RunResult> & { said?: Verdict; isNetworkError?: boolean }

/** Speaks the protocol as an agent does and says of each run what the test wants it to say. */
export type FakeAgent = {
  readonly caller: AgentCaller
  register(fields?: { version?: string }): Promise<void>
  lease(free?: number): Promise<RunAssignment[]>
  /** One run, where the test relies on there being exactly one. */
  leaseOne(): Promise<RunAssignment>
  /** What is to be given up, as the next lease tells. */
  cancelled(): Promise<string[]>
  renew(runs: readonly RunAssignment[]): Promise<{ lost: string[]; cancel: string[] }>
  release(runs: readonly RunAssignment[]): Promise<void>
  report(runs: readonly RunAssignment[], fields?: ResultFields): Promise<string[]>
  /** The same with a clock that differs from the server's. */
  reportByClock(skewMs: number, runs: readonly RunAssignment[], fields?: ResultFields): Promise<string[]>
  send(results: RunResult[], sentAt?: number): Promise<string[]>
  heartbeat(): Promise<void>
  /** What a run prints, behind its first `from` lines. */
  print(run: RunAssignment, from: number, ...texts: readonly string[]): Promise<void>
}

export function createFakeAgent(deps: {
  clock: Clock
  agents: () => AgentService
  identity: AgentIdentity
  /** ICMP alone, unless told; details of other types are the test's to give. */
  checkTypes?: readonly CheckType[]
  /** How it keeps scripts apart; absent: it is older than scripts. */
  sandbox?: 'namespaces' | 'none'
  /** Versions of Chromium; absent: it does not say. */
  browsers?: readonly string[]
}): FakeAgent {
  const { clock, agents, checkTypes = ['ICMP'], sandbox, browsers } = deps
  const caller: AgentCaller = { identity: deps.identity, agentId: randomUUID() }

  async function ask(free: number) {
    const script = sandbox === undefined ? {} : { script: free }
    const body = { free: { uptime: free, main: free, ...script } }
    return await agents().lease(caller, body, new AbortController().signal)
  }

  async function send(results: RunResult[], sentAt = clock.now()): Promise<string[]> {
    return (await agents().sendResults(caller, { sentAt, results })).states
  }

  const agent: FakeAgent = {
    caller,
    send,
    async register({ version = '8.4.0' } = {}) {
      await agents().register(caller, {
        version,
        imageVariant: 'uptime',
        name: 'fake',
        platform: 'linux',
        arch: 'x64',
        nodeVersion: 'v26.0.0',
        checkTypes: [...checkTypes],
        runtimes: [],
        engines: [],
        capabilities: {
          icmp: 'datagram',
          ipv6: true,
          rawSockets: false,
          missing: [],
          ...(sandbox && { sandbox, scriptNetwork: 'open' }),
          ...(browsers && { browsers: browsers.map((each) => ({ name: 'chromium', version: each })) }),
        },
        concurrency: { uptime: 1_000, main: 10, ...(sandbox && { script: 10 }) },
      })
    },
    lease: async (free = 1_000) => (await ask(free)).runs,
    async leaseOne() {
      const [run, ...others] = await agent.lease()
      if (run === undefined || others.length > 0)
        throw new Error(`${others.length} runs besides ${run?.runId}`)
      return run
    },
    cancelled: async () => (await ask(0)).cancel,
    renew: async (runs) => await agents().renew(caller, { runs: runs.map(leaseOf) }),
    release: async (runs) => await agents().release(caller, { runs: runs.map(leaseOf) }),
    report: async (runs, fields = {}) => await send(runs.map((run) => resultOf(run, clock.now(), fields))),
    reportByClock: async (skewMs, runs, fields = {}) =>
      await send(
        runs.map((run) => resultOf(run, clock.now() + skewMs, fields)),
        clock.now() + skewMs,
      ),
    async heartbeat() {
      await agents().heartbeat(caller, { connectivity: 'online' })
    },
    async print({ runId, attempt, ticket }, from, ...texts) {
      const lines = texts.map((msg) => ({ part: 'setup' as const, time: clock.now(), level: 'info', msg }))
      await agents().sendLog(caller, { runId, attempt, ticket, from, lines })
    },
  }
  return agent
}

function leaseOf({ leaseId, ticket }: RunAssignment): { leaseId: string; ticket: string } {
  return { leaseId, ticket }
}

/** An attempt that ended just now and took 1,015 ms, unless told. */
export function resultOf(run: RunAssignment, now: number, fields: ResultFields = {}): RunResult {
  const { said = 'passed', isNetworkError = false, ...rest } = fields
  const durationMs = rest.durationMs ?? 1_015
  const ageMs = rest.ageMs ?? 0
  return {
    runId: run.runId,
    attempt: run.attempt,
    leaseId: run.leaseId,
    ticket: run.ticket,
    checkType: run.checkType,
    startedAt: Math.max(0, Math.round(now - ageMs - durationMs)),
    durationMs,
    ageMs,
    verdict: {
      hasFailures: said === 'failed',
      isDegraded: said === 'degraded',
      hasErrors: said === 'withheld',
      overMaxResponseTime: said === 'withheld' ? null : said === 'failed',
      responseTime: said === 'withheld' ? null : 15,
      isNetworkError,
      reason: said === 'passed' ? null : `it ${said}`,
    },
    notRunCause: said === 'withheld' ? 'internal' : null,
    detail: said === 'withheld' ? notMeasured : measured,
    ...rest,
  }
}

const hostname = 'edge1.example.net'

const measured: IcmpCheckResult = {
  requestError: null,
  request: { hostname, targetIp: '192.0.2.7', ipFamily: 'IPv4', pingCount: 2 },
  response: {
    hostname,
    resolvedIp: '192.0.2.7',
    ipFamily: 'IPv4',
    pingCount: 2,
    packetsSent: 2,
    packetsReceived: 2,
    packetSize: 64,
    packetLoss: 0,
    dnsResolutionTime: 1.5,
    latency: { avg: 15, min: 10, max: 20, stdDev: 5 },
    pingResults: [
      { sequence: 0, type: 0, code: 0, success: true, rtt: 10, ttl: 57 },
      { sequence: 1, type: 0, code: 0, success: true, rtt: 20, ttl: 57 },
    ],
  },
  assertions: [],
  noiseMs: 0.02,
}

const notMeasured: IcmpCheckResult = {
  requestError: 'no socket',
  request: { hostname, targetIp: null, ipFamily: 'IPv4', pingCount: 2 },
  response: null,
  assertions: [],
  noiseMs: null,
}
