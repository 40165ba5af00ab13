import { systemClock } from '@sonde/ground/clock.ts'
import packageFile from '../package.json' with { type: 'json' }
import { runSonde } from './operator/run-sonde.ts'

// Heard once, so that a command can leave things as they were; whoever insists is obeyed at once.
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(130)
    interruption.abort()
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
