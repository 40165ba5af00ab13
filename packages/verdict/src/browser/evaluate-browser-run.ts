import type { BrowserPage, BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import { vitalNames } from '@sonde/schema/check-types/browser/web-vitals.ts'
import type { Evaluation } from '../evaluation.ts'
import { evaluateTestRun } from '../playwright/evaluate-test-run.ts'
import type { TestRunEvidence } from '../playwright/test-run-evidence.ts'
import type { PageEvidence, RecordedPage } from './page-evidence.ts'
import { placeOf, shownPages, shownVitals } from './shown-pages.ts'

/**
 * The verdict on a run of tests in a browser is that on its tests. What happened in its pages is told and counted, and
 * decides nothing.
 */
export function evaluateBrowserRun(
  evidence: TestRunEvidence,
  {
    type,
    browser,
    observed,
  }: {
    type: BrowserRunDetail['type']
    browser: { name: string; version: string }
    observed: PageEvidence
  },
): Evaluation<BrowserRunDetail> {
  const { detail, ...evaluation } = evaluateTestRun(evidence)
  const failures = evaluation.verdict.kind === 'failed' ? detail.errors.length : 0
  return {
    ...evaluation,
    detail: {
      ...detail,
      type,
      browser,
      traceSummary: { ...observed.counts, userScriptErrors: failures },
      ...shownPages(observed, shownPage),
      snapshots: [],
      playwrightTestVideos: [],
    },
  }
}

function shownPage(page: RecordedPage): BrowserPage {
  return { ...placeOf(page), webVitals: shownVitals(page, vitalNames) }
}
