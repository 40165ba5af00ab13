import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { InstalledRuntime } from '../scripts/runtimes.ts'
import type { Browser } from './find-browser.ts'

/** How many major versions a browser may be behind the one that Playwright was made for. */
const mostMajorsBehind = 1

/** Says in the log when the Playwright of a runtime may not be able to drive the browser, because it is too old. */
export async function warnOfOldBrowser(
  browser: Browser,
  { runtime, log }: { runtime: Pick<InstalledRuntime, 'id' | 'folder'>; log: Logger },
): Promise<void> {
  const wanted = await chromiumOf(runtime)
  if (wanted === null || majorOf(browser.version) >= majorOf(wanted) - mostMajorsBehind) return
  log.warn(
    { browser: browser.path },
    `the browser ${browser.name} ${browser.version} is older than the ${wanted} that the runtime ${runtime.id} was made for: browser checks may fail because of it. Update it, run npm run browsers, or set CHROMIUM_PATH`,
  )
}

/** The version that the Playwright of a runtime would download; null: it does not say. */
async function chromiumOf({ folder }: Pick<InstalledRuntime, 'folder'>): Promise<string | null> {
  const path = join(folder, 'node_modules', 'playwright-core', 'browsers.json')
  const text = await readFile(path, 'utf8').catch(() => null)
  const read: unknown = text === null ? null : JSON.parse(text)
  if (!isRecord(read) || !Array.isArray(read['browsers'])) return null
  const entries = read['browsers'].filter(isRecord)
  const version = entries.find(({ name }) => name === 'chromium')?.['browserVersion']
  return typeof version === 'string' ? version : null
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}
