// @ts-check
import { reportFile, unnamedGoldenFolder } from './run-folder.mjs'

/** What a check may set of Playwright's configuration; everything else is ours to decide. */
const honoured = new Set(['timeout', 'use', 'expect'])
const honouredExpect = new Set(['timeout', 'toHaveScreenshot', 'toMatchSnapshot'])
const honouredUse = new Set([
  'baseURL',
  'colorScheme',
  'geolocation',
  'locale',
  'permissions',
  'timezoneId',
  'viewport',
  'deviceScaleFactor',
  'hasTouch',
  'isMobile',
  'javaScriptEnabled',
  'extraHTTPHeaders',
  'httpCredentials',
  'ignoreHTTPSErrors',
  'offline',
  'actionTimeout',
  'navigationTimeout',
  'testIdAttribute',
  'connectOptions',
  'contextOptions',
  'bypassCSP',
  'proxy',
  'userAgent',
  'acceptDownloads',
])

/**
 * The configuration of a run, and the settings of the check that have no effect.
 *
 * @param {Record<string, any>} job
 * @param {{ folder: string, file: string, reporter: string }} place
 */
export function playwrightConfig(job, { folder, file, reporter }) {
  /** @type {string[]} */
  const ignored = []
  const { use: ownUse, expect: ownExpect, ...own } = pick(job.playwrightConfig ?? {}, honoured, '', ignored)
  const use = pick(ownUse ?? {}, honouredUse, 'use.', ignored)
  const config = {
    ...own,
    ...(ownExpect === undefined ? {} : { expect: pick(ownExpect, honouredExpect, 'expect.', ignored) }),
    testDir: folder,
    testMatch: [file],
    outputDir: 'test-results',
    workers: 1,
    fullyParallel: false,
    retries: 0,
    // The second one is for people to read, where files are kept: nothing is decided by it.
    reporter: job.browser === null ? [[reporter]] : [[reporter], ['json', { outputFile: reportFile }]],
    // A comparison without a golden file fails, and shows what it would have been compared with.
    updateSnapshots: job.updatesSnapshots === true ? 'all' : 'missing',
    ...(job.test.isNamed
      ? {}
      : { snapshotPathTemplate: `{testDir}/${unnamedGoldenFolder}/{arg}{-snapshotSuffix}{ext}` }),
    use: {
      // That of a browser is the browser's own, with a word of ours.
      ...(job.browser === null ? { userAgent: job.userAgent } : {}),
      ...(job.proxy === null ? {} : { proxy: job.proxy }),
      ...(job.headers === null || 'extraHTTPHeaders' in use ? {} : { extraHTTPHeaders: job.headers }),
      ...use,
      ...recordings(job),
      headless: true,
    },
  }
  return { config, ignored }
}

/**
 * What is recorded of pages. Pictures inside traces cost a screenshot for every change: they are for those who look at the
 * run, while snapshots of the documents show the others as much.
 *
 * @param {Record<string, any>} job
 */
function recordings({ browser, keepsRecordings }) {
  if (browser === null) return { trace: 'off', video: 'off', screenshot: 'off' }
  const mode = keepsRecordings ? 'on' : 'retain-on-failure'
  return {
    trace: { mode, snapshots: true, screenshots: keepsRecordings, sources: true },
    // Without its program a test that records one would fail.
    video: browser.ffmpeg === null ? 'off' : mode,
    screenshot: 'only-on-failure',
  }
}

/**
 * @param {any} settings
 * @param {ReadonlySet<string>} names
 * @param {string} prefix
 * @param {string[]} ignored
 * @returns {Record<string, any>}
 */
function pick(settings, names, prefix, ignored) {
  /** @type {Record<string, any>} */
  const picked = {}
  // Whatever is no object has nothing to honour.
  if (typeof settings !== 'object' || settings === null) return picked
  for (const [name, value] of Object.entries(settings)) {
    if (names.has(name)) picked[name] = value
    else ignored.push(`${prefix}${name}`)
  }
  return picked
}
