// `npm run browsers`: downloads the Chromium of the runtime's Playwright to where agents look for it.
import { styleText } from 'node:util'
import { findBrowser } from '../packages/agent/src/browsers/find-browser.ts'
import { installBrowsers } from '../packages/agent/src/browsers/install-browsers.ts'
import { createRuntimes } from '../packages/agent/src/scripts/runtimes.ts'
import { browsersFolderIn, defaultCacheFolder } from '../packages/agent/src/settings/cache-folder.ts'

const say = (_: object, text: string) => console.log(text)
const fail = (text: string) => {
  console.error(styleText('red', text))
  process.exitCode = 1
}
const runtimeId = '2026.04'
const cacheFolder = defaultCacheFolder()
const browsersFolder = browsersFolderIn(cacheFolder)
const chromiumPath = process.env['CHROMIUM_PATH'] || null

const runtimes = createRuntimes({
  runtimesDir: process.env['RUNTIMES_DIR'] || null,
  cacheFolder,
  log: { debug: () => {}, info: say, warn: () => {}, error: say },
  waitMs: 30 * 60 * 1_000,
  hasOtherUsers: process.getuid?.() === 0,
})
const answer = await runtimes.find(runtimeId)
if (answer.kind === 'missing') fail(answer.why)
else {
  const { env: environment } = process
  const print = (text: string) => void process.stdout.write(text)
  const installation = await installBrowsers(answer.runtime, { browsersFolder, environment, print })
  if (installation.kind === 'failed') fail(installation.why)
  else
    console.log(
      `${showBrowser(installation.browser)} is installed. Agents of this machine use it, from the next browser check on.`,
    )
  const used = await findBrowser({ chromiumPath, browsersFolder })
  if (used.kind === 'found' && (installation.kind === 'failed' || chromiumPath !== null))
    console.log(`Agents of this machine use ${showBrowser(used.browser)}.`)
}

function showBrowser({ name, version, path }: { name: string; version: string; path: string }): string {
  return `${name} ${version} (${path})`
}
