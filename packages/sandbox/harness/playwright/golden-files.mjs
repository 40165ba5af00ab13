// @ts-check
import { readFileSync } from 'node:fs'
import { goldenFile } from './run-folder.mjs'

// Everything that a script could replace is taken now, before there is one.
const readFile = readFileSync
const { parse } = JSON

const mostFiles = 100

/**
 * `foreign`: golden files of other browsers, which are not in the folder, with those browsers. `browserLine`: the browser
 * of this run. `isUpdated`: golden files are made anew, and nothing is compared.
 *
 * @typedef {{ foreign: { path: string, madeBy: string }[], browserLine: string, isUpdated: boolean }} GoldenState
 */

const advice =
  'Accept the new one on the page of the result (POST /v1/check-results/{checkId}/{checkResultId}/accept-snapshots), or run the check once with updateSnapshots and save its snapshots.'

/** Says what comparisons with golden files came to, as far as they did not simply match. */
export class GoldenFiles {
  #state
  #folder
  /** By the result of the test that they belong to. */
  #comparisons = new Map()

  /** @param {GoldenState} state @param {string} folder */
  constructor(state, folder) {
    this.#state = state
    this.#folder = folder
  }

  /**
   * A comparison that does not match leaves files at its step. Without an error of the step the golden file was missing.
   *
   * @param {any} result
   * @param {any} step
   */
  take(result, step) {
    if (this.#state.isUpdated) return
    /** @type {Map<string, string>} */
    const paths = new Map()
    for (const { name, path } of step.attachments ?? []) {
      const [, role] = /-(expected|actual|diff)(?:\.[^.]*)?$/.exec(name) ?? []
      if (role !== undefined && typeof path === 'string') paths.set(role, path)
    }
    const path = this.#inside(paths.get('expected'))
    const actual = this.#inside(paths.get('actual'))
    if (path === null || actual === null) return
    const isForeign = this.#foreign(path) !== undefined
    const isMissing = step.error === undefined || isForeign
    const comparison = {
      path,
      state: isForeign ? 'OTHER_BROWSER' : isMissing ? 'MISSING' : 'DIFFERENT',
      // A copy of the golden file lies beside the other two.
      expected: isMissing ? null : actual.replace(/-actual(\.[^./]*)?$/, '-expected$1'),
      actual,
      diff: this.#inside(paths.get('diff')),
    }
    const known = this.#comparisons.get(result) ?? new Map()
    this.#comparisons.set(result, known.set(path, comparison))
  }

  /** Of a test that has failed: what was made up for by trying again is nothing to look at. @param {any} result */
  endTest(result) {
    const comparisons = [...(this.#comparisons.get(result)?.values() ?? [])]
    this.#comparisons.delete(result)
    return comparisons.slice(0, mostFiles)
  }

  /** The files of a run that makes them anew, each once. */
  made() {
    if (!this.#state.isUpdated) return []
    /** @type {Set<string>} */
    const paths = new Set()
    for (const line of read(goldenFile).split('\n')) {
      const path = this.#inside(textIn(line))
      if (path !== null) paths.add(path)
    }
    return [...paths].slice(0, mostFiles)
  }

  /** Playwright says what is wrong; we say what to do about it. @param {string} message */
  explain(message) {
    return message.replace(
      /A snapshot doesn't exist at ([^\n]+?)(?:, writing actual\.|, matchers using [^\n]*|\.$)/m,
      (_whole, absolute) => {
        const path = this.#inside(absolute) ?? absolute
        const foreign = this.#foreign(path)
        const what =
          foreign === undefined
            ? `There is no golden file ${path} yet.`
            : `The golden file ${path} was made by ${foreign.madeBy}, and this run used ${this.#state.browserLine}: they do not draw alike.`
        return `${what} ${advice}`
      },
    )
  }

  /** @param {string} path */
  #foreign(path) {
    return this.#state.foreign.find((file) => file.path === path)
  }

  /** Relative to the folder of the run; null outside of it. @param {string | null | undefined} path */
  #inside(path) {
    const start = `${this.#folder}/`
    return typeof path === 'string' && path.startsWith(start) ? path.slice(start.length) : null
  }
}

/** @param {string} line */
function textIn(line) {
  try {
    const value = parse(line)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFile(path, 'utf8')
  } catch {
    return ''
  }
}
