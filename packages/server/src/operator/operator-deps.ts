import type { Clock } from '@sonde/ground/clock.ts'

/** What a command has of the process that it runs in. */
export type OperatorDeps = {
  environment: Readonly<Record<string, string | undefined>>
  clock: Clock
  /** Of Sonde. */
  version: string
  stdin: NodeJS.ReadStream
  /** For what was asked for: a key, an address. */
  stdout: NodeJS.WriteStream
  /** For everything that is said about it. */
  stderr: NodeJS.WriteStream
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}
