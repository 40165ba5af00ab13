import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { visiblePath } from '@sonde/probes/testing/visible-checkout.ts'
import { serviceEnvironment } from '../../scripts/node-options.mjs'
import { eventually } from './eventually.ts'
import { programScript, sourceScript } from '../../scripts/program-scripts.ts'

const root = join(import.meta.dirname, '../..')

export type AgentExit = { code: number | null; signal: NodeJS.Signals | null }

export type AgentProcess = {
  pid: number
  kill(signal: NodeJS.Signals): void
  exited: Promise<AgentExit>
  /** Everything that it printed so far. */
  output(): string
  /** Resolves when it has printed this; rejects when it ended before. */
  says(text: string): Promise<void>
  /** The status of a health endpoint; null when nobody listens. */
  health(path: string, method?: string): Promise<number | null>
  untilReady(): Promise<void>
  /** How many runs it holds, by its own metrics. */
  openRuns(): Promise<number>
  /** Waits until it holds this many runs. */
  untilHolds(count: number): Promise<void>
}

export type AgentOptions = {
  serviceUrl: string
  key: string
  environment?: Readonly<Record<string, string>>
  /** A command that becomes the agent, such as one that enters a network namespace or gives up rights. */
  through?: readonly string[]
  /** Whether the agent gives up the right to look into every folder. */
  isOrdinaryUser?: boolean
  /** Whether `npm run agent` starts it, and signals go to the whole process group, as a service manager does it. */
  isService?: boolean
}

/** Starts the agent as `npm run agent` does, with nothing else in its environment but what it needs. */
export function startAgent(
  test: TestContext,
  {
    serviceUrl,
    key,
    environment = {},
    through = [],
    isOrdinaryUser = false,
    isService = false,
  }: AgentOptions,
): AgentProcess {
  const command = isOrdinaryUser
    ? [process.execPath, sourceScript('agent')].map(visiblePath)
    : [process.execPath, ...programScript('agent')]
  const [program, ...args] = isService ? ['npm', 'run', 'agent'] : [...through, ...command]
  const child = spawn(program ?? process.execPath, args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      SERVICE_URL: serviceUrl,
      API_KEY: key,
      AGENT_HEALTH_PORT: '0',
      AGENT_METRICS_PORT: '0',
      LOG_LEVEL: 'DEBUG',
      // What finds and tries sandboxes takes longer than most tests.
      SANDBOX: 'process',
      // Hundreds of megabytes, which few tests need.
      RUNTIME_INSTALL: 'demand',
      ...serviceEnvironment(root),
      ...environment,
    },
    cwd: root,
    detached: isService,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (signal: NodeJS.Signals) => {
    if (hasEnded) return
    if (isService) process.kill(-(child.pid ?? 0), signal)
    else child.kill(signal)
  }
  let output = ''
  let hasEnded = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  // 'close' and not 'exit': by then everything that was printed has arrived.
  const exited = once(child, 'close').then(([code, signal]): AgentExit => {
    hasEnded = true
    return { code, signal }
  })
  test.after(async () => {
    kill('SIGKILL')
    await exited
  })
  const untilAlive = <T>(what: string, probe: () => T | Promise<T>) =>
    eventually(what, () => {
      if (hasEnded) throw new Error(`the agent ended before that (${what}):\n${output}`)
      return probe()
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\nThe agent said:\n${output}`, { cause: error })
    })
  /** The port in the line of its log with this message. */
  function portSaid(message: string): number | null {
    const line = output.split('\n').find((candidate) => candidate.includes(`"msg":"${message}"`))
    return line === undefined ? null : (JSON.parse(line) as { port: number }).port
  }
  const agent: AgentProcess = {
    pid: child.pid ?? 0,
    kill,
    exited,
    output: () => output,
    async says(text) {
      await untilAlive(`the agent says "${text}"`, () => output.includes(text))
    },
    async health(path, method = 'GET') {
      const port = portSaid('health endpoint is listening')
      return port === null ? null : ((await ask(`http://127.0.0.1:${port}${path}`, method))?.status ?? null)
    },
    async untilReady() {
      await untilAlive('the agent is ready', async () => (await agent.health('/-/readiness')) === 200)
    },
    async openRuns() {
      const port = portSaid('metrics endpoint is listening')
      const text = port === null ? '' : ((await ask(`http://127.0.0.1:${port}/metrics`, 'GET'))?.text ?? '')
      return Number(/^sonde_agent_runs_open\{queue="uptime"\} (\d+)$/m.exec(text)?.[1] ?? 0)
    },
    async untilHolds(count) {
      await untilAlive(`the agent holds ${count} runs`, async () => (await agent.openRuns()) === count)
    },
  }
  return agent
}

/** Several agents of one key, all of them ready. */
export async function startAgents(
  test: TestContext,
  options: AgentOptions,
  count: number,
): Promise<AgentProcess[]> {
  const agents = Array.from({ length: count }, () => startAgent(test, options))
  await Promise.all(agents.map((agent) => agent.untilReady()))
  return agents
}

/** The one of them that has the only run. */
export function holderOf(agents: readonly AgentProcess[]): Promise<AgentProcess> {
  return eventually('an agent holds the run', async () => {
    const open = await Promise.all(agents.map((agent) => agent.openRuns()))
    return agents.find((_, index) => open[index] === 1)
  })
}

async function ask(url: string, method: string): Promise<{ status: number; text: string } | null> {
  try {
    const answer = await fetch(url, { method, headers: { connection: 'close' } })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    // Nobody listens yet, or any more.
    if (error instanceof TypeError) return null
    throw error
  }
}
