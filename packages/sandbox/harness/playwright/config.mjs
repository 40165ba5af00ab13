// @ts-check

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
    reporter: [[reporter]],
    use: {
      userAgent: job.userAgent,
      ...(job.proxy === null ? {} : { proxy: job.proxy }),
      ...(job.headers === null || 'extraHTTPHeaders' in use ? {} : { extraHTTPHeaders: job.headers }),
      ...use,
      trace: 'off',
      video: 'off',
      screenshot: 'off',
      headless: true,
    },
  }
  return { config, ignored }
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
