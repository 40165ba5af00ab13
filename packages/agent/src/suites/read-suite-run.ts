import { join } from 'node:path'
import type { SuiteRunEvidence } from '@sonde/verdict/suite/suite-run-evidence.ts'
import { spanBetween } from '../test-runs/message-fields.ts'
import { readSuiteFile } from './suite-files.ts'
import { readSuitePages } from './suite-pages.ts'
import { readSuiteReport } from './suite-report.ts'

export type ToldByTests = Pick<SuiteRunEvidence, 'attempts' | 'errors' | 'marks' | 'observed'> & {
  playwrightVersion: string | null
}

/** Of a run whose tests did not begin. */
export const nothingTold: ToldByTests = {
  attempts: [],
  errors: [],
  marks: [],
  observed: { pages: [], messages: [], requests: [], errors: [], counts: null, lostBrowsers: [] },
  playwrightVersion: null,
}

/** What our code inside the tests has written into the folder of the run. */
export async function readSuiteRun(
  folder: string,
  { mostBytes, startedAt }: { mostBytes: number; startedAt: number },
): Promise<ToldByTests> {
  const file = (name: string) => readSuiteFile(join(folder, name), mostBytes)
  const { attempts, errors, marks, playwrightVersion } = await readSuiteReport(await file('report.jsonl'))
  const observed = await readSuitePages(await file('pages.jsonl'), (at) => spanBetween(startedAt, at))
  return { attempts, errors, marks, observed, playwrightVersion }
}
