import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '@sonde/sandbox/find-program.ts'

/** A browser that answered when it was started. */
export type Browser = {
  name: 'chromium' | 'chrome'
  version: string
  path: string
  /** What Playwright records videos with; null: there is none, and no video. */
  ffmpeg: string | null
}

export type BrowserAnswer =
  | { kind: 'found'; browser: Browser }
  /** For people: why there is none, and how to get one. */
  | { kind: 'missing'; why: string }

/** Where a browser may be. */
export type BrowserPlaces = {
  /** `CHROMIUM_PATH`: nothing else counts when it is set. */
  chromiumPath: string | null
  /** Where `npm run browsers` puts Playwright's own. */
  browsersFolder: string
  /** The folders with the programs of the system. */
  searchPath?: string
  applications?: readonly string[]
}

const advice =
  'Install one (Debian: apt-get install chromium; elsewhere npm run browsers, or Google Chrome), or set CHROMIUM_PATH'

/** Of the system, in the order in which they are preferred. */
const systemPrograms = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const systemPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Inside a folder of Playwright's own, for each of its platforms. */
const testedChrome = 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'
const ownBuilds = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  `chrome-mac-x64/${testedChrome}`,
  `chrome-mac-arm64/${testedChrome}`,
]
const ownRecorders = ['ffmpeg-linux', 'ffmpeg-mac']

/**
 * Finds the browser of browser checks: the one that the operator names, else Playwright's own in the agent's folder, else
 * one of the system. Each is started once to hear its version: what cannot be started is not there.
 */
export async function findBrowser(places: BrowserPlaces): Promise<BrowserAnswer> {
  const { chromiumPath, browsersFolder, searchPath, applications = systemPaths } = places
  const ffmpeg =
    ownFiles(browsersFolder, /^ffmpeg-\d+$/, ownRecorders)[0] ?? findProgram('ffmpeg', searchPath)
  const describe = (path: string, version: string): BrowserAnswer => ({
    kind: 'found',
    browser: { name: nameOf(path), version, path, ffmpeg },
  })
  if (chromiumPath !== null) {
    const answer = await askVersion(chromiumPath)
    return 'version' in answer
      ? describe(chromiumPath, answer.version)
      : { kind: 'missing', why: `CHROMIUM_PATH names no browser that starts here (${answer.why})` }
  }
  const candidates = [
    ...ownFiles(browsersFolder, /^chromium(_headless_shell)?-\d+$/, ownBuilds),
    ...systemPrograms.map((name) => findProgram(name, searchPath)).filter((path) => path !== null),
    ...applications.filter((path) => existsSync(path)),
  ]
  const refusals: string[] = []
  for (const path of candidates) {
    const answer = await askVersion(path)
    if ('version' in answer) return describe(path, answer.version)
    refusals.push(`${path}: ${answer.why}`)
  }
  const tried = refusals.length === 0 ? '' : ` (${refusals.join('; ')})`
  return {
    kind: 'missing',
    why: `Browser checks need Chromium or Chrome, and there is none here${tried}. ${advice}`,
  }
}

/** Of Playwright's own downloads, the newest first, a shell without windows before the whole browser. */
function ownFiles(folder: string, downloads: RegExp, files: readonly string[]): string[] {
  if (!existsSync(folder)) return []
  const revisionOf = (name: string) => Number(/-(\d+)$/.exec(name)?.[1] ?? 0)
  const names = readdirSync(folder)
    .filter((name) => downloads.test(name))
    // Written when the download is complete.
    .filter((name) => existsSync(join(folder, name, 'INSTALLATION_COMPLETE')))
    .toSorted((a, b) => revisionOf(b) - revisionOf(a) || b.length - a.length)
  return names.flatMap((name) => files.map((path) => join(folder, name, path))).filter(existsSync)
}

function nameOf(path: string): Browser['name'] {
  return /^google[- ]chrome/i.test(basename(path)) ? 'chrome' : 'chromium'
}

const runFile = promisify(execFile)
const answerMs = 20_000

async function askVersion(path: string): Promise<{ version: string } | { why: string }> {
  try {
    // Nothing of the agent's environment is a browser's business; its wrapper needs to find the shell's own tools.
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
    const { stdout } = await runFile(path, ['--version'], { env, timeout: answerMs, killSignal: 'SIGKILL' })
    const version = /\d+(?:\.\d+){1,3}/.exec(stdout)?.[0]
    return version === undefined ? { why: 'it told no version' } : { version }
  } catch (error) {
    return { why: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('killed' in error && error.killed === true) return 'it did not answer'
  const lastLine =
    'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim().split('\n').at(-1) : ''
  if (lastLine !== undefined && lastLine !== '') return lastLine.slice(0, 200)
  return 'code' in error && typeof error.code === 'string' ? error.code : 'it ended with an error'
}
