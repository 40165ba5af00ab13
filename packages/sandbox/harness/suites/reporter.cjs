// @ts-check
const { appendFileSync, readFileSync } = require('node:fs')
const { relative } = require('node:path')

/** As in `files.mjs`. This file is no module, because on Bun Playwright loads none for its reporters. */
const settingsVariable = 'SONDE_SUITE'

const longestText = 10_000
const mostTests = 5_000
const mostMarks = 1_000
const mostErrors = 5
const mostAttachments = 20
const deepestStep = 20
/** Of an attempt that has passed, and of one that has not: the last ones, since that is where it ended. */
const mostSteps = { passed: 50, other: 100 }
/** Of all that is written: whoever reads it takes no more. What comes later is told briefly. */
const mostCharacters = { steps: 3_000_000, tests: 10_000_000 }
const briefText = 200
const kinds = new Map([
  ['hook', 'hook'],
  ['test.step', 'step'],
  ['expect', 'expect'],
  ['pw:api', 'action'],
])
const append = appendFileSync
const { stringify, parse } = JSON

/**
 * Writes down what the runner does, beside the reporters of the project: each attempt of a test as it ends. The suite could
 * write the same file: nothing here decides a verdict.
 */
module.exports = class SuiteReporter {
  #path = ''
  #folder = process.cwd()
  #tests = 0
  #room = { ...mostCharacters }

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
    const line = {
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
      errors: result.errors.slice(0, mostErrors).map((/** @type {any} */ error) => this.#error(error)),
      steps: this.#steps(result),
      attachments: this.#attachments(result),
    }
    const text = stringify(line)
    if (text.length <= this.#room.tests) {
      this.#room.tests -= text.length
      this.#append(text)
      return
    }
    const errors = line.errors.slice(0, 1).map((/** @type {any} */ error) => ({
      ...error,
      message: error.message.slice(0, briefText).toWellFormed(),
      snippet: null,
    }))
    this.#write({ ...line, errors, steps: [], attachments: [] })
  }

  /** @param {any} result */
  #steps({ status, steps }) {
    /** @type {Record<string, unknown>[]} */
    const told = []
    /** Of what is not shown, such as a fixture, those inside stand in its place. @param {any[]} own @param {number} depth */
    const add = (own, depth) => {
      for (const step of own) {
        const kind = kinds.get(step.category)
        if (kind !== undefined)
          told.push({
            kind,
            title: this.#text(step.title).slice(0, 500).toWellFormed(),
            depth: Math.min(depth, deepestStep),
            startedAt: step.startTime.getTime(),
            durationMs: step.duration < 0 ? null : step.duration,
            error:
              step.error === undefined
                ? null
                : this.#error(step.error).message.slice(0, briefText).toWellFormed(),
          })
        add(step.steps, kind === undefined ? depth : depth + 1)
      }
    }
    add(steps, 0)
    const last = told.slice(status === 'passed' ? -mostSteps.passed : -mostSteps.other)
    if (status !== 'passed') return last
    const characters = stringify(last).length
    if (characters > this.#room.steps) return []
    this.#room.steps -= characters
    return last
  }

  /** Those of Playwright itself that nobody is to see begin with a line. @param {any} result */
  #attachments({ attachments }) {
    return attachments
      .filter((/** @type {any} */ { name }) => !String(name).startsWith('_'))
      .slice(0, mostAttachments)
      .map((/** @type {any} */ { name, contentType, path }) => ({
        name: this.#text(name),
        contentType: this.#text(contentType),
        path: typeof path === 'string' ? relative(this.#folder, path).slice(0, 4_096).toWellFormed() : null,
      }))
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
    this.#append(stringify(line))
  }

  /** @param {string} text */
  #append(text) {
    if (this.#path !== '') append(this.#path, `${text}\n`)
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
