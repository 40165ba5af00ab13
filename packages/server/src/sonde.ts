import { systemClock } from '@sonde/ground/clock.ts'
import { createStopRequests } from '@sonde/ground/stop-requests.mjs'
import packageFile from '../package.json' with { type: 'json' }
import { runSonde } from './operator/run-sonde.ts'

// Heard once, so that a command can leave things as they were; whoever insists is obeyed at once. A terminal signals
// `npx` and us, and `npx` passes it on: that copy insists on nothing.
const interruption = new AbortController()
const stopRequests = createStopRequests({ clock: performance })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopRequests.classify() === 'again') process.exit(130)
    interruption.abort()
  })
}

// Whoever reads us may have seen enough (`sonde accounts | head`): the work goes on, what is said of it is heard by nobody.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await runSonde(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  version: packageFile.version,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
})
