import { type ChannelLimits, channelLimits } from '@sonde/sandbox/channel.ts'
import { type OutputLimits, outputLimits } from '@sonde/sandbox/output.ts'
import type { SandboxLimits } from '@sonde/sandbox/sandbox.ts'

const mebibyte = 2 ** 20

export type ScriptLimits = {
  /** Of each script. */
  scriptMs: number
  /** From the start of a sandbox until it has taken a job, and from the last script to its end. */
  startMs: number
  endMs: number
  /** From SIGTERM to the end that nothing survives. */
  graceMs: number
  /** How long a run waits for a runtime that is being installed. */
  runtimeMs: number
  channel: ChannelLimits
  output: OutputLimits
  sandbox: SandboxLimits
}

export const scriptLimits: ScriptLimits = {
  scriptMs: 10_000,
  startMs: 30_000,
  endMs: 5_000,
  graceMs: 5_000,
  runtimeMs: 300_000,
  channel: channelLimits,
  output: outputLimits,
  sandbox: {
    memoryBytes: 512 * mebibyte,
    processes: 64,
    diskBytes: 64 * mebibyte,
    fileBytes: 64 * mebibyte,
    openFiles: 1_024,
    processors: 2,
  },
}

/** `512 MiB` */
export function showMebibytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MiB`
}
