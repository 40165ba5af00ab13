// @ts-check

/** Under this name a page finds how to tell its vitals, until it has taken it. */
export const vitalsBinding = '__sondeVitals'

/**
 * Runs in every document before its own scripts: measures how it feels to people, and tells each change. It is sent to the
 * browser as text and knows nothing of this module.
 *
 * @param {string} name
 */
export function measureVitals(name) {
  const scope = /** @type {any} */ (globalThis)
  const tell = scope[name]
  delete scope[name]
  if (typeof tell !== 'function' || window.top !== window) return
  const id = `${performance.timeOrigin}-${Math.random()}`
  /** @type {Record<string, number>} */
  const vitals = {}
  const send = () => {
    void Promise.resolve(tell({ id, url: location.href, title: document.title, vitals })).catch(() => {})
  }
  /** @param {string} type @param {(entry: any) => void} take */
  const observe = (type, take) => {
    try {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry)
        send()
      }).observe({ type, buffered: true })
    } catch {
      // This browser does not measure it.
    }
  }
  observe('navigation', ({ responseStart }) => {
    if (responseStart > 0) vitals['TTFB'] = responseStart
  })
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
  addEventListener('load', () => setTimeout(send, 0))
  send()
}
