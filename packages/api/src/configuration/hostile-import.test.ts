import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { lockImports } from '@sonde/store/imports/imported-ids.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import {
  configurationPath,
  countsOf,
  documentHead,
  importCalls,
  urlCheck,
} from '../../testing/import-calls.ts'

/** Of tests that wait for the server to say something: one that never says it must not hold up the others. */
const timeout = 60_000

const gzip = { 'content-encoding': 'gzip' }

forOneEngine('hostile imports', (engine) => {
  const api = apiUnderTest(engine)
  const { newAccount, exportOf } = importCalls(api)
  const dryRun = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    api.call('POST', `${configurationPath}?dryRun=true`, { payload, headers })

  test('46 KB of gzip with sixteen million empty objects are refused before they are unpacked', async () => {
    const head = `{"format":"sonde-configuration","version":1,"checks":[`
    const bomb = gzipSync(`${head}${'{},'.repeat(16_000_000)}{}]}`)
    assert.ok(bomb.length < 64 * 1024)
    const before = process.memoryUsage().rss
    const answers = await Promise.all(Array.from({ length: 4 }, () => dryRun(bomb, gzip)))
    for (const answer of answers) assert.ok([409, 413].includes(answer.status), answer.text)
    assert.ok(answers.some(({ status }) => status === 413))
    assert.ok(process.memoryUsage().rss - before < 300 * 1024 * 1024)
  })

  test('more than three million values are refused by their number', async () => {
    const answer = await dryRun(`{"checks":[${'0,'.repeat(3_000_000)}0]}`)
    expectError(answer, 413)
    assert.equal(answer.at('message'), 'The body contains more than 3,000,000 values')
  })

  const unfit: [string, string, string][] = [
    ['a list as a whole', `[${'{},'.repeat(30_000)}{}]`, 'body'],
    ['a list of numbers', `{"checks":[${'0,'.repeat(40_000)}0]}`, 'checks.0'],
    [
      'an item of more values than a body may have',
      `{"checks":[{"x":[${'0,'.repeat(100_001)}0]}]}`,
      'checks.0',
    ],
    ['a list that is too long', `{"checks":[${'{},'.repeat(50_000)}{}]}`, 'checks'],
    [
      'more fields than there are',
      `{${Array.from({ length: 10_000 }, (_, n) => `"k${n}":0`).join(',')}}`,
      'body',
    ],
    ['no JSON', `{"checks":[${'{},'.repeat(30_000)}]}`, 'body'],
    ['names of prototypes', `{"checks":[${'{},'.repeat(30_000)}{"__proto__":1}]}`, 'body'],
    ['a NUL character', `{"checks":[${'{},'.repeat(30_000)}{"name":"\\u0000"}]}`, 'checks.30000.name'],
  ]
  for (const [what, payload, path] of unfit) {
    test(`a large document is refused for ${what}`, async () => {
      expectInvalid(await dryRun(payload), 'payload', [path])
    })
  }

  test('a large document arrives whole from the other thread', async () => {
    const account = await newAccount()
    const checks = Array.from({ length: 300 }, (_, n) => ({
      id: `c:${n}`,
      ...urlCheck(`Ünï ${n}`),
      tags: ['x'.repeat(400)],
    }))
    const variables = [{ key: 'A', value: 'a' }]
    const body = { ...documentHead, variables, checks, dashboards: [] }
    assert.ok(JSON.stringify(body).length > 64 * 1024)
    const answer = await api.call('POST', configurationPath, { account, body })
    assert.deepEqual(countsOf(answer), [301, 0, 0, 0], answer.text)
    const names = (await exportOf(account))['checks']?.map(({ name }) => name)
    assert.deepEqual(new Set(names), new Set(checks.map(({ name }) => name)))
  })

  test('fifty mistakes are enough: the rest of a document is not looked at', async () => {
    const answer = await dryRun(
      JSON.stringify({ ...documentHead, checks: Array.from({ length: 20_000 }, () => ({})) }),
    )
    assert.equal(answer.status, 400)
    const keys = answer.at('validation.keys')
    assert.ok(Array.isArray(keys) && keys.length === 50 && keys[0] === 'checks.0.id', answer.text)
  })

  const importNothing = (account: string) =>
    api.call('POST', `${configurationPath}?dryRun=true`, { account, body: documentHead })

  /** An import whose document is on its way: the server has read the beginning of it. */
  async function beginUpload(t: TestContext, account: string): Promise<ClientRequest> {
    const headers = {
      authorization: `Bearer ${api.ownerKey}`,
      'x-service-account': account,
      'content-type': 'application/json',
      expect: '100-continue',
    }
    const path = `${configurationPath}?dryRun=true`
    const begun = request({ port: api.port, method: 'POST', path, headers })
    begun.on('error', () => {})
    // A server that is asked to end would wait for the rest of it.
    t.after(() => begun.destroy())
    begun.flushHeaders()
    await once(begun, 'continue')
    begun.write('{')
    return begun
  }

  /** Holds the database until `release` is called, and with it every import that comes to writing. */
  async function holdImportsOf(account: string) {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ended = api.store.write(async (db) => {
      await lockImports(db, account)
      held.resolve()
      await released.promise
    })
    await held.promise
    return async () => {
      released.resolve()
      await ended
    }
  }

  /** An import that has its turn, and keeps it until imports are released; in a list, or awaiting this would await it. */
  async function beginImport(account: string): Promise<Promise<Answer>[]> {
    const body = { ...documentHead, variables: [{ key: 'A', value: 'a' }] }
    for (;;) {
      const state = { isAnswered: false }
      const working = api.call('POST', configurationPath, { account, body }).finally(() => {
        state.isAnswered = true
      })
      // Requests on connections that stand already would else be first each time.
      for (let turn = 0; turn < 5; turn += 1) await api.call('GET', '/v1/accounts/me', { account })
      // Which of the two has the turn is for the server to say: whoever is refused begins again.
      while (!state.isAnswered) if ((await importNothing(account)).status === 409) return [working]
    }
  }

  test('a server does one import at a time, dry runs included', { timeout }, async (t) => {
    const [own, other] = [await newAccount(), await newAccount()]
    const release = await holdImportsOf(own)
    t.after(release)
    const [working] = await beginImport(own)
    const elsewhere = await importNothing(other)
    expectError(elsewhere, 429)
    assert.equal(elsewhere.headers['retry-after'], '5')
    assert.match(elsewhere.textAt('message'), /Another import is running on this server/)
    await release()
    const answer = await working
    assert.ok(answer !== undefined)
    assert.deepEqual(countsOf(answer), [1, 0, 0, 0])
    assert.equal((await importNothing(other)).status, 200)
    assert.equal((await importNothing(own)).status, 200)
  })

  test('whoever sends a document slowly keeps nobody waiting', { timeout }, async (t) => {
    const [own, other] = [await newAccount(), await newAccount()]
    const slow = await Promise.all([beginUpload(t, own), beginUpload(t, own), beginUpload(t, other)])
    assert.equal((await importNothing(own)).status, 200)
    assert.equal((await importNothing(other)).status, 200)
    for (const begun of slow) {
      const answer = once(begun, 'response')
      begun.end(JSON.stringify(documentHead).slice(1))
      const [response] = (await answer) as [IncomingMessage]
      response.resume()
      assert.equal(response.statusCode, 200)
      await once(response, 'close')
    }
  })

  test(
    'an import that is refused keeps nobody out, nor does one whose client goes',
    { timeout },
    async (t) => {
      const account = await newAccount()
      const call = (payload: string) => api.call('POST', configurationPath, { account, payload })
      for (const payload of ['{', '{}', '[]']) assert.equal((await call(payload)).status, 400)
      assert.equal((await importNothing(account)).status, 200)
      const begun = await beginUpload(t, account)
      begun.destroy()
      assert.equal((await importNothing(account)).status, 200)
    },
  )
})
