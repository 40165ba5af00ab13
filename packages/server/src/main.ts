import { flushCompileCache } from 'node:module'
import { systemClock } from '@sonde/ground/clock.ts'
import { pino } from 'pino'
import { StartFailure } from './start-failure.ts'
import { fail, requireSettings } from './start-settings.ts'

/** Beyond this a stuck connection is cut: supervisors kill soon after. */
const shutdownMs = 4_500

const settings = requireSettings()
const { drainMs } = settings

// Synchronous: the asynchronous one tries for ever to flush at the end when nobody reads any more.
const log = pino({ level: settings.logLevel }, pino.destination({ fd: 2, sync: true }))

// Whoever started us may not care for the welcome; that is no reason to end.
process.stdout.on('error', (error) => log.warn({ err: error }, 'the welcome could not be printed'))

// Heard from the first moment on: a signal during the start waits until what was opened can be closed.
const stopping = new AbortController()
const stopSignal = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Process groups and npm deliver a signal more than once: the first one counts, and ends us soon enough.
      if (stopping.signal.aborted) return
      stopping.abort()
      resolve(signal)
      setTimeout(() => process.exit(1), shutdownMs + drainMs).unref()
    })
  }
})

// Not before: a mistake in the settings is told, and a signal heard, without the second that loading takes.
const { startServer } = await import('./start-server.ts')
// Node keeps whatever it has read from the cache of compiled code, or is to write there at its end, until told.
flushCompileCache()
const server = await startServer({
  settings,
  clock: systemClock,
  log,
  stopping: stopping.signal,
}).catch((error) => {
  if (error instanceof StartFailure) return fail([error.message])
  if (stopping.signal.aborted) process.exit(0)
  throw error
})
process.stdout.write(server.welcome)

log.info({ signal: await stopSignal }, 'stopping')
try {
  await server.stop()
  process.exit(0)
} catch (error) {
  log.error({ err: error }, 'did not stop cleanly')
  process.exit(1)
}
