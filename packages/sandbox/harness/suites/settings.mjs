// @ts-check

/**
 * @typedef {object} SuiteSettings
 * @property {Record<string, string> | null} headers by which targets join the trace of the run
 * @property {string} jsonReport where Playwright's own reports go, beside those of the project
 * @property {string} htmlReport
 * @property {string | null} userAgent of a browser that is told no other one; null: there is none
 * @property {boolean} hasRecorder whether there is an ffmpeg: without one a test that records a video fails
 */

/**
 * The configuration of a project with what we set: what it says itself counts, but for traces, which are always recorded, and
 * windows, of which there are none.
 *
 * @param {any} config as Playwright has read it
 * @param {SuiteSettings} settings
 */
export function withSettings(config, settings) {
  if (typeof config !== 'object' || config === null) return config
  return {
    ...config,
    workers: config.workers ?? 4,
    retries: config.retries ?? 2,
    reporter: [
      ...reportersOf(config.reporter),
      ['json', { outputFile: settings.jsonReport }],
      ['html', { outputFolder: settings.htmlReport, open: 'never' }],
    ],
    use: useOf(config.use ?? {}, settings, true),
    ...(Array.isArray(config.projects)
      ? {
          projects: config.projects.map((/** @type {any} */ project) =>
            project?.use === undefined ? project : { ...project, use: useOf(project.use, settings, false) },
          ),
        }
      : {}),
  }
}

/** @param {unknown} reporter @returns {unknown[]} */
function reportersOf(reporter) {
  if (Array.isArray(reporter)) return reporter
  return [[reporter ?? (process.env['CI'] ? 'dot' : 'list')]]
}

/** @param {any} use @param {SuiteSettings} settings @param {boolean} isBase what projects inherit */
function useOf(use, { headers, userAgent, hasRecorder }, isBase) {
  const video = use.video ?? (isBase ? 'on-first-retry' : undefined)
  return {
    ...use,
    ...(isBase && use.screenshot === undefined ? { screenshot: 'only-on-failure' } : {}),
    ...(isBase && headers !== null && use.extraHTTPHeaders === undefined
      ? { extraHTTPHeaders: headers }
      : {}),
    ...(userAgent !== null && (isBase || use.launchOptions !== undefined)
      ? { launchOptions: launchOptionsOf(use.launchOptions ?? {}, userAgent) }
      : {}),
    ...(video === undefined ? {} : { video: hasRecorder ? video : 'off' }),
    trace: 'on',
    headless: true,
  }
}

/** What the project adds comes later and wins. @param {any} options @param {string} userAgent */
function launchOptionsOf(options, userAgent) {
  const args = Array.isArray(options.args) ? options.args : []
  return { ...options, args: [`--user-agent=${userAgent}`, ...args] }
}
