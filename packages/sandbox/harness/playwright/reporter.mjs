// @ts-check
import { closeSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import { bare, writeMessage } from '../pipes.mjs'
import { GoldenFiles } from './golden-files.mjs'
import { takeReporterState } from './reporter-state.mjs'
import {
  callAttachment,
  launchesFile,
  marksDocument,
  marksFile,
  pagesFile,
  secretsFile,
} from './run-folder.mjs'

// Everything that a script could replace is taken now, before there is one.
const { stringify, parse } = JSON
const { from, byteLength } = Buffer
const [read, open, close, write] = [readSync, openSync, closeSync, writeSync]
const [readFile, stat] = [readFileSync, statSync]

const mostMarks = 1_000
const mostLaunches = 100
const longestText = 20_000
/** What of a title is shown, and some more. */
const longestTitle = 600
/**
 * The agent reads no endless channel. Pages have their part in all of these texts, and nobody is to lose the verdict for their length:
 * what errors of steps and tests may have together, those of one test, each one beyond that, and all that is noted of pages.
 */
const mostErrorCharacters = 400_000
const mostCharactersOfTest = 200_000
const leastText = 500
const mostPageBytes = 1.5 * 2 ** 20
/** Of each kind of what happened in pages. */
const mostEntries = 1_000
const mostPages = 100
const mostPagesBytes = 16 * 2 ** 20
const shownCategories = new Map([
  ['test.step', 'step'],
  ['expect', 'expect'],
  ['hook', 'hook'],
])
const withActions = new Map([...shownCategories, ['pw:api', 'action']])

/** Tells the agent what the runner does, while it does it. */
export default class ChannelReporter {
  #token
  #limits
  #categories
  #folder = process.cwd()
  #nodes = new Map()
  #attached = new Map()
  #lastId = 0
  #callBytes = 0
  #isCut = false
  #secretsRead = 0
  #errorRoom = mostErrorCharacters
  #pageRoom = mostPageBytes
  #golden

  constructor() {
    const { token, limits, showsActions, golden } = takeReporterState()
    this.#golden = new GoldenFiles(golden, this.#folder)
    this.#categories = showsActions ? withActions : shownCategories
    this.#token = token
    this.#limits = limits
  }

  printsToStdio() {
    return true
  }

  /** @param {any} test @param {any} result */
  onTestBegin(test, result) {
    const [, , file, ...titles] = test.titlePath()
    const title = titles.join(' › ')
    const id = this.#begin(result, null, { kind: 'test', title, at: result.startTime.getTime(), file }, true)
    this.#attached.set(result, { id, known: 0 })
  }

  /** @param {any} _test @param {any} result @param {any} step */
  onStepBegin(_test, result, step) {
    const kind = this.#kindOf(step)
    const parent = this.#parentOf(result, step)
    if (kind === undefined) this.#nodes.set(step, parent)
    else this.#begin(step, parent, { kind, title: step.title, at: step.startTime.getTime() }, false)
  }

  /** @param {any} _test @param {any} result @param {any} step */
  onStepEnd(_test, result, step) {
    if (this.#kindOf(step) === undefined) return
    const id = this.#nodes.get(step)
    this.#takeCalls(step, id)
    this.#golden.take(result, step)
    if (id === null || id === undefined) return
    const error = step.error === undefined ? null : this.#errorOf(step.error)
    this.#send({ type: 'node-end', id, durationMs: step.duration, error })
  }

  /** @param {any} test @param {any} result */
  onTestEnd(test, result) {
    const id = this.#nodes.get(result) ?? null
    this.#takeCalls(result, id)
    const comparisons = this.#golden.endTest(result)
    if (!test.ok()) for (const entry of comparisons) this.#send({ type: 'comparison', entry })
    const [, , file, ...titles] = test.titlePath()
    const room = { left: mostCharactersOfTest }
    this.#send({
      type: 'test-end',
      id,
      title: this.#title(titles.join(' › ')),
      file: this.#text(file),
      status: result.status,
      isOk: test.ok(),
      durationMs: result.duration,
      errors: result.errors.slice(0, 20).map((/** @type {any} */ error) => this.#errorOf(error, room)),
    })
  }

  /** @param {any} error */
  onError(error) {
    this.#send({ type: 'error', error: this.#errorOf(error) })
  }

  /** @param {string | Buffer} chunk */
  onStdOut(chunk) {
    this.#print(1, chunk)
  }

  /** @param {string | Buffer} chunk */
  onStdErr(chunk) {
    this.#print(2, chunk)
  }

  /** @param {any} result */
  onEnd({ status }) {
    this.#tellSecrets()
    for (const reason of readMarks()) this.#send({ type: 'degraded', reason })
    for (const { why, isKilled, test } of readLaunches())
      this.#send({
        type: 'no-browser',
        why: this.#text(why),
        isKilled: isKilled === true,
        test: typeof test === 'string' ? this.#title(test) : null,
      })
    this.#tellPages()
    for (const path of this.#golden.made()) this.#send({ type: 'golden', path })
    // The last word: the runner has ended by itself.
    this.#send({ type: 'end', status })
  }

  /**
   * @param {object} key
   * @param {number | null} parent
   * @param {{ kind: string, title: string, at: number, file?: string }} node
   * @param {boolean} isAlways
   */
  #begin(key, parent, { kind, title, at, file }, isAlways) {
    if (this.#lastId >= this.#limits.nodes && !isAlways) {
      if (!this.#isCut) this.#print(2, `Only the first ${this.#limits.nodes} steps are kept\n`)
      this.#isCut = true
      this.#nodes.set(key, null)
      return null
    }
    this.#lastId += 1
    this.#nodes.set(key, this.#lastId)
    const text = this.#title(title)
    this.#send({ type: 'node-begin', id: this.#lastId, parent, kind, title: text, at, file: file ?? null })
    return this.#lastId
  }

  /** Requests of the request fixture are told by themselves, with their responses. @param {any} step */
  #kindOf({ category, title }) {
    const kind = this.#categories.get(category)
    return kind === 'action' && /^(?:Fetch|[A-Z]{3,7}) "/.test(title) ? undefined : kind
  }

  /** Of a step that is not shown, that of the step around it. @param {any} result @param {any} step */
  #parentOf(result, step) {
    return this.#nodes.get(step.parent ?? result) ?? this.#nodes.get(result) ?? null
  }

  /** @param {any} holder a step, or the result of a test @param {number | null | undefined} parent */
  #takeCalls(holder, parent) {
    for (const { name, body } of holder.attachments ?? []) {
      if (name !== callAttachment || body === undefined || this.#taken.has(body)) continue
      this.#taken.add(body)
      this.#tellCall(body, parent ?? null)
    }
  }

  /** A test has the attachments of its steps, too. */
  #taken = new WeakSet()

  /** @param {Buffer} body @param {number | null} parent */
  #tellCall(body, parent) {
    if (this.#lastId >= this.#limits.nodes) return
    let call
    try {
      call = parse(`${body}`)
    } catch {
      // Somebody else has used the name.
      return
    }
    this.#callBytes += body.length
    if (this.#callBytes > this.#limits.callBytes || body.length > 900_000) {
      this.#callBytes -= body.length
      call = { ...call, request: { ...call.request, body: '' } }
      if (call.response) call.response = { ...call.response, body: '', isCut: true }
    }
    this.#lastId += 1
    this.#send({ type: 'request', id: this.#lastId, parent, call })
  }

  /** What workers have noted of pages, each kind as far as a result holds it. */
  #tellPages() {
    const left = { pages: mostPages, messages: mostEntries, requests: mostEntries, errors: mostEntries }
    const sums = { consoleErrors: 0, networkErrors: 0, documentErrors: 0 }
    let firstPage = 0
    for (const line of readPages()) {
      let notes
      try {
        notes = parse(line)
        for (const [list, type] of /** @type {const} */ ([
          ['pages', 'page'],
          ['messages', 'console'],
          ['requests', 'network'],
          ['errors', 'page-error'],
        ]))
          for (const entry of notes[list]) {
            if (left[list] <= 0) break
            left[list] -= 1
            const own = typeof entry.page === 'number' ? entry.page + firstPage : null
            const page = own === null || own >= mostPages ? null : own
            const told = { type, entry: type === 'page' ? entry : { ...entry, page } }
            this.#pageRoom -= byteLength(stringify(told))
            if (this.#pageRoom >= 0) this.#send(told)
          }
        firstPage += notes.pages.length
        for (const name of /** @type {const} */ (['consoleErrors', 'networkErrors', 'documentErrors']))
          sums[name] += Number(notes.counts[name]) || 0
      } catch {
        // Somebody else has written into the file.
      }
    }
    if (this.#categories === withActions) this.#send({ type: 'page-counts', ...sums })
  }

  /** @param {any} error @param {{ left: number }} room of one line */
  #errorOf({ message, value, snippet, location, isSoft }, room = { left: mostCharactersOfTest }) {
    /** @param {unknown} text */
    const fitting = (text) => {
      const fit = this.#text(text, Math.max(leastText, Math.min(room.left, this.#errorRoom)))
      room.left -= fit.length
      this.#errorRoom -= fit.length
      return fit
    }
    return {
      message: fitting(this.#golden.explain(String(message ?? value ?? 'an error without a message'))),
      snippet: snippet === undefined ? null : fitting(snippet),
      location:
        location === undefined ? null : this.#text(`${location.file}:${location.line}:${location.column}`),
      isSoft: isSoft === true,
    }
  }

  /** @param {unknown} text */
  #title(text) {
    return this.#text(text, longestTitle)
  }

  /** Paths as scripts know them, no colours, and nothing else that would act in a terminal. @param {unknown} text */
  #text(text, longest = longestText) {
    return (
      String(text)
        .slice(0, longestText)
        // eslint-disable-next-line no-control-regex
        .replace(/\x1b\[[0-9;]*m/g, '')
        .replaceAll(`${this.#folder}/`, '')
        .replaceAll(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
        .slice(0, longest)
        .toWellFormed()
    )
  }

  /** @param {1 | 2} descriptor @param {string | Buffer} chunk */
  #print(descriptor, chunk) {
    this.#tellSecrets()
    const bytes = typeof chunk === 'string' ? from(chunk) : chunk
    let written = 0
    while (written < bytes.length) {
      try {
        written += write(descriptor, bytes, written)
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') throw error
        Atomics.wait(pauseCell, 0, 0, 5)
      }
    }
  }

  /** What workers have written since the last look, whole lines of it. */
  #tellSecrets() {
    const text = readFrom(secretsFile, this.#secretsRead)
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    this.#secretsRead += byteLength(whole)
    for (const line of whole.split('\n')) {
      const value = line === '' ? null : textIn(line)
      if (value !== null) writeMessage(bare({ type: 'secret', value }))
    }
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    writeMessage(parse(stringify({ ...message, token: this.#token }), withoutPrototype))
  }
}

const pauseCell = new Int32Array(new SharedArrayBuffer(4))

/** @param {string} _name @param {unknown} value */
function withoutPrototype(_name, value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? bare(/** @type {Record<string, unknown>} */ (value))
    : value
}

/** @param {string} path @param {number} position */
function readFrom(path, position) {
  let descriptor
  try {
    descriptor = open(path, 'r')
  } catch {
    return ''
  }
  try {
    const chunk = Buffer.alloc(1_048_576)
    return chunk.toString('utf8', 0, read(descriptor, chunk, 0, chunk.length, position))
  } finally {
    close(descriptor)
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

/** Why the check counts as degraded, in the words of the script. */
function readMarks() {
  const lines = readText(marksFile).split('\n').slice(0, mostMarks)
  const marks = lines.flatMap((line) => textIn(line) ?? [])
  try {
    const { messages } = parse(readText(marksDocument))
    for (const message of messages.slice(0, mostMarks)) marks.push(String(message))
  } catch {
    // There is none, or it is none.
  }
  return marks.slice(0, mostMarks).map((mark) => mark.slice(0, 200).toWellFormed())
}

/** @returns {any[]} */
function readLaunches() {
  const lines = readText(launchesFile).split('\n').slice(0, mostLaunches)
  return lines.flatMap((line) => {
    try {
      const launch = parse(line)
      return typeof launch.why === 'string' ? [launch] : []
    } catch {
      // Somebody else has written into the file.
      return []
    }
  })
}

function readPages() {
  try {
    if (stat(pagesFile).size > mostPagesBytes) return []
  } catch {
    return []
  }
  return readText(pagesFile)
    .split('\n')
    .filter((line) => line !== '')
}

/** @param {string} path */
function readText(path) {
  try {
    return readFile(path, 'utf8')
  } catch {
    return ''
  }
}
