import type { Readable, Writable } from 'node:stream'

/** What a command has of the process that it runs in. */
export type CliIo = {
  /** Of Sonde. */
  version: string
  environment: Readonly<Record<string, string | undefined>>
  /** Where a server that was started with the same environment listens. */
  localAddress(): string
  stdin: Readable
  /** For what was asked for. */
  stdout: Writable
  /** For everything that is said about it. */
  stderr: Writable
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}
