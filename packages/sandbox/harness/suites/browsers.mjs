// @ts-check
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Under which names Playwright looks for each of its browsers, in the folder of a revision; they differ between versions. */
const programs = {
  chromium: ['chrome-linux/chrome', 'chrome-linux64/chrome'],
  'chromium-headless-shell': [
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  ],
  ffmpeg: ['ffmpeg-linux'],
}

/**
 * A folder as the Playwright of the project expects it, with links to the browser of the location: projects know nothing of
 * that one. False: the project has no Playwright that says what it expects.
 *
 * @param {{ folder: string, playwright: string, browser: { path: string, ffmpeg: string | null } }} order
 */
export function makeBrowsersFolder({ folder, playwright, browser }) {
  const revisions = revisionsOf(playwright)
  if (revisions === null) return false
  for (const { name, revision } of revisions) {
    const target = name === 'ffmpeg' ? browser.ffmpeg : browser.path
    const names = /** @type {Record<string, string[] | undefined>} */ (programs)[name]
    if (names === undefined || target === null) continue
    // As Playwright writes the names of its folders.
    const own = join(folder, `${name.replaceAll('-', '_')}-${revision}`)
    for (const program of names) {
      mkdirSync(dirname(join(own, program)), { recursive: true })
      symlinkSync(target, join(own, program))
    }
    writeFileSync(join(own, 'INSTALLATION_COMPLETE'), '')
  }
  return true
}

/** @param {string} playwright the folder of the package @returns {{ name: string, revision: string }[] | null} */
function revisionsOf(playwright) {
  try {
    // With pnpm packages find theirs only from where they really lie.
    const require = createRequire(join(realpathSync(playwright), 'package.json'))
    const core = dirname(require.resolve('playwright-core/package.json'))
    const { browsers } = JSON.parse(readFileSync(join(core, 'browsers.json'), 'utf8'))
    return browsers.filter(
      (/** @type {any} */ { name, revision }) => typeof name === 'string' && /^\d+$/.test(String(revision)),
    )
  } catch {
    return null
  }
}
