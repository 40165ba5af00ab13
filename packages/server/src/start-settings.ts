import { readSettings, type Settings } from './settings.ts'

/** What the environment says. Ends the program with a line for each mistake, where there are any. */
export function requireSettings(): Settings {
  if (process.argv.length > 2) {
    fail([`${process.argv[2]}: unexpected argument; settings are environment variables (docs/settings.md)`])
  }
  const read = readSettings(process.env)
  return read.ok ? read.settings : fail(read.mistakes)
}

export function fail(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`sonde: ${line}\n`)
  process.exit(1)
}
