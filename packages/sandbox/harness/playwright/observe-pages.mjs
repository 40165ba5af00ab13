// @ts-check
import { appendFileSync, statSync } from 'node:fs'
import { hearPages } from './hear-pages.mjs'
import { internals } from './internals.mjs'
import { measureVitals, restingEvent, vitalsBinding } from './page-vitals.mjs'

const [append, stat] = [appendFileSync, statSync]
const { stringify, parse } = JSON

const mostEntries = 1_000
const mostVisits = 100
const longestText = 2_000
/** Of all texts of one kind together. */
const mostCharacters = 200_000
/** What a page has at most to tell its last vitals when its context is closed. */
const lastWordMs = 50
const patienceMs = 1_000
/** Of what a document tells of itself: ours are shorter. */
const longestTold = 20_000
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
  const writeLine = createWriter(options.file)
  /** Whose context for plain requests one is. @type {WeakMap<any, any>} */
  const owners = new WeakMap()
  /** @param {any} context @param {ReturnType<typeof createNotes>} notes */
  const ask = (context, notes) => {
    const words = { at: performance.now(), told: quietly(context, () => lastWords(context, notes)) }
    notes.lastWords = words
    return words
  }
  /** @param {any} context */
  const end = async (context) => {
    const notes = open.get(context)
    if (notes === undefined) return
    const { lastWords: asked } = notes
    // A test may have closed the other one long before.
    const isCurrent = asked !== null && performance.now() - asked.at < patienceMs
    await (isCurrent ? asked : ask(context, notes)).told
    open.delete(context)
    writeLine(notes.text())
  }
  const watched = new WeakSet()
  /** A browser takes its contexts with it when it is closed, and listeners hear nothing of them. @param {any} browser */
  const watchBrowser = (browser) => {
    if (browser === null || watched.has(browser)) return
    watched.add(browser)
    const close = browser.close.bind(browser)
    browser.close = async (/** @type {any[]} */ ...args) => {
      const own = [...open.keys()].filter((context) => context.browser() === browser)
      await Promise.all(own.map(end))
      return await close(...args)
    }
  }
  playwright[internals.instrumentation].addListener({
    /** @param {any} context */
    async runAfterCreateBrowserContext(context) {
      const notes = createNotes(options)
      open.set(context, notes)
      watchBrowser(context.browser())
      await quietly(context, async () => {
        owners.set(context.request, context)
        await watch(context, notes, options)
      })
    },
    /** With that the end of a browser context begins: its pages have their last words while its trace is written. @param {any} request */
    async runBeforeCloseRequestContext(request) {
      const context = owners.get(request)
      const notes = open.get(context)
      if (notes !== undefined) ask(context, notes)
    },
    runBeforeCloseBrowserContext: end,
  })
  process.on('exit', () => {
    for (const notes of open.values()) writeLine(notes.text())
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
  context.on('response', notes.takeResponse)
  context.on('requestfinished', notes.endRequest)
  context.on('requestfailed', notes.failRequest)
  // Its pages would be waited for at their end, and say nothing.
  if (context[internals.contextOptions]?.javaScriptEnabled === false) return
  try {
    notes.ask = await hearPages(context, {
      name: vitalsBinding,
      hear: notes.takeVitals,
      hasTold: notes.hasTold,
      quietly: (work) => quietly(context, work),
    })
    await context.addInitScript(measureVitals, {
      name: vitalsBinding,
      resting: restingEvent,
      hasInteractions,
    })
  } catch {
    // Without scripts in its pages there is nothing to measure.
  }
}

/** @param {any} context @param {ReturnType<typeof createNotes>} notes */
async function lastWords(context, notes) {
  /** @type {any[]} */
  const pages = context.pages().filter((/** @type {any} */ page) => page.url() !== 'about:blank')
  const asked = pages.map((page) =>
    notes.ask?.(page, untilTold, {
      ms: lastWordMs,
      isPainted: notes.isPainted(page),
      resting: notes.hasInteractions ? restingEvent : null,
    }),
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
 * nobody has touched lately may still have to tell, such as a shift, comes with its next frame, and has come where it is loaded
 * for long.
 *
 * @param {{ ms: number, isPainted: boolean, resting: string | null }} order
 */
function untilTold({ ms, isPainted, resting }) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    const rest = { ms: 0 }
    if (resting !== null) dispatchEvent(new CustomEvent(resting, { detail: rest }))
    if (resting !== null && rest.ms < ms) return
    const withNextFrame = () => requestAnimationFrame(() => setTimeout(resolve, 0))
    if (!isPainted) {
      // It comes after the first paint, and to all who wait for it at once.
      new PerformanceObserver(withNextFrame).observe({ type: 'largest-contentful-paint', buffered: true })
      return
    }
    const [navigation] = /** @type {any[]} */ (performance.getEntriesByType('navigation'))
    const loadedMs = navigation?.loadEventEnd > 0 ? performance.now() - navigation.loadEventEnd : 0
    if (loadedMs > 2 * ms) resolve(undefined)
    else withNextFrame()
  })
}

/** @param {{ hasInteractions: boolean }} options */
function createNotes({ hasInteractions }) {
  /** @type {{ page: any, url: string, title: string, at: number, vitals: Record<string, number>, document: string | null, isSoft: boolean }[]} */
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
  /** @type {WeakMap<any, Record<string, any>>} */
  const openRequests = new WeakMap()
  /** Of which address a page has last told something. @type {WeakMap<any, string>} */
  const told = new WeakMap()
  /** @type {WeakMap<any, any>} */
  const responses = new WeakMap()

  /** @param {any} page @param {string} url @param {number} at */
  function beginVisit(page, url, at) {
    if (visits.length >= mostVisits) return null
    visits.push({ page, url: cut(url), title: '', at, vitals: {}, document: null, isSoft: false })
    current.set(page, visits.length - 1)
    return visits.length - 1
  }

  /** @param {any} page */
  const visitOf = (page) => (page === null || page === undefined ? null : (current.get(page) ?? null))

  return {
    /** How to ask a page of the context; null: none of them tells anything. @type {Awaited<ReturnType<typeof hearPages>> | null} */
    ask: null,
    /** When its pages were asked, and until when. @type {{ at: number, told: Promise<void> } | null} */
    lastWords: null,
    hasInteractions,
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
    /** Asking for it at the end would be a question to the browser's side for each request. @param {any} response */
    takeResponse(response) {
      responses.set(response.request(), response)
    },
    /** @param {any} request */
    endRequest(request) {
      const entry = openRequests.get(request)
      if (entry === undefined) return
      entry['durationMs'] = durationOf(request, entry['at'])
      const response = responses.get(request)
      if (response === undefined) return
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
    /** @param {any} page @param {unknown} text of a document: anything may stand in it */
    takeVitals(page, text) {
      const { id, url, title, vitals, isSoft } = readTold(text)
      if (typeof id !== 'string' || typeof url !== 'string') return
      told.set(page, url)
      if (url === 'about:blank') return
      let visit = byDocument.get(id) ?? null
      if (visit === null) {
        // Its page may have asked for the next one already.
        const asked = visits.findIndex(
          (other) => other.page === page && other.document === null && isSameDocument(other.url, url),
        )
        const at = asked === -1 ? visitOf(page) : asked
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
    /** Of the document that it shows. @param {any} page */
    hasTold: (page) => told.get(page) === page.url(),
    /** Whether it has told all that it tells once, of the document that it shows. @param {any} page */
    isPainted(page) {
      const visit = visits[visitOf(page) ?? visits.length]
      return visit?.vitals['FCP'] !== undefined && visit.vitals['LCP'] !== undefined
    },
    text() {
      const pages = visits.map(({ page: _page, document: _document, ...visit }) => visit)
      return stringify({ pages, messages, errors, requests, counts })
    },
  }
}

/** That nothing can be written is no fault of the test that closes a context: it is told, and the test goes on. @param {string} file */
function createWriter(file) {
  let hasFailed = false
  return (/** @type {string} */ text) => {
    try {
      const written = stat(file, { throwIfNoEntry: false })?.size ?? 0
      // What has failed may have left the beginning of a line.
      if (written + text.length < mostBytes) append(file, `${hasFailed ? '\n' : ''}${text}\n`)
    } catch (error) {
      if (!hasFailed)
        console.error(`What happened in pages is not in the result, it could not be written: ${error}`)
      hasFailed = true
    }
  }
}

/** @param {string} asked @param {string} shown */
function isSameDocument(asked, shown) {
  return asked.split('#', 1)[0] === cut(shown).split('#', 1)[0]
}

/** @param {unknown} text @returns {any} */
function readTold(text) {
  if (typeof text !== 'string' || text.length > longestTold) return {}
  try {
    return Object(parse(text))
  } catch {
    return {}
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
