import { systemClock } from '@sonde/schema/clock.ts'
import { pino } from 'pino'
import { startServer } from './start-server.ts'
import { readSettings } from './settings.ts'
import { StartFailure } from './start-failure.ts'

/** Beyond this a stuck connection is cut: supervisors kill soon after. */
const shutdownMs = 4_500

const read = readSettings(process.env)
if (!read.ok) fail(read.mistakes)

const log = pino({ level: read.settings.logLevel }, pino.destination({ fd: 2, sync: false }))

const server = await startServer({ settings: read.settings, clock: systemClock, log }).catch((error) => {
  if (error instanceof StartFailure) return fail([error.message])
  throw error
})
process.stdout.write(server.welcome)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Supervisors and process groups deliver a signal more than once; the first one counts.
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), shutdownMs).unref()
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  })
}

function fail(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`sonde: ${line}\n`)
  process.exit(1)
}
