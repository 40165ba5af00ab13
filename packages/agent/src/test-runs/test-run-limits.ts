import { channelLimits, type ChannelLimits } from '@sonde/sandbox/channel.ts'
import { outputLimits, type OutputLimits } from '@sonde/sandbox/output.ts'
import type { SandboxLimits } from '@sonde/sandbox/sandbox.ts'
import { testRunMs } from '@sonde/schema/check-types/playwright/test-run-limits.ts'
import { mostTestNodes } from '@sonde/schema/check-types/playwright/test-run-result.ts'

const mebibyte = 2 ** 20

export type TestRunLimits = {
  /** Of the runner, from its start to its end. */
  runMs: number
  /** From the start of a sandbox until it has taken its job. */
  startMs: number
  /** From the end of the channel to the end of the process. */
  endMs: number
  /** From SIGTERM to the end that nothing survives. */
  graceMs: number
  channel: ChannelLimits
  output: OutputLimits
  sandbox: SandboxLimits
  /** What the reporter keeps to by itself, so that the channel is not at its end before the run is. */
  report: { nodes: number; callBytes: number }
}

export const multistepLimits: TestRunLimits = {
  runMs: testRunMs.run,
  startMs: 30_000,
  endMs: 5_000,
  graceMs: 5_000,
  channel: channelLimits,
  output: outputLimits,
  sandbox: {
    memoryBytes: Math.round(2.7 * 1024) * mebibyte,
    processes: 256,
    diskBytes: 512 * mebibyte,
    fileBytes: 150 * mebibyte,
    openFiles: 1_024,
  },
  report: { nodes: mostTestNodes, callBytes: 4 * mebibyte },
}

/**
 * A browser is many processes with many threads, and its profile lies in the folder of the run. With one page there are 90 threads,
 * tests and all, and each further page that is open has 11; on a machine with many cores there are hardly more.
 */
export const browserLimits: TestRunLimits = {
  ...multistepLimits,
  sandbox: {
    ...multistepLimits.sandbox,
    processes: 512,
    diskBytes: 2_048 * mebibyte,
    openFiles: 8_192,
  },
}
