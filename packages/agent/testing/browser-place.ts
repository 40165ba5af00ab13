import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserProgram } from '@sonde/ground/testing/browser-program.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { findBrowser } from '@sonde/agent/browsers/find-browser.ts'
import { installRealRuntime } from './test-runs.ts'

/** Where browsers of tests are looked for: nowhere but at the one place. */
export const browserPlaces = {
  chromiumPath: browserProgram,
  browsersFolder: join(tmpdir(), 'no-browsers-here'),
}

/** All that runs in a real browser need: the best level of this machine, the runtime and the browser; `missing` says what is not there. */
export async function openBrowserPlace() {
  const { runtimes, missing: noRuntime } = await installRealRuntime()
  const found = await findBrowser(browserPlaces)
  const root = mkdtempSync(join(tmpdir(), 'sonde-browser-place-'))
  chmodSync(root, 0o755)
  const firstId = 39_000_000 + process.pid * 20
  const userIds = { first: firstId, last: firstId + 9 }
  const { offers, slots, release } = await findSandboxLevels({
    folders: join(root, 'runs'),
    userIds,
    log: silentLogger,
    onSlotLost: () => undefined,
    wanted: 'auto',
  })
  const level = offers.find((offer) => offer.level !== null)?.level ?? null
  const noBrowser = found.kind === 'missing' ? found.why : null
  return {
    runtimes,
    /** Without its recorder, whatever this machine has. */
    browsers: {
      find: async () =>
        found.kind === 'found' ? { ...found, browser: { ...found.browser, ffmpeg: null } } : found,
    },
    level,
    missing: noRuntime ?? noBrowser ?? (level === null ? 'no sandbox' : null),
    /** Everything that runs leave on disk lies below it, unless they get another folder for temporary files. */
    root,
    userIds,
    slots,
    async close() {
      await release()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
