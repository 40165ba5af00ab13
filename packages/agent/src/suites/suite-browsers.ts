import type { BrowserAnswer } from '../browsers/find-browser.ts'

/**
 * Why a suite cannot have the browsers that it names; null: it can. Chromium is whatever of that kind the location has, and
 * nothing else is replaced by it.
 */
export function missingBrowsers(wanted: readonly string[], answer: BrowserAnswer): string | null {
  if (wanted.length === 0) return null
  if (answer.kind === 'missing') return answer.why
  const { name, version } = answer.browser
  const available = name === 'chrome' ? ['chromium', 'chrome'] : ['chromium']
  const missing = wanted.filter((browser) => !available.includes(browser))
  if (missing.length === 0) return null
  const words = missing.join(', ')
  return `This suite needs ${words}, and this location has ${name} ${version}: choose other browsers, or another location`
}
