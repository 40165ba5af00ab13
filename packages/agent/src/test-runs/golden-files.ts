import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { GoldenAnswer, GoldenOrder, RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { browserLine, mostGoldenBytes } from '@sonde/schema/check-types/browser/golden-files.ts'
import { pathMistake } from '@sonde/schema/check-types/playwright/run-paths.ts'
import type { RecordedComparison } from '@sonde/verdict/browser/page-evidence.ts'
import { TransportFailure } from '../service/transport.ts'
import type { PatientScrubber } from '../artifacts/patient-scrubber.ts'
import { whySecret } from './keep-files.ts'
import type { TestJob } from './test-process.ts'

type TestOrder = NonNullable<NonNullable<RunAssignment['script']>['test']>
type RunFile = TestJob['files'][number]

export type StoreGolden = (
  order: GoldenOrder,
  body: () => Readable,
  signal: AbortSignal,
) => Promise<GoldenAnswer>

/**
 * Lays golden files into the folder of a run: only those that its browser has made, or that nobody knows the browser of.
 * The others count as missing, and the reporter says why.
 */
export function layGoldenFiles(
  { golden = [] }: Pick<TestOrder, 'golden'>,
  files: readonly RunFile[],
  browser: { name: string; version: string } | null,
): Pick<TestJob, 'files' | 'foreignGolden' | 'browserLine'> {
  if (browser === null) return { files, foreignGolden: [], browserLine: '' }
  const line = browserLine(browser)
  const foreignGolden = golden
    .filter(({ madeBy }) => madeBy.length > 0 && !madeBy.includes(line))
    .map(({ path, madeBy }) => ({ path, madeBy: madeBy.join(', ') }))
  const isForeign = (path: string) => foreignGolden.some((file) => file.path === path)
  return { files: files.filter(({ path }) => !isForeign(path)), foreignGolden, browserLine: line }
}

/** What the run was given and has not changed: it is not stored again. */
function isKnown(
  { script }: RunAssignment,
  { place, sha256, madeBy }: { place: string; sha256: string; madeBy: string },
): boolean {
  const file = script?.files.find(({ path }) => path === place)
  const golden = script?.test?.golden?.find(({ path }) => path === place)
  return file?.sha256 === sha256 && golden?.madeBy.includes(madeBy) === true
}

/** Brings golden files that a run has made to the service. What it does not take is said, and is no fault of the run. */
export async function storeGoldenFiles(
  deps: { storeGolden: StoreGolden; onWarning(text: string): void },
  assignment: RunAssignment,
  {
    made,
    madeBy,
    masks,
    signal,
  }: {
    made: readonly { place: string; path: string; bytes: number; sha256: string }[]
    madeBy: string
    /** Knows what must not leave the run. */
    masks(): PatientScrubber
    signal: AbortSignal
  },
): Promise<RecordedComparison[]> {
  const stored: RecordedComparison[] = []
  for (const { place, path, bytes, sha256 } of made) {
    if (isKnown(assignment, { place, sha256, madeBy })) continue
    const why =
      pathMistake(place) !== null
        ? 'it does not lie in the folder of the run'
        : bytes > mostGoldenBytes
          ? `it is larger than ${mostGoldenBytes} bytes`
          : await whySecret(path, masks())
    if (why !== null) {
      deps.onWarning(`The golden file ${place} is not stored: ${why}`)
      continue
    }
    try {
      const order = { sha256, bytes, ticket: assignment.ticket, madeBy }
      const { key } = await deps.storeGolden(order, () => createReadStream(path), signal)
      stored.push({ path: place, state: 'STORED', expected: place, actual: null, diff: null, key })
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      deps.onWarning(`The golden file ${place} is not stored: ${error.message}`)
    }
  }
  return stored
}
