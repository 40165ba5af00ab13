// @ts-check

/** Under this name a page finds how to tell its vitals, until it has taken it. */
export const vitalsBinding = '__sondeVitals'
/** Who sends this event finds in its detail how long ago the frame was that shows what was done last. */
export const restingEvent = `${vitalsBinding}Resting`

/**
 * Runs in every document before its own scripts: measures how it feels to people, and tells each change. It is sent to the
 * browser as text and knows nothing of this module. `hasInteractions`: what people do is measured as well, and an address that
 * scripts go to in the same document is a visit of its own.
 *
 * @param {{ name: string, resting: string, hasInteractions: boolean }} order
 */
export function measureVitals({ name, resting, hasInteractions }) {
  const scope = /** @type {any} */ (globalThis)
  const { stringify } = JSON
  /** @type {((text: string) => unknown) | null} */
  let tell = null
  const find = () => {
    if (typeof scope[name] === 'function') tell = scope[name]
    delete scope[name]
  }
  find()
  if (window.top !== window) return
  const id = `${performance.timeOrigin}-${Math.random()}`
  /** @type {Record<string, number>} */
  const vitals = {}
  /** The document, and after it the addresses that its scripts went to. */
  const visits = [{ id, url: '', title: '', from: 0, isSoft: false, vitals }]
  /** What was told last of each visit: nobody is told the same twice. @type {Map<string, string>} */
  const told = new Map()
  const send = () => {
    if (tell === null) find()
    if (tell === null) return
    const last = visits[visits.length - 1]
    if (last !== undefined) [last.url, last.title] = [location.href, document.title]
    for (const visit of visits.slice(-2)) {
      const text = stringify(visit)
      if (told.get(visit.id) === text) continue
      told.set(visit.id, text)
      void Promise.resolve(tell(text)).catch(() => {})
    }
  }
  /** @type {Map<string, (entry: any) => void>} */
  const takers = new Map()
  // One for all, so that what comes together is told together: telling costs the page and the test more than measuring.
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) takers.get(entry.entryType)?.(entry)
    send()
  })
  /** @param {string} type @param {(entry: any) => void} take @param {object} options */
  const observe = (type, take, options = {}) => {
    takers.set(type, take)
    try {
      observer.observe({ type, buffered: true, ...options })
    } catch {
      // This browser does not measure it.
    }
  }
  /** @param {any} entry */
  const takeNavigation = (entry) => {
    if (entry?.responseStart > 0) vitals['TTFB'] = entry.responseStart
  }
  // Chromium knows it before any script of the document, so that the first words hold it; others tell it later.
  takeNavigation(performance.getEntriesByType('navigation')[0])
  if (vitals['TTFB'] === undefined) observe('navigation', takeNavigation)
  /** @type {any[]} */
  const tasks = []
  const addBlocking = () => {
    const paintedAt = vitals['FCP']
    if (paintedAt === undefined) return
    let sum = 0
    for (const { startTime, duration } of tasks) {
      // Only what comes after the first paint holds up anybody, and only beyond 50 ms.
      const blockedFrom = Math.max(startTime + 50, paintedAt)
      sum += Math.max(0, startTime + duration - blockedFrom)
    }
    vitals['TBT'] = sum
  }
  observe('paint', (entry) => {
    if (entry.name !== 'first-contentful-paint') return
    vitals['FCP'] = entry.startTime
    vitals['CLS'] ??= 0
    addBlocking()
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    vitals['LCP'] = startTime
  })
  observe('longtask', (entry) => {
    if (tasks.length < 1_000) tasks.push(entry)
    addBlocking()
  })
  // The worst burst of shifts: less than 1 s between two of them, 5 s at most.
  let [burst, firstAt, lastAt] = [0, 0, 0]
  observe('layout-shift', ({ value, startTime, hadRecentInput }) => {
    if (hadRecentInput) return
    const isSame = burst > 0 && startTime - lastAt < 1_000 && startTime - firstAt < 5_000
    if (!isSame) firstAt = startTime
    burst = isSame ? burst + value : value
    lastAt = startTime
    vitals['CLS'] = Math.max(vitals['CLS'] ?? 0, burst)
  })
  if (hasInteractions) {
    /** The worst of a visit: one has far fewer than the 50 of which one would be left out. @param {any} entry */
    const takeInteraction = ({ interactionId, startTime, duration }) => {
      const visit = visits.findLast(({ from }) => from <= startTime)
      if (!interactionId || visit === undefined) return
      visit.vitals['INP'] = Math.max(visit.vitals['INP'] ?? 0, duration)
    }
    observe('event', takeInteraction, { durationThreshold: 16 })
    observe('first-input', takeInteraction)
    // How long it took is known some time after the frame that shows it. What a script takes for it comes before that frame.
    let [framedAt, awaited] = [-Infinity, 0]
    const noteInput = () => {
      awaited += 1
      requestAnimationFrame(() =>
        setTimeout(() => {
          awaited -= 1
          framedAt = performance.now()
        }, 0),
      )
    }
    for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup'])
      addEventListener(type, noteInput, { capture: true, passive: true })
    addEventListener(resting, (event) => {
      const { detail } = /** @type {CustomEvent} */ (event)
      Object(detail).ms = awaited > 0 ? 0 : performance.now() - framedAt
    })
    const routeOf = () => {
      const { pathname, search, hash } = location
      return pathname + search + (/^#[/!]/.test(hash) ? hash : '')
    }
    let route = routeOf()
    scope.navigation?.addEventListener('currententrychange', () => {
      const now = routeOf()
      if (now === route || visits.length > 100) return
      route = now
      visits.push({
        id: `${id}-${visits.length}`,
        url: location.href,
        title: '',
        from: performance.now(),
        isSoft: true,
        vitals: {},
      })
      // Its title mostly comes with what it shows.
      setTimeout(send, 0)
      setTimeout(send, 200)
    })
  }
  addEventListener('load', () => setTimeout(send, 0))
  addEventListener(name, () => {
    told.clear()
    send()
  })
  send()
}
