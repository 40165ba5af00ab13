// @ts-check
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createEnvironment } from '../environment.mjs'
import { featureArgument, useBrowser, useRecorder } from './browser.mjs'
import { useCertificates } from './client-certificates.mjs'
import { useCertificatesInPages } from './page-certificates.mjs'
import { internals } from './internals.mjs'
import { observePages } from './observe-pages.mjs'
import { watchBrowsers } from './killed-browsers.mjs'
import { recordCalls } from './record-calls.mjs'
import { limitTraces } from './trace-size.mjs'
import { certificatesFile, goldenFile, launchesFile, pagesFile, secretsFile } from './run-folder.mjs'

const append = appendFileSync

/**
 * Prepares a process of the test runner, before it knows which tests it will run. What is changed here are parts of the
 * pinned version of Playwright that has them.
 *
 * @param {{ secretVariables: string[], packages: string, browser: import('./browser.mjs').BrowserOrder | null, updatesSnapshots: boolean }} order
 */
export function prepareWorker({ secretVariables, packages, browser, updatesSnapshots }) {
  // The runner wants colours of its workers, and nobody sees them.
  for (const name of ['FORCE_COLOR', 'DEBUG_COLORS']) delete process.env[name]
  const { environment } = createEnvironment(
    /** @type {Record<string, string>} */ ({ ...process.env }),
    {
      secretNames: secretVariables,
      // Written before the script goes on, so that it is known before anything is printed.
      onSecret: (value) => append(secretsFile, `${JSON.stringify(value)}\n`),
    },
  )
  Object.defineProperty(process, 'env', { value: environment, configurable: true, enumerable: true })
  const require = createRequire(join(packages, 'package.json'))
  /** By its path: the package does not list it among what it exports. @param {string} path */
  const internal = (path) => require(join(packages, 'node_modules', path))
  const { TestInfoImpl } = internal('playwright/lib/worker/testInfo.js')
  tellSoftErrors(TestInfoImpl)
  if (updatesSnapshots) noteGoldenFiles(TestInfoImpl)
  const { currentTestInfo } = internal('playwright/lib/common/globals.js')
  const { APIRequestContext } = internal('playwright-core/lib/client/fetch.js')
  recordCalls(APIRequestContext, currentTestInfo)
  const certificates = existsSync(certificatesFile) ? JSON.parse(readFileSync(certificatesFile, 'utf8')) : []
  if (certificates.length > 0)
    useCertificates(internal('playwright-core/lib/server/fetch.js').APIRequestContext, certificates)
  const { BrowserType } = internal('playwright-core/lib/client/browserType.js')
  if (browser === null) return refuseBrowsers(BrowserType)
  const { chromiumSwitches } = internal('playwright-core/lib/server/chromium/chromiumSwitches.js')
  const pins = [
    featureArgument(chromiumSwitches()),
    ...(certificates.length === 0 ? [] : useCertificatesInPages(partsOf(internal), certificates)),
  ]
  /** @param {string} why @param {boolean} isKilled */
  const note = (why, isKilled) => {
    const [, ...titles] = currentTestInfo()?.titlePath ?? []
    const title = titles.length === 0 ? null : titles.join(' › ')
    append(launchesFile, `${JSON.stringify({ why, isKilled, test: title })}\n`)
  }
  useBrowser(BrowserType, browser, { pins, onRefused: (why) => note(why, false) })
  watchBrowsers(internal('playwright-core/lib/server/browserType.js').BrowserType, {
    programs: [browser.path, browser.ffmpeg],
    onKilled: () => note('SIGKILL', true),
  })
  if (browser.ffmpeg !== null)
    useRecorder(internal('playwright-core/lib/server/registry/index.js').registry, browser.ffmpeg)
  limitTraces(internal('playwright-core/lib/server/utils/fileUtils.js').SerializedFS)
  observePages(internal('playwright-core'), { file: pagesFile, hasInteractions: false })
}

/** @param {(path: string) => any} internal */
function partsOf(internal) {
  const { Browser } = internal('playwright-core/lib/server/browser.js')
  const { BrowserType } = internal('playwright-core/lib/server/browserType.js')
  const { createProxyAgent } = internal('playwright-core/lib/server/utils/network.js')
  const { createSocket } = internal('playwright-core/lib/server/utils/happyEyeballs.js')
  const { generateSelfSignedCertificate } = internal('playwright-core/lib/server/utils/crypto.js')
  return { Browser, BrowserType, createProxyAgent, createSocket, generateSelfSignedCertificate }
}

/** An assertion that failed softly may be made up for by a mark: the error says so. @param {any} TestInfo */
function tellSoftErrors(TestInfo) {
  const fail = TestInfo.prototype[internals.fail]
  /** @param {any} error */
  TestInfo.prototype[internals.fail] = function (error) {
    fail.call(this, error)
    const step = Object.getOwnPropertySymbols(Object(error))
      .map((symbol) => error[symbol])
      .find((value) => typeof value?.stepId === 'string')
    const last = this.errors.at(-1)
    if (last !== undefined && step?.infectParentStepsWithError === true) last.isSoft = true
  }
}

/** Which files a run that makes them anew has made, or found to be the same. @param {any} TestInfo */
function noteGoldenFiles(TestInfo) {
  const resolve = TestInfo.prototype[internals.goldenPaths]
  /** @param {any[]} order */
  TestInfo.prototype[internals.goldenPaths] = function (...order) {
    const paths = resolve.apply(this, order)
    // Who only asks where one would lie does not compare with it.
    if (order[2] === 'updateSnapshotIndex')
      append(goldenFile, `${JSON.stringify(paths.absoluteSnapshotPath)}\n`)
    return paths
  }
}

const noBrowser =
  'A multistep check has no browser: page, context and browser are there in browser checks only. Use the request fixture, or create a browser check.'

/** @param {any} BrowserType */
function refuseBrowsers(BrowserType) {
  for (const name of ['launch', 'launchServer', 'launchPersistentContext', 'connect', 'connectOverCDP'])
    BrowserType.prototype[name] = async () => {
      const error = new Error(noBrowser)
      // Where it was thrown is of no use to whoever reads it.
      error.stack = `Error: ${noBrowser}`
      throw error
    }
}
