// Own process: sandboxes change how it inherits files and orphans.
// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { createCertificateAuthority } from '@sonde/probes/testing/certificate-authority.ts'
import { openBrowserPlace } from '../../testing/browser-place.ts'
import { testRunsAt } from '../../testing/test-runs.ts'

const place = await openBrowserPlace()
after(() => place.close())
const { level, runtimes, browsers, missing } = place

test(
  'BC 3: pages show the client certificate of their host, and judge those of servers as ever',
  { skip: missing ?? false },
  async (t) => {
    assert.ok(level !== null)
    const authority = createCertificateAuthority()
    const names = ['localhost', 'shop.localhost', 'deep.shop.localhost', '127.0.0.1']
    const { fullChain: cert, key } = authority.issue({ names })
    const server = createServer(
      { cert, key, requestCert: true, rejectUnauthorized: false },
      ({ socket }, response) => {
        const name = (socket instanceof TLSSocket && socket.getPeerCertificate().subject?.CN) || 'none'
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<link rel="icon" href="data:,">${name}`)
      },
    )
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const port = (server.address() as AddressInfo).port
    const runs = await testRunsAt(level, runtimes, { browsers, pages: { '/plain': 'plain' } })
    t.after(() => runs.close())
    const certificateOf = (host: string, ca: string | null) => {
      const { fullChain, key: ownKey } = authority.issueClient(`for ${host}`)
      return { id: randomUUID(), host, cert: fullChain, key: ownKey, passphrase: null, ca }
    }
    const { verdict, detail } = await runs.runInBrowser({
      clientCertificates: [
        certificateOf('*.localhost', authority.root),
        certificateOf('localhost', authority.root),
        // Trusts nobody but those whom everybody trusts.
        certificateOf('untrusted.localhost', null),
      ],
      script: `import { test } from '@playwright/test'
        // A page of its own for each: that of an error may come late, and would end the next visit.
        const show = async (context, address) => {
          const page = await context.newPage()
          try {
            await page.goto(address)
            console.log(address + ' -> ' + (await page.evaluate(() => document.body.innerText)))
          } catch (error) { console.log(address + ' -> ' + /net::(\\w+)/.exec(error.message)?.[1]) }
        }
        test('asks', async ({ context, browser }) => {
          for (const host of ['localhost', 'shop.localhost', 'deep.shop.localhost', 'untrusted.localhost', '127.0.0.1'])
            await show(context, 'https://' + host + ':${port}/')
          await show(context, process.env.TARGET + '/plain')
          const trusting = await browser.newContext({ ignoreHTTPSErrors: true })
          for (const host of ['untrusted.localhost', '127.0.0.1']) await show(trusting, 'https://' + host + ':${port}/?trusting')
        })`,
    })
    assert.deepEqual([verdict.kind, verdict.reason], ['passed', null])
    const log = (detail?.jobLog ?? []).map(({ msg }) => msg.replaceAll(String(port), 'PORT'))
    assert.deepEqual(
      log.filter((line) => line.includes(' -> ')),
      [
        'https://localhost:PORT/ -> for localhost',
        'https://shop.localhost:PORT/ -> for *.localhost',
        // One that has no certificate of ours is judged by the browser.
        'https://deep.shop.localhost:PORT/ -> ERR_CERT_AUTHORITY_INVALID',
        'https://untrusted.localhost:PORT/ -> ERR_CONNECTION_CLOSED',
        'https://127.0.0.1:PORT/ -> ERR_CERT_AUTHORITY_INVALID',
        `${runs.url}/plain -> plain`,
        'https://untrusted.localhost:PORT/?trusting -> for untrusted.localhost',
        'https://127.0.0.1:PORT/?trusting -> none',
      ],
      log.join('\n'),
    )
    // Why, says the log: the browser only knows that there was nothing.
    assert.ok(
      log.some((line) => /^untrusted\.localhost:PORT: .*certificate/.test(line)),
      log.join('\n'),
    )
  },
)

test(
  'requests show the client certificate of their host, and another host of the redirect none',
  { skip: missing ?? false },
  async (t) => {
    assert.ok(level !== null)
    const authority = createCertificateAuthority()
    const { fullChain: cert, key } = authority.issue()
    const server = createServer(
      { cert, key, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { socket, url = '' } = request
        const name = (socket instanceof TLSSocket && socket.getPeerCertificate().subject?.CN) || 'none'
        const location = url === '/away' ? { location: `https://127.0.0.1:${port()}/` } : {}
        response.writeHead(url === '/away' ? 302 : 200, location).end(String(name))
      },
    )
    t.after(() => server.close())
    const port = () => (server.address() as AddressInfo).port
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const runs = await testRunsAt(level, runtimes)
    t.after(() => runs.close())
    const client = authority.issueClient('ours')
    const certificate = { id: randomUUID(), host: 'localhost', cert: client.fullChain, key: client.key }
    const run = await runs.run({
      clientCertificates: [{ ...certificate, passphrase: null, ca: authority.root }],
      playwrightConfig: { use: { ignoreHTTPSErrors: true } },
      script: `import { test } from '@playwright/test'
      test('asks', async ({ request }) => {
        const ask = async (address) => console.log(await (await request.get(address)).text())
        await ask('https://localhost:${port()}/')
        await ask('https://localhost:${port()}/away')
      })`,
    })
    assert.deepEqual([run.verdict.kind, run.verdict.reason], ['passed', null])
    assert.deepEqual(
      (run.detail?.jobLog ?? []).slice(1).map(({ msg }) => msg),
      ['ours', 'none'],
    )
  },
)
