import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createScrubber, type Scrubber } from '@sonde/scrub/scrubber.ts'

export type PatientScrubber = Scrubber & {
  /** As `text`, and whoever else this thread serves is not held up: it takes half a second for four million characters. */
  longText(text: string): Promise<string>
}

export type MaskingTask = { secrets: readonly string[]; text: string }

/** Up to here another thread takes longer to start than this one is held up. */
const shortText = 200_000

const worker = new URL('./masking-worker.ts', import.meta.url)

export function createPatientScrubber(secrets: readonly string[]): PatientScrubber {
  const scrubber = createScrubber(secrets)
  return {
    ...scrubber,
    longText: async (text) =>
      text.length <= shortText ? scrubber.text(text) : await maskElsewhere({ secrets, text }),
  }
}

/** Rejects when the thread cannot be had, or fails: then nobody knows what is secret in the text. */
async function maskElsewhere(task: MaskingTask): Promise<string> {
  const thread = new Worker(worker, {
    name: 'masking',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // It needs nothing of the environment, and keys may be in there.
    env: {},
    execArgv: [],
  })
  try {
    const [masked]: unknown[] = await once(thread, 'message')
    if (typeof masked !== 'string') throw new Error('the masking thread has no answer')
    return masked
  } finally {
    await thread.terminate()
  }
}
