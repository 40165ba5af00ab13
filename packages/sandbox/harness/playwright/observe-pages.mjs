// @ts-check
import { appendFileSync, statSync } from 'node:fs'
import { internals } from './internals.mjs'
import { measureVitals, vitalsBinding } from './page-vitals.mjs'

const [append, stat] = [appendFileSync, statSync]
const { stringify } = JSON

const mostEntries = 1_000
const mostVisits = 100
const longestText = 2_000
/** Of all texts of one kind together. */
const mostCharacters = 200_000
/** What a page has at most to tell its last vitals when its context is closed. */
const lastWordMs = 50
const patienceMs = 1_000
const vitalNames = ['FCP', 'LCP', 'CLS', 'TBT', 'TTFB', 'INP']
/** Of the whole file: nobody reads a longer one. */
const mostBytes = 15 * 2 ** 20

/**
 * Notes what happens in the pages of every context: where they went and how that felt, their console, requests and errors.
 * All of it is written down when the context is closed, or when the process ends.
 *
 * @param {any} playwright
 * @param {{ file: string, hasInteractions: boolean }} options
 */
export function observePages(playwright, options) {
  /** @type {Map<any, ReturnType<typeof createNotes>>} */
  const open = new Map()
  playwright[internals.instrumentation].addListener({
    /** @param {any} context */
    async runAfterCreateBrowserContext(context) {
      const notes = createNotes(options)
      open.set(context, notes)
      await quietly(context, () => watch(context, notes, options))
    },
    /** @param {any} context */
    async runBeforeCloseBrowserContext(context) {
      const notes = open.get(context)
      if (notes === undefined) return
      await quietly(context, () => lastWords(context, notes))
      open.delete(context)
      notes.write()
    },
  })
  process.on('exit', () => {
    for (const notes of open.values()) notes.write()
  })
}

/** Not as a step of the test, and without failing it: projects bring versions that have other parts. @param {any} context @param {() => Promise<void>} work */
async function quietly(context, work) {
  try {
    await context[internals.asOurs](work, { internal: true })
  } catch {
    // Then there is nothing to tell.
  }
}

/** @param {any} context @param {ReturnType<typeof createNotes>} notes @param {{ hasInteractions: boolean }} options */
async function watch(context, notes, { hasInteractions }) {
  context.on('console', notes.addMessage)
  context.on('weberror', notes.addError)
  context.on('request', notes.beginRequest)
  context.on('requestfinished', notes.endRequest)
  context.on('requestfailed', notes.failRequest)
  try {
    await context.exposeBinding(vitalsBinding, notes.takeVitals)
    await context.addInitScript(measureVitals, { name: vitalsBinding, hasInteractions })
  } catch {
    // Without scripts in its pages there is nothing to measure.
  }
}

/** @param {any} context @param {ReturnType<typeof createNotes>} notes */
async function lastWords(context, notes) {
  const asked = context
    .pages()
    .filter(notes.tellsVitals)
    .map((/** @type {any} */ page) =>
      page.evaluate(untilTold, { ms: lastWordMs, isPainted: notes.isPainted(page) }),
    )
  if (asked.length === 0) return
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))
  await Promise.race([Promise.allSettled(asked), late])
  clearTimeout(timer)
}

/**
 * Runs in a page. How long something that was done there took is known some time after the frame that shows it; what a page that
 * nobody has touched may still have to tell, such as a shift, comes with its next frame.
 *
 * @param {{ ms: number, isPainted: boolean }} order
 */
function untilTold({ ms, isPainted }) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    const isUntouched = navigator.userActivation?.hasBeenActive === false
    if (isPainted && isUntouched) requestAnimationFrame(() => setTimeout(resolve, 0))
  })
}

/** @param {{ file: string }} options */
function createNotes({ file }) {
  /** @type {{ url: string, title: string, at: number, vitals: Record<string, number>, document: string | null, isSoft: boolean }[]} */
  const visits = []
  /** @type {Record<string, unknown>[]} */
  const messages = []
  /** @type {Record<string, unknown>[]} */
  const errors = []
  /** @type {Record<string, any>[]} */
  const requests = []
  const counts = { consoleErrors: 0, networkErrors: 0, documentErrors: 0 }
  const room = { messages: mostCharacters, errors: mostCharacters, requests: mostCharacters }
  /** The visit that a page is at. @type {WeakMap<any, number>} */
  const current = new WeakMap()
  /** @type {Map<string, number>} */
  const byDocument = new Map()
  const telling = new WeakSet()
  /** @type {WeakMap<any, Record<string, any>>} */
  const openRequests = new WeakMap()

  /** @param {any} page @param {string} url @param {number} at */
  function beginVisit(page, url, at) {
    if (visits.length >= mostVisits) return null
    visits.push({ url: cut(url), title: '', at, vitals: {}, document: null, isSoft: false })
    current.set(page, visits.length - 1)
    return visits.length - 1
  }

  /** @param {any} page */
  const visitOf = (page) => (page === null || page === undefined ? null : (current.get(page) ?? null))

  return {
    /** @param {any} message */
    addMessage(message) {
      const type = typeOf(message.type())
      if (type === 'error') counts.consoleErrors += 1
      const text = cut(message.text())
      if (messages.length >= mostEntries || room.messages < text.length) return
      room.messages -= text.length
      const { url, lineNumber, columnNumber } = message.location()
      const location = url ? cut(`${url}:${lineNumber + 1}:${columnNumber + 1}`) : null
      messages.push({ type, text, location, at: Date.now(), page: visitOf(message.page()) })
    },
    /** @param {any} webError */
    addError(webError) {
      counts.documentErrors += 1
      const error = webError.error()
      const message = cut(String(error?.stack ?? error?.message ?? error))
      if (errors.length >= mostEntries || room.errors < message.length) return
      room.errors -= message.length
      errors.push({ message, at: Date.now(), page: visitOf(webError.page()) })
    },
    /** @param {any} request */
    beginRequest(request) {
      const at = Date.now()
      const page = pageOf(request)
      const isVisit = page !== null && request.isNavigationRequest() && request.frame() === page.mainFrame()
      const visit = visitOf(page)
      if (isVisit && request.redirectedFrom() === null) beginVisit(page, request.url(), at)
      else if (isVisit && visit !== null) {
        const redirected = visits[visit]
        if (redirected !== undefined) redirected.url = cut(request.url())
      }
      const entry = {
        method: cut(request.method()).slice(0, 50),
        url: cut(request.url()),
        resourceType: request.resourceType(),
        status: null,
        failure: null,
        at,
        durationMs: null,
        bytes: null,
        page: visitOf(page),
      }
      openRequests.set(request, entry)
      if (requests.length >= mostEntries || room.requests < entry.url.length) return
      room.requests -= entry.url.length
      requests.push(entry)
    },
    /** @param {any} request */
    async endRequest(request) {
      const entry = openRequests.get(request)
      if (entry === undefined) return
      entry['durationMs'] = durationOf(request, entry['at'])
      const response = await request.response().catch(() => null)
      if (response === null) return
      entry['status'] = response.status()
      if (entry['status'] >= 400) counts.networkErrors += 1
      const length = Number(response.headers()['content-length'])
      if (Number.isSafeInteger(length) && length >= 0) entry['bytes'] = length
    },
    /** @param {any} request */
    failRequest(request) {
      counts.networkErrors += 1
      const entry = openRequests.get(request)
      if (entry === undefined) return
      entry['durationMs'] = durationOf(request, entry['at'])
      entry['failure'] = cut(request.failure()?.errorText ?? 'failed').slice(0, 500)
    },
    /** @param {any} source @param {any} told by a document: anything may stand in it */
    takeVitals({ page }, told) {
      const { id, url, title, vitals, isSoft } = Object(told)
      if (typeof id !== 'string' || typeof url !== 'string' || url === 'about:blank') return
      telling.add(page)
      let visit = byDocument.get(id) ?? null
      if (visit === null) {
        const at = visitOf(page)
        const isNew = isSoft === true || at === null || visits[at]?.document !== null
        // What was not asked for over a network, such as a document in its own address.
        visit = isNew ? beginVisit(page, url, Date.now()) : at
        if (visit === null) return
        byDocument.set(id, visit)
      }
      const known = visits[visit]
      if (known === undefined) return
      known.document = id
      known.isSoft = isSoft === true
      known.url = cut(url)
      known.title = cut(String(title)).slice(0, 500)
      for (const name of vitalNames) {
        const value = Object(vitals)[name]
        if (typeof value === 'number' && Number.isFinite(value) && value >= 0) known.vitals[name] = value
      }
    },
    /** @param {any} page */
    tellsVitals: (page) => telling.has(page),
    /** Whether it has told all that it tells once, of the document that it shows. @param {any} page */
    isPainted(page) {
      const visit = visits[visitOf(page) ?? visits.length]
      return visit?.vitals['FCP'] !== undefined && visit.vitals['LCP'] !== undefined
    },
    write() {
      const pages = visits.map(({ document: _document, ...visit }) => visit)
      const text = stringify({ pages, messages, errors, requests, counts })
      const written = stat(file, { throwIfNoEntry: false })?.size ?? 0
      if (written + text.length < mostBytes) append(file, `${text}\n`)
    },
  }
}

/** @param {string} type */
function typeOf(type) {
  if (type === 'error' || type === 'assert') return 'error'
  return type === 'warning' ? 'warning' : 'info'
}

/** Null for what a service worker asks for, and for what is asked for before its page is there. @param {any} request */
function pageOf(request) {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}

/** @param {any} request @param {number} at */
function durationOf(request, at) {
  const { responseEnd } = request.timing()
  return responseEnd >= 0 ? responseEnd : Math.max(0, Date.now() - at)
}

/** @param {string} text */
function cut(text) {
  return text
    .slice(0, longestText)
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .toWellFormed()
}
