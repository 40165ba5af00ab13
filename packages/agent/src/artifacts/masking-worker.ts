import { parentPort, workerData } from 'node:worker_threads'
import { createScrubber } from '@sonde/scrub/scrubber.ts'
import type { MaskingTask } from './patient-scrubber.ts'

/** Masks one text. Whoever started it sends no other. */

const { secrets, text }: MaskingTask = workerData
parentPort?.postMessage(createScrubber(secrets).text(text), [])
