// @ts-check
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { settingsVariable } from './files.mjs'

const longestText = 10_000
const mostTests = 5_000
const mostMarks = 1_000
const append = appendFileSync
const { stringify, parse } = JSON

/**
 * Writes down what the runner does, beside the reporters of the project: each attempt of a test as it ends. The suite could
 * write the same file: nothing here decides a verdict.
 */
export default class SuiteReporter {
  #path = ''
  #folder = process.cwd()
  #tests = 0

  constructor() {
    const settings = process.env[settingsVariable]
    if (settings !== undefined) this.#path = parse(settings).report
  }

  printsToStdio() {
    return false
  }

  version() {
    return 'v2'
  }

  /** @param {any} config */
  onConfigure(config) {
    this.#write({
      type: 'begin',
      version: config.version,
      globalTimeout: config.globalTimeout,
      at: Date.now(),
    })
  }

  /** @param {any} suite */
  onBegin(suite) {
    this.#write({ type: 'tests', count: suite.allTests().length })
  }

  /** @param {any} test @param {any} result */
  onTestEnd(test, result) {
    this.#tests += 1
    if (this.#tests > mostTests && test.ok()) return
    const [, project, file, ...titles] = test.titlePath()
    this.#write({
      type: 'test',
      id: String(test.id),
      project: this.#text(project),
      file: this.#text(file),
      title: this.#text(titles.join(' › ')),
      retry: result.retry,
      status: result.status,
      outcome: test.outcome(),
      startedAt: result.startTime.getTime(),
      durationMs: result.duration,
      errors: result.errors.slice(0, 5).map((/** @type {any} */ error) => this.#error(error)),
      attachments: result.attachments
        .filter((/** @type {any} */ { path }) => typeof path === 'string')
        .slice(0, 50)
        .map((/** @type {any} */ { name, contentType, path }) => ({
          name: this.#text(name),
          contentType: this.#text(contentType),
          path: this.#text(relative(this.#folder, path)),
        })),
    })
  }

  /** @param {any} error */
  onError(error) {
    this.#write({ type: 'error', error: this.#error(error) })
  }

  /** @param {any} result */
  onEnd({ status }) {
    for (const reason of readMarks()) this.#write({ type: 'degraded', reason })
    this.#write({ type: 'end', status, at: Date.now() })
  }

  /** @param {any} error */
  #error({ message, value, snippet, location }) {
    const place = location === undefined ? null : `${location.file}:${location.line}:${location.column}`
    return {
      message: this.#text(message ?? value ?? 'an error without a message'),
      snippet: snippet === undefined ? null : this.#text(snippet),
      location: place === null ? null : this.#text(place),
    }
  }

  /** Paths as the project knows them, and no colours. @param {unknown} text */
  #text(text) {
    return (
      String(text)
        .slice(0, longestText)
        // eslint-disable-next-line no-control-regex
        .replace(/\x1b\[[0-9;]*m/g, '')
        .replaceAll(`${this.#folder}/`, '')
        .toWellFormed()
    )
  }

  /** @param {Record<string, unknown>} line */
  #write(line) {
    if (this.#path !== '') append(this.#path, `${stringify(line)}\n`)
  }
}

/** Why the check counts as degraded, in the words of the suite: a line of JSON each, and the form that other helpers write. */
function readMarks() {
  const marks = readText('degraded.jsonl')
    .split('\n')
    .slice(0, mostMarks)
    .flatMap((line) => {
      const value = parsed(line)
      return typeof value === 'string' ? [value] : []
    })
  const messages = parsed(readText('degraded.json'))?.messages
  if (Array.isArray(messages)) marks.push(...messages.slice(0, mostMarks).map(String))
  return marks.slice(0, mostMarks).map((mark) => mark.slice(0, 200).toWellFormed())
}

/** @param {string} line */
function parsed(line) {
  try {
    return parse(line)
  } catch {
    return null
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
