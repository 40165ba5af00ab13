import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
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

  /** An import that has its turn, and whose document has not come yet. */
  async function beginImport(account: string): Promise<ClientRequest> {
    const headers = {
      authorization: `Bearer ${api.ownerKey}`,
      'x-service-account': account,
      'content-type': 'application/json',
      expect: '100-continue',
    }
    for (;;) {
      const path = `${configurationPath}?dryRun=true`
      const begun = request({ port: api.port, method: 'POST', path, headers })
      const answer = { isRefusal: false }
      begun.on('error', () => {})
      begun.once('response', (response) => {
        answer.isRefusal = response.statusCode !== 200
        response.resume()
      })
      begun.flushHeaders()
      // The server has it now, and others come after it. One that comes with it on a connection that stands already
      // would be first each time, until the limit of requests is reached.
      await once(begun, 'continue')
      // Which of the two has the turn is still for the server to say: whoever is refused comes second.
      while (!answer.isRefusal) if ((await importNothing(account)).status === 409) return begun
      // Its body never comes, and a server that is asked to end would wait for it for 72 s.
      begun.destroy()
    }
  }

  test('a server does one import at a time, dry runs included', { timeout }, async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    const begun = await beginImport(own)
    const elsewhere = await importNothing(other)
    expectError(elsewhere, 429)
    assert.equal(elsewhere.headers['retry-after'], '5')
    assert.match(elsewhere.textAt('message'), /Another import is running on this server/)
    const isAnswered = once(begun, 'close')
    begun.end(JSON.stringify(documentHead))
    await isAnswered
    assert.equal((await importNothing(other)).status, 200)
    assert.equal((await importNothing(own)).status, 200)
  })

  test(
    'an import that is refused keeps nobody out, nor does one whose client goes',
    { timeout },
    async () => {
      const account = await newAccount()
      const call = (payload: string) => api.call('POST', configurationPath, { account, payload })
      for (const payload of ['{', '{}', '[]']) assert.equal((await call(payload)).status, 400)
      assert.equal((await importNothing(account)).status, 200)
      const begun = await beginImport(account)
      begun.destroy()
      let status = 409
      while (status === 409) status = (await importNothing(account)).status
      assert.equal(status, 200)
    },
  )
})
