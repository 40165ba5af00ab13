import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { choosePacking } from './serve-web.ts'
import { readWebFiles } from './web-files.ts'

const html = '<!doctype html><title>Sonde</title><script type="module" src="/assets/main-1.js"></script>'
const script = 'console.log(1)\n'.repeat(50)
const anybody = { key: null, account: null }

suite('packed copies of a file', () => {
  const file = { bytes: Buffer.from('plain'), packed: { br: Buffer.from('b'), gzip: Buffer.from('g') } }
  const cases = [
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0', null],
    ['identity', null],
    ['', null],
    ['brotli-like', null],
  ] as const
  for (const [accepted, encoding] of cases) {
    test(`"${accepted}" gets ${encoding ?? 'the plain one'}`, () => {
      assert.equal(choosePacking(accepted, file).encoding, encoding)
    })
  }
  test('a file without copies is sent as it is', () => {
    assert.deepEqual(choosePacking('br', { bytes: file.bytes, packed: {} }), {
      encoding: null,
      bytes: file.bytes,
    })
  })
})

forOneEngine('the web interface', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-web-'))
  before(() => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), html)
    writeFileSync(join(folder, 'assets/main-1.js'), script)
    writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(script))
    writeFileSync(join(folder, 'assets/main-1.js.gz'), gzipSync(script))
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'secret.key'), 'not for the web')
  })
  after(() => rmSync(folder, { recursive: true }))
  const api = apiUnderTest(engine, { web: () => readWebFiles(folder) })

  for (const path of ['/', '/sign-in', '/accounts/x/checks?page=2']) {
    test(`answers ${path} with its page`, async () => {
      const page = await api.call('GET', path, anybody)
      assert.equal(page.status, 200)
      assert.equal(page.text, html)
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(page.headers['cache-control'], 'no-cache')
      const policy = String(page.headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    })
  }

  test('sends a file packed, to be kept for ever, and again only when it has changed', async () => {
    const address = `http://127.0.0.1:${api.port}/assets/main-1.js`
    const packed = await fetch(address, { headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(packed.headers.get('content-encoding'), 'br')
    assert.equal(await packed.text(), script)
    assert.match(packed.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(packed.headers.get('vary'), 'Accept-Encoding')
    const etag = packed.headers.get('etag') ?? ''
    const again = await fetch(address, { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  })

  for (const path of [
    '/assets/none.js',
    '/assets/../secret.key',
    '/assets/%2e%2e/secret.key',
    '/secret.key',
  ]) {
    test(`has nothing at ${path}`, async () => {
      assert.equal((await api.call('GET', path, anybody)).status, 404)
    })
  }

  test('a browser that was led nowhere gets the page, which says so; programs get the error body', async () => {
    const ask = async (path: string, accept: string) => {
      const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, { headers: { accept } })
      return [answer.status, answer.headers.get('content-type')]
    }
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const shown = [404, 'text/html; charset=utf-8']
    const told = [404, 'application/json; charset=utf-8']
    assert.deepEqual(await ask('/nowhere', browser), shown)
    assert.deepEqual(await ask('/chekcs/x?page=2', browser), shown)
    assert.deepEqual(await ask('/nowhere', '*/*'), told)
    assert.deepEqual(await ask('/v1/nowhere', browser), told)
    assert.deepEqual(await ask('/assets/none.js', browser), told)
  })

  test('takes no other method', async () => {
    const answer = await api.call('POST', '/accounts/x/checks', anybody)
    assert.equal(answer.status, 405)
    assert.match(String(answer.headers['allow']), /GET, HEAD/)
  })

  test('is not limited in number: a visit takes many files', async () => {
    assert.equal((await api.call('GET', '/', anybody)).headers['x-ratelimit-limit'], undefined)
  })
})
