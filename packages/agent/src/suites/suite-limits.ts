import { channelLimits, type ChannelLimits } from '@sonde/sandbox/channel.ts'
import { outputLimits, type OutputLimits } from '@sonde/sandbox/output.ts'
import type { SandboxLimits } from '@sonde/sandbox/sandbox.ts'
import { suiteStageMs, unpackedLimits } from '@sonde/schema/check-types/suite/suite-limits.ts'

const gibibyte = 2 ** 30

export type SuiteLimits = {
  stageMs: Readonly<Record<'fetch' | 'unpack' | 'prepare' | 'install' | 'test', number>>
  /** From SIGTERM to the end that nothing survives, of what was cancelled or has had its time. */
  graceMs: number
  unpacked: { entries: number; bytes: number }
  /** Of what the reporter has written. */
  reportBytes: number
  channel: ChannelLimits
  output: OutputLimits
  sandbox: SandboxLimits
}

export const suiteLimits: SuiteLimits = {
  stageMs: suiteStageMs,
  graceMs: 10_000,
  unpacked: unpackedLimits,
  reportBytes: 16 * 2 ** 20,
  channel: channelLimits,
  output: outputLimits,
  sandbox: {
    memoryBytes: 4 * gibibyte,
    processes: 4_096,
    // The project, its packages, what package managers keep beside them, and what the tests leave behind.
    diskBytes: 8 * gibibyte,
    fileBytes: 2 * gibibyte,
    openFiles: 8_192,
  },
}
