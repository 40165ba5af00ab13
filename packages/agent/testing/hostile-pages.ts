/** Code of browser checks that does what it should not be able to do. It says of each try whether it got through. */

/** Where no page and no script of these runs may get to. */
const deniedAddresses = `
  const denied = [
    ...['127.0.0.1', 'localhost', '[::1]', '127.1', '[::ffff:127.0.0.1]'].map((host) => 'http://' + host + ':' + SERVICE_PORT + '/'),
    ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '[::ffff:169.254.169.254]']
      .map((host) => 'http://' + host + '/'),
    PAGES + '/redirect',
  ]`

const prelude = `
import { chromium, test } from '@playwright/test'
const builtin = (name) => process.getBuiltinModule(name)
const { PAGES, SERVICE_PORT, AGENT_PID, AGENT_KEY, CHROMIUM } = process.env
${deniedAddresses}
const secrets = /agent-key-of-ours|root:[x*!$]|SONDE_|AGENT_API/
/** What it gives counts: null is nothing. */
async function attempt(what, act) {
  try {
    const got = await act()
    console.log(got === null ? 'refused: ' + what : 'GOT THROUGH: ' + what + ' ' + got)
  } catch (error) {
    console.log('refused: ' + what + ' ' + String(error.message).split('\\n')[0])
  }
}
const soon = (promise) => Promise.race([promise, new Promise((_, late) => setTimeout(() => late(new Error('late')), 3_000))])
`

/** Inside a page: every way that a document has to ask for something. Whether it arrived is known where it would arrive. */
const fromInside = `async ({ denied, files, pages }) => {
  const told = []
  const soon = (promise) => Promise.race([promise, new Promise((_, late) => setTimeout(() => late(new Error('late')), 2_000))])
  const attempt = async (what, act) => {
    try { const got = await soon(act()); if (got) told.push(what + ': ' + got) } catch {}
  }
  const asks = 'const ask = (url) => fetch(url, { mode: "no-cors" }).catch(() => {});' + JSON.stringify(denied) + '.forEach(ask);'
  const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const element = (name, url) => new Promise((done) => {
    const made = document.createElement(name)
    made.onload = made.onerror = () => done()
    made.src = url
    document.body.append(made)
  })
  // They wait side by side: whatever they ask for has left when the last one gives up.
  await Promise.all(denied.flatMap((url) => {
    navigator.sendBeacon(url, 'x')
    const source = new EventSource(url)
    source.onerror = () => source.close()
    return [
      attempt('fetch ' + url, async () => { const { status } = await fetch(url); return status }),
      attempt('image', () => element('img', url)),
      attempt('frame', () => element('iframe', url)),
      attempt('socket', () => new Promise((_, no) => { new WebSocket(url.replace('http', 'ws')).onerror = no })),
    ]
  }))
  await attempt('stun', async () => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:169.254.169.254:80' }, { urls: 'turn:169.254.169.254:80?transport=tcp', username: 'a', credential: 'b' }] })
    connection.createDataChannel('x')
    await connection.setLocalDescription(await connection.createOffer())
  })
  const local = [...files, 'chrome://version', 'devtools://devtools/bundled/inspector.html']
  await Promise.all(local.flatMap((url) => [
    attempt('fetch ' + url, async () => (await fetch(url)).text()),
    attempt('frame ' + url, async () => {
      const frame = document.createElement('iframe')
      frame.src = url
      document.body.append(frame)
      await new Promise((done) => { frame.onload = done })
      return frame.contentDocument?.body?.innerText
    }),
    attempt('popup ' + url, async () => {
      const popup = window.open(url)
      await new Promise((done) => setTimeout(done, 50))
      return popup?.document?.body?.innerText
    }),
  ]))
  // They go on when the run is over, if they can.
  new Worker(blob(asks + 'setInterval(() => {}, 100)'))
  new SharedWorker(blob(asks + 'setInterval(() => {}, 100)'))
  await attempt('service worker', async () => { await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready })
  for (let count = 0; count < 5; count += 1) window.open(pages + '/popup-' + count)
  for (const name of ['../../../../../../var/tmp/sonde-hostile', '/usr/sonde-hostile', 'script.js', '.sonde-report.json']) {
    const link = document.createElement('a')
    link.href = blob('downloaded')
    link.download = name
    document.body.append(link)
    link.click()
  }
  console.log(JSON.stringify({ type: 'report', token: 'forged', report: { type: 'end', status: 'passed' } }))
  return told
}`

/** Passes, whatever it tried. */
export const intrudingScript = `${prelude}
test('from inside a page', async ({ page }) => {
  test.setTimeout(0)
  await page.goto(PAGES)
  const files = ['file://' + AGENT_KEY, 'file:///etc/shadow', 'file:///proc/' + AGENT_PID + '/environ', 'file:///job/script.js']
  for (const line of await page.evaluate(${fromInside}, { denied, files, pages: PAGES })) console.log('GOT THROUGH: ' + line)
  console.log('the page has tried')
})
test('from the script', async ({ page, context, request }) => {
  test.setTimeout(0)
  const show = async (address, shown = page) => {
    await soon(shown.goto(address))
    const text = await shown.evaluate(() => document.documentElement.innerText)
    return secrets.test(text) ? text : null
  }
  for (const path of [AGENT_KEY, '/etc/shadow', '/root', '/proc/' + AGENT_PID + '/environ', '/proc/1/environ'])
    for (const scheme of ['file://', 'view-source:file://']) await attempt(scheme + path, () => show(scheme + path))
  // In a browser of its own: the whole Chromium ends when a page goes to its settings, and whatever comes after it were tried by nobody.
  for (const address of ['chrome://settings', 'chrome://version', 'chrome://inspect']) {
    const other = await chromium.launch()
    await attempt(address, async () => show(address, await other.newPage()))
    await other.close()
  }
  for (const address of denied) {
    await attempt('page ' + address, async () => (await soon(page.goto(address)))?.status() ?? null)
    await attempt('request ' + address, async () => (await request.get(address, { timeout: 2_000 })).status())
    await attempt('node ' + address, async () => (await fetch(address, { signal: AbortSignal.timeout(3_000) })).status)
  }
  await page.goto(PAGES)
  await page.setContent('<input type="file">')
  await attempt('upload of the key', () => page.setInputFiles('input', AGENT_KEY, { timeout: 1_000 }).then(() => 'uploaded'))
  await attempt('the key as a script', () => context.addInitScript({ path: AGENT_KEY }).then(() => 'added'))
  for (const path of ['/var/tmp/sonde-hostile.png', '/usr/sonde-hostile.png', '/dev/sonde-hostile.png'])
    await attempt('a picture at ' + path, () => page.screenshot({ path }).then(() => 'drawn'))
  await attempt('a profile elsewhere', () => chromium.launchPersistentContext('/var/tmp/sonde-hostile').then(() => 'opened'))
  await attempt('a port', () => new Promise((done, no) => builtin('net').createServer().on('error', no).listen(0, '127.0.0.1', () => done('bound'))))
  // Not by Playwright, which would wait for minutes for the word that the browser listens.
  await attempt('a debugger', async () => {
    const port = ['--remote-debugging-port=9333', '--remote-debugging-address=0.0.0.0']
    const other = builtin('child_process').spawn(CHROMIUM, ['--headless', '--no-sandbox', '--user-data-dir=other', ...port])
    const said = new Promise((done) => {
      let words = ''
      other.stderr.on('data', (text) => { words += text; if (/devtools/i.test(words)) done() })
      other.on('exit', done)
      setTimeout(done, 20_000)
    })
    await said
    try { return (await fetch('http://127.0.0.1:9333/json/version')).status } finally { other.kill('SIGKILL') }
  })
  await attempt('a debugger of Node', () => { builtin('inspector').open(9229, '127.0.0.1'); return builtin('inspector').url() ?? null })
  await attempt('the agent', () => process.kill(Number(AGENT_PID), 'SIGKILL'))
  // Goes on when the run is over, if it can.
  builtin('child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref()
  console.log('the script has tried')
})
`

/** Only looks at a page. */
export const visitingScript = `
import { expect, test } from '@playwright/test'
test('visits', async ({ page }) => {
  await page.goto(process.env.PAGES + '/greedy')
  await expect(page.locator('h1')).toHaveText('Shop')
  await expect(page).toHaveTitle('has tried', { timeout: 20_000 })
})
`

/**
 * A page that by itself, when somebody visits it, asks for what it may not have, in every way that a document has: elements, hints,
 * rules, forms, workers, and connections that are not HTTP. Whether it got there is known where it would arrive.
 */
export function greedyPage(
  denied: readonly string[],
  { udp, files }: { udp: readonly string[]; files: readonly string[] },
): string {
  const every = (shape: (url: string) => string) => denied.map(shape).join('\n')
  const frames = [
    ...files,
    ...files.map((url) => `view-source:${url}`),
    'chrome://version',
    'chrome://crash',
    'about:gpu',
  ]
  return `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>
    ${[
      'preconnect',
      'dns-prefetch',
      'prefetch',
      'modulepreload',
      'stylesheet',
      'manifest',
      'prerender',
      'apple-touch-icon',
    ]
      .map((rel) => every((url) => `<link rel="${rel}" href="${url}">`))
      .join('\n')}
    ${every((url) => `<link rel="preload" as="fetch" href="${url}"><style>@import "${url}";</style><i style="background:url(${url})">.</i>`)}
    <script type="speculationrules">${JSON.stringify({
      prefetch: [{ source: 'list', urls: denied, eagerness: 'immediate' }],
      prerender: [{ source: 'list', urls: denied, eagerness: 'immediate' }],
    })}</script>
    ${every(
      (
        url,
      ) => `<object data="${url}"></object><embed src="${url}"><video src="${url}" preload="auto"></video><script src="${url}"></script>
      <iframe srcdoc='<meta http-equiv="refresh" content="0;url=${url}">'></iframe>
      <iframe src="data:text/html,<script>fetch('${url}',{mode:'no-cors'})</script>"></iframe>
      <iframe name="f"></iframe><form action="${url}" method="post" target="f"><input name="a"></form>`,
    )}
    ${frames.map((url) => `<iframe src="${url}"></iframe>`).join('\n')}
    <script>
      const quietly = (act) => { try { Promise.resolve(act()).catch(() => {}) } catch {} }
      for (const form of document.forms) quietly(() => form.submit())
      const denied = ${JSON.stringify(denied)}
      for (const url of denied) {
        quietly(() => fetch(url, { mode: 'no-cors', keepalive: true }))
        quietly(() => fetchLater(url, { activateAfter: 0 }))
        quietly(() => navigator.sendBeacon(url, 'x'))
        quietly(() => new EventSource(url))
        quietly(() => new WebSocket(url.replace('http', 'ws')))
        quietly(() => new WebTransport(url.replace('http', 'https')))
        quietly(() => import(url))
        quietly(() => { new Image().src = url })
        quietly(() => { const link = document.createElement('a'); link.href = '#'; link.ping = url; document.body.append(link); link.click() })
        quietly(() => window.open(url))
        quietly(() => new Worker(URL.createObjectURL(new Blob(['importScripts(' + JSON.stringify(url) + ')']))))
      }
      quietly(async () => {
        const urls = ${JSON.stringify(udp)}.flatMap((host) => ['stun:' + host, 'turn:' + host + '?transport=udp', 'turn:' + host + '?transport=tcp', 'turns:' + host])
        const connection = new RTCPeerConnection({ iceServers: urls.map((url) => ({ urls: url, username: 'a', credential: 'b' })) })
        connection.createDataChannel('x')
        await connection.setLocalDescription(await connection.createOffer())
        const other = new RTCPeerConnection()
        await other.setRemoteDescription(connection.localDescription)
        await other.setLocalDescription(await other.createAnswer())
        await connection.setRemoteDescription(other.localDescription)
        for (const host of ${JSON.stringify(udp)})
          for (const protocol of ['udp', 'tcp'])
            quietly(() => connection.addIceCandidate({ sdpMid: '0', candidate: 'candidate:1 1 ' + protocol + ' 2122260223 ' + host.replace(':', ' ') + ' typ host tcptype passive' }))
      })
      quietly(() => navigator.serviceWorker.register('/worker.js'))
      setTimeout(() => { document.title = 'has tried' }, 4_000)
    </script>`
}

/** Says in every way that it knows that it has passed, and fails. */
export const forgingScript = `${prelude}
const fs = builtin('fs')
test('forges', async () => {
  const end = [
    { type: 'report', report: { type: 'end', status: 'passed' } },
    { type: 'report', token: '', report: { type: 'end', status: 'passed' } },
    { type: 'end', status: 'passed', token: process.env.TOKEN ?? 'x' },
  ].map((message) => JSON.stringify(message) + '\\n').join('')
  for (const path of ['.sonde-report.json', '.sonde-pages', '.sonde-launches', '.sonde-secrets', 'report.json', 'degraded.json'])
    fs.writeFileSync(path, end)
  for (const descriptor of [1, 2, 3]) try { fs.writeSync(descriptor, end) } catch {}
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)))
    if (pid !== String(process.pid)) try { fs.writeFileSync('/proc/' + pid + '/fd/3', end) } catch {}
  throw new Error('this test fails')
})
`

/** Writes into the storage of its page until something ends it. */
const flood = `async () => {
  const block = new Uint8Array(8 << 20)
  for (let at = 0; at < block.length; at += 65_536) crypto.getRandomValues(block.subarray(at, at + 65_536))
  const root = await navigator.storage.getDirectory()
  for (let count = 0; count < 200; count += 1) {
    const file = await (await root.getFileHandle('flood-' + count, { create: true })).createWritable()
    await file.write(block)
    await file.close()
  }
}`

/** Browsers keep what pages store in memory. */
export const memoryFloodScript = `${prelude}
test('floods', async ({ page }) => {
  test.setTimeout(0)
  await page.goto(PAGES)
  await page.evaluate(${flood})
  console.log('all is written')
})
`

/** With a profile of its own the browser keeps it on the disk. */
export const diskFloodScript = `${prelude}
test('floods', async () => {
  test.setTimeout(0)
  const context = await chromium.launchPersistentContext('profile')
  const page = await context.newPage()
  await page.goto(PAGES)
  await page.evaluate(${flood})
  console.log('all is written')
})
`

export const pages = {
  plain: '<!doctype html><link rel="icon" href="data:,"><title>Plain</title><body>plain</body>',
  serviceWorker: `
    self.addEventListener('install', () => self.skipWaiting())
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
    self.addEventListener('fetch', (event) => event.respondWith(new Response('from the worker')))
    fetch('http://169.254.169.254/', { mode: 'no-cors' }).catch(() => {})
    setInterval(() => {}, 100)`,
}
