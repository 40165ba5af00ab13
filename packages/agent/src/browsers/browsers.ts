import { existsSync } from 'node:fs'
import { type Browser, type BrowserAnswer, type BrowserPlaces, findBrowser } from './find-browser.ts'

/**
 * The browser of this machine, as of now: one that was there stays in use while it is there, and one that was missing is
 * looked for again by whoever needs it, so that nobody has to restart an agent after an installation.
 */
export function createBrowsers(deps: {
  places: BrowserPlaces
  /** Called when another browser is in use than before, or none. */
  onChange(): void
}) {
  let current: Browser | null = null
  let looking: Promise<BrowserAnswer> | null = null

  async function look(): Promise<BrowserAnswer> {
    const before = current
    const answer = await findBrowser(deps.places)
    current = answer.kind === 'found' ? answer.browser : null
    if (before?.path !== current?.path || before?.version !== current?.version) deps.onChange()
    return answer
  }

  return {
    get current(): Browser | null {
      return current
    },
    async find(): Promise<BrowserAnswer> {
      if (current !== null && existsSync(current.path)) return { kind: 'found', browser: current }
      looking ??= look().finally(() => (looking = null))
      return looking
    },
  }
}
