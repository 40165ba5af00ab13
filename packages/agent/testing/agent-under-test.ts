import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { AgentLimits } from '@sonde/agent/agent-limits.ts'
import { createAgent } from '@sonde/agent/agent.ts'
import type { Connectivity } from '@sonde/agent/witnesses/connectivity.ts'
import type { ExecutionResult, Executor } from '@sonde/agent/runs/execution.ts'
import { noScriptRuns, type ScriptRuns } from '@sonde/agent/scripts/script-runs.ts'
import { createHttpTransport } from '@sonde/agent/service/http-transport.ts'
import { createServiceTime } from '@sonde/agent/service/service-time.ts'
import type { AgentTransport } from '@sonde/agent/service/transport.ts'
import { systemClock, type Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { FakeService } from './fake-service.ts'

export const testKey = `pl_${'0123456789abcdef'.repeat(4)}`

type LogLine = { level: 'debug' | 'info' | 'warn' | 'error'; fields: object; message: string }

export function createTestLog() {
  const lines: LogLine[] = []
  const write = (level: LogLine['level']) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
  }
  const log: Logger = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
  return { log, lines, at: (level: LogLine['level']) => lines.filter((line) => line.level === level) }
}

/** Reports everything as usual. */
export const noWitnesses: Connectivity = {
  state: () => 'unknown',
  watch: () => undefined,
  noteContact: () => undefined,
  noteUnreached: () => undefined,
  wasLost: async () => false,
  onBack: () => undefined,
  close: () => undefined,
}

export const passed: ExecutionResult = {
  verdict: {
    kind: 'passed',
    overMaxResponseTime: false,
    responseTime: 1,
    isNetworkError: false,
    reason: null,
  },
  detail: { requestError: null, response: { resolvedIp: '192.0.2.1' }, assertions: [] },
  notRunCause: null,
}

const quickLimits: Partial<AgentLimits> = {
  backoff: { firstMs: 5, mostMs: 20 },
  resultPaceMs: 0,
  tickMs: 10,
  tooOldPauseMs: 20,
  farewellMs: 500,
}

/** An agent with real HTTP to a stand-in service, and runs that do what the test says. */
export function createTestAgent(
  t: TestContext,
  service: Pick<FakeService, 'url'>,
  options: {
    execute?: Executor
    scripts?: ScriptRuns
    clock?: Clock
    limits?: Partial<AgentLimits>
    uptime?: number
    secrets?: string[]
    reportsErrors?: boolean
    connectivity?: Connectivity
    transport?: (http: AgentTransport) => AgentTransport
    /** What it says that it lacks; may be changed. */
    missing?: string[]
  } = {},
) {
  const { execute = async () => passed, connectivity = noWitnesses } = options
  const { log, lines, at } = createTestLog()
  const agentId = randomUUID()
  const clock = options.clock ?? systemClock
  const http = createHttpTransport({
    serviceUrl: new URL(service.url),
    apiKey: testKey,
    agentId,
    proxy: null,
    authorities: null,
    verifiesCertificates: true,
  })
  const agent = createAgent({
    transport: options.transport?.(http) ?? http,
    executors: { ICMP: execute },
    scripts: options.scripts ?? noScriptRuns('there is no sandbox in this test'),
    clock,
    time: createServiceTime({ clock, log }),
    log,
    agentId,
    connectivity,
    capabilities: () => ({
      icmp: 'datagram',
      ipv6: false,
      rawSockets: false,
      missing: options.missing ?? [],
    }),
    settings: {
      name: 'test',
      imageVariant: 'main',
      concurrency: { uptime: options.uptime ?? 100, script: 2, main: 1 },
      runtimes: [],
      engines: [],
      secrets: options.secrets ?? [testKey],
      reportsErrors: options.reportsErrors ?? true,
      limits: { ...quickLimits, ...options.limits },
    },
  })
  t.after(async () => {
    await agent.stopNow()
    await http.close()
  })
  return { agent, agentId, log: { lines, at } }
}
