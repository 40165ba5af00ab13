import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { openFolders } from '../scripts/open-folder.ts'
import type { InstalledRuntime } from '../scripts/runtimes.ts'
import { type Browser, type BrowserPlaces, findBrowser } from './find-browser.ts'

export type BrowserInstallation =
  | { kind: 'installed'; browser: Browser }
  /** For people: why, and what to do instead. */
  | { kind: 'failed'; why: string }

const otherWays =
  'Without a download: install the Chromium of your system (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome that is there'

/** Downloads the Chromium that the Playwright of a runtime was made for, and what it records videos with. */
export async function installBrowsers(
  runtime: InstalledRuntime,
  deps: {
    browsersFolder: string
    environment: Readonly<Record<string, string | undefined>>
    /** What Playwright says of its progress. */
    print(text: string): void
    searchPath?: BrowserPlaces['searchPath']
  },
): Promise<BrowserInstallation> {
  const { browsersFolder, environment, print } = deps
  await openFolders(join(browsersFolder, '..'), browsersFolder)
  const cli = join(runtime.folder, 'node_modules', 'playwright', 'cli.js')
  // Whoever scripts run as can read it, whatever the agent's own files are like.
  const command = 'umask 022 && exec "$@"'
  // Browser checks have no windows: the shell alone is half of the download.
  const download = [runtime.node, cli, 'install', '--only-shell', 'chromium']
  const child = spawn('/bin/sh', ['-c', command, 'sh', ...download], {
    env: { ...environment, PLAYWRIGHT_BROWSERS_PATH: browsersFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // Only what lies there now counts: a browser of the system would be there without us.
  const nowhere = { searchPath: deps.searchPath ?? '', applications: [] }
  const found = await findBrowser({ chromiumPath: null, browsersFolder, ...nowhere })
  if (code === 0 && found.kind === 'found') return { kind: 'installed', browser: found.browser }
  const why =
    code === 0 && found.kind === 'missing'
      ? `Playwright's Chromium was downloaded and does not start here. ${found.why}`
      : `Playwright's Chromium could not be downloaded (${code === null ? 'it was interrupted' : `exit code ${code}`}).`
  return { kind: 'failed', why: `${why} ${otherWays}` }
}
