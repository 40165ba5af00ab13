import { join } from 'node:path'
import type { SuiteRunEvidence } from '@sonde/verdict/suite/suite-run-evidence.ts'
import { readSuiteText } from './suite-files.ts'
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
  observed: { pages: [], messages: [], requests: [], errors: [], counts: null, launchError: null },
  playwrightVersion: null,
}

/** What our code inside the tests has written into the folder of the run. */
export async function readSuiteRun(
  folder: string,
  { mostBytes, startedAt }: { mostBytes: number; startedAt: number },
): Promise<ToldByTests> {
  const text = (name: string) => readSuiteText(join(folder, name), mostBytes)
  const { attempts, errors, marks, playwrightVersion } = readSuiteReport(await text('report.jsonl'))
  const observed = readSuitePages(await text('pages.jsonl'), (at) => Math.max(0, at - startedAt))
  return { attempts, errors, marks, observed, playwrightVersion }
}
