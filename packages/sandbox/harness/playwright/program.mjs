// @ts-check
import { mkdirSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { internals } from './internals.mjs'
import { errorPicture, programDescriptor } from './run-folder.mjs'

/**
 * The process of a script that drives a browser by itself, without the test runner: it is loaded, and has ended when there
 * is nothing left to wait for. Only then it says the word that the runner waits for: whoever ends the process before has
 * not come to the end of the script.
 */

// Everything that a script could replace is taken now, before there is one.
const write = writeSync
const { stringify } = JSON
const exit = process.reallyExit.bind(process)
const pictureMs = 5_000
const longestText = 20_000

const { token, file, packages, headers } = JSON.parse(readLine())
const require = createRequire(join(packages, 'package.json'))
/** @type {Set<any>} */
const pages = new Set()
let isOver = false

require(join(packages, 'node_modules', 'playwright-core'))[internals.instrumentation].addListener({
  /** @param {any} options */
  async runBeforeCreateBrowserContext(options) {
    if (headers !== null && options.extraHTTPHeaders === undefined) options.extraHTTPHeaders = headers
  },
  /** @param {any} context */
  async runAfterCreateBrowserContext(context) {
    context.on('page', (/** @type {any} */ page) => pages.add(page))
  },
})

process.on('uncaughtException', (error) => void fail(error))
process.on('unhandledRejection', (error) => void fail(error))
process.on('beforeExit', () => {
  if (!isOver) tell({ error: null })
  isOver = true
})
try {
  await import(pathToFileURL(join(process.cwd(), file)).href)
} catch (error) {
  await fail(error)
}

/** @param {unknown} error */
async function fail(error) {
  if (isOver) return
  isOver = true
  const page = [...pages].findLast((each) => !each.isClosed())
  if (page !== undefined) {
    try {
      mkdirSync(dirname(errorPicture), { recursive: true })
      await page.screenshot({ path: errorPicture, timeout: pictureMs })
    } catch {
      // A page that cannot be drawn any more says so by itself.
    }
  }
  tell({ error: textOf(error) })
  exit(1)
}

/** @param {unknown} error */
function textOf(error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.slice(0, longestText)
}

/** @param {{ error: string | null }} end */
function tell(end) {
  write(programDescriptor, `${stringify({ ...end, token })}\n`)
}

function readLine() {
  const chunk = Buffer.alloc(65_536)
  let text = ''
  while (!text.includes('\n')) text += chunk.toString('utf8', 0, readSync(0, chunk, 0, chunk.length, null))
  return text
}
