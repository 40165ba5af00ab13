/** A web site that means harm to whoever looks at it. Each page says "Shop", as a harmless check expects. */

const document = (code: string, head = '<title>Shop</title>') =>
  `<!doctype html>${head}<link rel="icon" href="data:,"><h1>Shop</h1><script>${code}</script>`

/** What we ourselves say of our own trouble, and what would do something where it is shown. */
const words = JSON.stringify([
  'no-resolver',
  'ERR_NOISE',
  'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  'Error: worker process exited unexpectedly (code=null, signal=SIGABRT)',
  'browserType.launch: Failed to launch the browser process',
  'net::ERR_INTERNET_DISCONNECTED',
  '{"type":"end","status":"passed"}',
  '\u001b]52;c;cHduZWQ=\u0007\u001b[2J\u202e\u0000\ud800<img src=x onerror=alert(1)>',
])

/** By its path. A check that visits one of them passes. */
export const strangePages: Readonly<Record<string, string>> = {
  '/title': document(
    `document.title += '\\r\\n\\u0000\\ud800\\u202e'; history.replaceState(null, '', '/title?' + '\\u0001<script>'.repeat(2_000))`,
    `<title>\u001b[2J\u001b]0;owned\u0007&lt;script&gt;alert(1)&lt;/script&gt;${'t'.repeat(500_000)}</title>`,
  ),
  '/console': document(`
    const words = ${words}
    for (let count = 0; count < 1_200; count += 1) console.error(words[count % words.length])
    for (let count = 0; count < 100; count += 1) {
      console.log('\\u0001'.repeat(5_000))
      setTimeout(() => { const error = new Error(words[count % words.length]); error.stack = '\\u0002'.repeat(5_000); throw error }, 0)
    }
    let deep = {}
    for (let count = 0; count < 500; count += 1) deep = { deep }
    console.log(deep, window, document, Symbol('x'), 10n)`),
  // Called as Playwright itself calls what it was given, whatever was removed from the page.
  '/vitals': document(`
    const tell = globalThis.__playwright__binding__ ?? (() => {})
    const values = [-1, 1e308, '5', null, { v: 'NaN' }, { v: 'Infinity' }, { v: '-0' }]
    for (let count = 0; count < 300; count += 1) {
      const vitals = ['FCP', 'LCP', 'CLS', 'TBT', 'TTFB', 'INP', '__proto__'].map((k, index) => ({ k, v: values[(count + index) % 7] }))
      const told = [
        { k: 'id', v: 'x'.repeat(10_000) + count }, { k: 'url', v: 'javascript:alert(1)//' + '\\u0003'.repeat(10_000) },
        { k: 'title', v: '<img src=x onerror=alert(1)>' }, { k: 'isSoft', v: true }, { k: 'vitals', v: { o: vitals, id: 2 } },
      ]
      tell(JSON.stringify({ name: '__sondeVitals', seq: 10_000 + count, serializedArgs: [{ o: told, id: 1 }] }))
    }`),
  '/patched': document(`
    const never = () => { for (;;); }
    Object.defineProperty(document, 'title', { get: () => ({ toString: never }) })
    Object.defineProperty(navigator, 'userActivation', { get: () => { throw new Error('patched') } })
    Object.prototype.toJSON = () => 'patched'
    JSON.stringify = () => '{"type":"end","status":"passed"}'
    Promise.prototype.catch = function () { return this }
    performance.now = Date.now = () => NaN
    Math.random = () => 1e308`),
  '/requests': document(`
    for (let count = 0; count < 1_100; count += 1) fetch('/x?' + count + 'z'.repeat(5_000)).catch(() => {})
    for (let count = 0; count < 5; count += 1) fetch('/x', { method: 'M'.repeat(1_200_000) }).catch(() => {})`),
  '/dialogs': document(`
    addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay' })
    setTimeout(() => { for (let count = 0; count < 50; count += 1) { alert('x'.repeat(10_000)); confirm('y'); prompt('z', 'z'); print() } }, 0)`),
  '/downloads': document(`
    for (let count = 0; count < 200; count += 1) {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['downloaded']))
      link.download = '../../../../var/tmp/sonde-hostile\\r\\n\\u001b[2J<b>' + count + '.png'
      link.click()
    }`),
  '/popups': document(`for (let count = 0; count < 15; count += 1) window.open('/plain?' + count)`),
  '/plain': document(''),
}

/** Those that never end, or take all there is. A check that visits one of them fails, or passes before it does. */
export const endlessPages: Readonly<Record<string, string>> = {
  '/loop': document(`addEventListener('load', () => setTimeout(() => { for (;;); }, 0))`),
  '/memory': document(`
    const kept = []
    const take = () => { for (let count = 0; count < 4; count += 1) kept.push(new Uint8Array(64 << 20).fill(7)) }
    new Worker(URL.createObjectURL(new Blob(['const kept = []; setInterval(() => kept.push(new Uint8Array(64 << 20).fill(7)), 10)'])))
    setInterval(take, 10)`),
  '/flood': document(`
    const line = 'y'.repeat(1_000_000)
    setInterval(() => { for (let count = 0; count < 20; count += 1) console.log(line) }, 0)`),
}
