import { flushCompileCache } from 'node:module'
import { constants } from 'node:os'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { createStopRequests } from '@sonde/ground/stop-requests.mjs'
import { pino } from 'pino'
import type { Agent } from './agent.ts'
import { collectGarbageAfterStart } from './collect-garbage.ts'
import { startHealthServer, type HealthServer } from './health/health-server.ts'
import { startMetricsServer } from './health/metrics.ts'
import { createScrubber } from '@sonde/scrub/scrubber.ts'
import { readSettings, type Settings } from './settings/settings.ts'
import { composeAgent, secretsOf } from './start-agent.ts'
import { StartFailure } from './start-failure.ts'
import { TransportFailure } from './service/transport.ts'

// Node keeps whatever it has read from the cache of compiled code, or is to write there at its end, until told.
flushCompileCache()

if (process.argv.length > 2) {
  fail([`${process.argv[2]}: unexpected argument; settings are environment variables (docs/agent.md)`])
}
const read = readSettings(process.env)
if (!read.ok) fail(read.mistakes)
const { settings } = read
// Before anything connects: the one is nobody else's business, the other must not reach the checks.
delete process.env['API_KEY']
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']

const scrubber = createScrubber(secretsOf(settings))
// Synchronous: the asynchronous one tries for ever to flush at the end when nobody reads any more.
const log = pino(
  { level: settings.logLevel, hooks: { streamWrite: (line) => scrubber.text(line) } },
  pino.destination({ fd: 2, sync: true }),
)
for (const warning of settings.warnings) log.warn({}, warning)

let health: HealthServer | null = null
let agent: Agent | null = null
let closeScripts: () => Promise<void> = async () => undefined
let isEnding = false
let exitCode = 0

// Heard from the first moment on: a signal during the start waits until what was opened can be closed.
const stopRequests = createStopRequests({ clock: performance })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const request = stopRequests.classify()
    if (request === 'again') return end(128 + constants.signals[signal], (running) => running.stopNow())
    // A copy; or we are ending already, by a reason of our own, and what is open is being finished.
    if (request === 'copy' || isEnding) return
    isEnding = true
    log.info({ signal, timeoutMs: settings.shutdownMs }, 'stopping after the open runs have finished')
    return end(0, (running) => running.drain({ timeoutMs: settings.shutdownMs }))
  })
}
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => breakDown(error))
}

try {
  await run(settings)
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  fail([error.message])
}

async function run({ healthPort, metricsPort }: Settings): Promise<void> {
  health = await startHealthServer({ port: healthPort, onTurn: tellHealth })
  log.debug({ port: health.port }, 'health endpoint is listening')
  const engine = await startIcmp({
    reportCrash(error) {
      log.error({ err: error }, 'the ICMP engine failed and is restarted')
      agent?.reportError(error)
    },
  })
  const composed = await composeAgent({ settings, engine, clock: systemClock, log })
  const { agent: started } = composed
  agent = started
  closeScripts = composed.closeScripts
  if (metricsPort !== null) await openMetrics(metricsPort, started)
  collectGarbageAfterStart({ log })
  if (isEnding) return
  void started.failed.then((failure) => {
    if (failure.kind === 'internal') return endAfterBug()
    log.error({}, `API_KEY: the service does not accept this key (${failure.message})`)
    isEnding = true
    return end(1, (running) => running.stopNow())
  })
  await started.start().catch((error: unknown) => {
    if (!(error instanceof TransportFailure)) throw error
  })
  tellHealth()
}

async function openMetrics(port: number, running: Agent): Promise<void> {
  const metrics = await startMetricsServer({
    port,
    read: () => ({
      isReady: running.state() === 'ready',
      lastContactAt: running.lastContactAt(),
      ...running.figures(),
    }),
  })
  log.debug({ port: metrics.port }, 'metrics endpoint is listening')
}

function tellHealth(): void {
  if (agent === null) return
  const state = agent.state()
  health?.setState(isEnding || state === 'stopped' ? 'draining' : state)
  const sinceMs = agent.sinceContactMs()
  if (sinceMs !== null) health?.noteContact(sinceMs)
}

/** The last word on the exit code counts: a second request to stop overtakes the first. */
function end(code: number, stop: (running: Agent) => Promise<void>): void {
  exitCode = code
  health?.setState('draining')
  const stopped = agent === null ? Promise.resolve() : stop(agent)
  stopped.then(closeScripts).then(
    () => process.exit(exitCode),
    (error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly')
      process.exit(1)
    },
  )
}

/** An error that no run and no loop of the agent is to blame for. */
function breakDown(error: unknown): void {
  log.error({ err: error }, 'internal agent error')
  agent?.reportError(error)
  endAfterBug()
}

/** What is open is finished; then somebody must start us anew. */
function endAfterBug(): void {
  if (isEnding) return
  isEnding = true
  end(1, (running) => running.drain({ timeoutMs: settings.shutdownMs }))
}

function fail(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`sonde-agent: ${line}\n`)
  process.exit(1)
}
