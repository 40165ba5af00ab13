import type { TestRunEvidence } from '../playwright/test-run-evidence.ts'
import type { LostBrowser, PageEvidence } from './page-evidence.ts'

/**
 * The browser for whose lack a run has failed, and nothing but that: what a test says without one, it says of our browser and not of the
 * target. A test that had its browser and failed says what it says, whatever became of the browsers of others.
 */
export function findLostBrowser(
  { tests }: Pick<TestRunEvidence, 'tests'>,
  { lostBrowsers }: Pick<PageEvidence, 'lostBrowsers'>,
): LostBrowser | null {
  const [first = null] = lostBrowsers
  const without = new Set(lostBrowsers.map(({ test }) => test))
  const hasBrowser = (title: string) => !without.has(title) && !without.has(null)
  return tests.some(({ isOk, title }) => !isOk && hasBrowser(title)) ? null : first
}
