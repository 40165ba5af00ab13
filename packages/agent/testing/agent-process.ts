import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The bundle that `npm test` has made of it, when it has: it starts in a third of the processor time. */
const bundles = process.env['SONDE_TEST_PROGRAMS']
const program =
  bundles === undefined
    ? fileURLToPath(new URL('../src/main.ts', import.meta.url))
    : join(bundles, 'agent.mjs')
/** Compiled code that earlier processes have left makes a start twice as fast. */
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** The agent as a real process, with nothing in its environment but what the test gives. */
export function startAgentProcess(t: TestContext, environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      AGENT_HEALTH_PORT: '0',
      LOG_LEVEL: 'DEBUG',
      // What finds and tries sandboxes takes longer than most tests.
      SANDBOX: 'process',
      // Hundreds of megabytes, which few tests need.
      RUNTIME_INSTALL: 'demand',
      ...compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const changed = new EventEmitter().setMaxListeners(0)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      changed.emit('change')
    })
  }
  let code: number | null = null
  let hasEnded = false
  const ended = once(child, 'close').then(([ending]: (number | null)[]) => {
    code = ending ?? null
    hasEnded = true
    changed.emit('change')
    return code
  })
  const lines = () => output.trimEnd().split('\n')
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (hasEnded) throw new Error(`the agent ended with ${code} before that:\n${output}`)
      await once(changed, 'change')
    }
  }
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** As an impatient person does: the same signal again and again. Resolves with the exit code. */
    async killUntilEnded(signal: NodeJS.Signals): Promise<number | null> {
      const timer = setInterval(() => child.kill(signal), 100)
      child.kill(signal)
      return ended.finally(() => clearInterval(timer))
    },
    /** Resolves with the exit code. */
    ended,
    output: () => output,
    lines,
    says: (text: string) => until(() => output.includes(text)),
    /** The port of the health endpoints, once they are open. */
    async healthPort(): Promise<number> {
      const line = 'health endpoint is listening'
      await until(() => output.includes(line))
      const found = lines().find((candidate) => candidate.includes(line)) ?? '{}'
      return (JSON.parse(found) as { port: number }).port
    },
    async warnings(): Promise<string[]> {
      return lines().flatMap((line) => {
        const { level, msg } = line.startsWith('{')
          ? (JSON.parse(line) as { level: number; msg: string })
          : {}
        return level === 40 && msg !== undefined ? [msg] : []
      })
    },
  }
}

/** Asks one health endpoint; null when nobody listens. */
export async function askHealth(port: number, path: string, method = 'GET') {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { connection: 'close' },
    })
    return { status: answer.status, body: await answer.text() }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
