import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import Fastify from 'fastify'
import { addressKey, createRateLimiter } from './rate-limiting.ts'
import type { HttpRefusal } from './refusal.ts'
import { createWindows } from './windows.ts'

forOneEngine('rate limits', (engine) => {
  const api = apiUnderTest(engine)

  test('case 7: the 601st request within 60 seconds is refused, other keys are not, and the wait ends', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const otherKey = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const startAt = api.clock.now()
    for (let sent = 1; sent <= 600; sent += 1) {
      // 20 ms apart, so that the whole 600 take 12 seconds.
      const answer = await api.call('GET', '/next/users/me', { key, account: null, afterMs: 20 })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['x-ratelimit-limit'], '600')
      assert.equal(answer.headers['x-ratelimit-remaining'], String(600 - sent))
      assert.equal(answer.headers['x-ratelimit-reset'], String(Math.ceil((startAt + 20 + 60_000) / 1000)))
    }
    const refused = await api.call('GET', '/v1/checks', { key, account: null, afterMs: 0 })
    expectError(refused, 429)
    assert.deepEqual(refused.at('attributes'), {})
    assert.equal(refused.headers['x-ratelimit-remaining'], '0')
    assert.equal(refused.headers['retry-after'], '49')
    assert.equal((await api.call('GET', '/v1/checks', { key: otherKey, afterMs: 0 })).status, 200)

    const firstFreeAt = startAt + 20 + 60_000
    api.clock.set(firstFreeAt - 1)
    const still = await api.call('GET', '/v1/checks', { key, account: null, afterMs: 0 })
    expectError(still, 429)
    assert.equal(still.headers['retry-after'], '1')
    api.clock.set(firstFreeAt)
    assert.equal((await api.call('GET', '/v1/checks', { key, account: null, afterMs: 0 })).status, 200)
    expectError(await api.call('GET', '/v1/checks', { key, account: null, afterMs: 0 }), 429)
    assert.equal((await api.call('GET', '/v1/checks', { key, account: null, afterMs: 20 })).status, 200)
  })

  test('a key has one counter, whichever account it names, invented ones included', async () => {
    const user = await api.makeUser()
    const [first, second] = [await api.makeAccount(user.id), await api.makeAccount(user.id)]
    const remaining = async (account: string | null) => {
      const answer = await api.call('GET', '/v1/accounts', { key: user.key, account, afterMs: 0 })
      return answer.headers['x-ratelimit-remaining']
    }
    assert.deepEqual([await remaining(first), await remaining(first)], ['599', '598'])
    assert.deepEqual([await remaining(second), await remaining(second)], ['597', '596'])
    const invented = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
    const together = await Promise.all(invented.map(remaining))
    assert.deepEqual(together.toSorted(), ['594', '595'])
    assert.equal(await remaining(null), '593')
  })

  test('failed tries count against the address and not against the keys that come from it', async () => {
    api.clock.advance(60_000)
    const attempt = () => api.call('GET', '/v1/checks', { key: 'guess', afterMs: 0 })
    const answers = await Promise.all(Array.from({ length: 600 }, attempt))
    assert.ok(answers.every(({ status }) => status === 401))
    expectError(await attempt(), 429)
    expectError(await api.call('GET', '/v1/locations', { key: null, account: null, afterMs: 0 }), 429)
    assert.equal((await api.call('GET', '/v1/checks', { afterMs: 0 })).status, 200)
    api.clock.advance(60_000)
    expectError(await attempt(), 401)
  })

  test('health and metrics are not limited', async () => {
    const { headers } = await api.call('GET', '/health', { key: null, account: null })
    assert.ok(!('x-ratelimit-limit' in headers))
    const metrics = await api.call('GET', '/metrics', { key: null })
    assert.ok(!('x-ratelimit-limit' in metrics.headers))
  })
})

forOneEngine('behind a reverse proxy', (engine) => {
  suite('that is not trusted', () => {
    const api = apiUnderTest(engine)
    test('the forwarded address and scheme are ignored', async () => {
      const remaining = await remainingBy(api, ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      assert.deepEqual(remaining, ['599', '598', '597'])
      const headers = { 'x-forwarded-proto': 'https' }
      const answer = await api.call('GET', '/v1/locations', { headers })
      assert.equal(answer.headers['strict-transport-security'], undefined)
    })
  })

  suite('that is trusted', () => {
    const api = apiUnderTest(engine, { trustProxy: ['127.0.0.0/8'] })
    test('the forwarded address is the one that counts', async () => {
      const remaining = await remainingBy(api, ['203.0.113.1', '203.0.113.2', '203.0.113.1', '203.0.113.2'])
      assert.deepEqual(remaining, ['599', '599', '598', '598'])
    })

    test('what the client itself put before it is not believed', async () => {
      const remaining = await remainingBy(api, ['198.51.100.1, 203.0.113.9', '198.51.100.2, 203.0.113.9'])
      assert.deepEqual(remaining, ['599', '598'])
    })

    test('an IPv6 network counts as one', async () => {
      const remaining = await remainingBy(api, ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'])
      assert.deepEqual(remaining, ['599', '598', '599'])
    })

    test('a forwarded scheme switches strict transport on', async () => {
      const answer = await api.call('GET', '/v1/locations', { headers: { 'x-forwarded-proto': 'https' } })
      assert.match(answer.headers['strict-transport-security'] ?? '', /max-age=/)
    })
  })

  async function remainingBy(
    api: ReturnType<typeof apiUnderTest>,
    addresses: readonly string[],
  ): Promise<unknown[]> {
    const seen: unknown[] = []
    for (const address of addresses) {
      const headers = { 'x-forwarded-for': address }
      const answer = await api.call('GET', '/v1/locations', { headers, key: null, afterMs: 0 })
      seen.push(answer.headers['x-ratelimit-remaining'])
    }
    return seen
  }
})

suite('a route with a limit of its own', () => {
  test('has a counter of its own, shared by all its ids, and does not feed the general one', async (t) => {
    let now = 1_000_000
    const clock = { now: () => now }
    const limiter = createRateLimiter({ windows: createWindows({ clock, keyOwners: null }), clock })
    const app = Fastify()
    t.after(() => app.close())
    app.addHook('onRequest', async (request, reply) => limiter.count(request, reply, 'somebody'))
    app.setErrorHandler((error: HttpRefusal, _request, reply) => reply.code(error.statusCode).send())
    const limit = { max: 2, windowSeconds: 10 }
    app.get('/own/:id', { config: { limit } }, async () => 'own')
    app.get('/other/:id', { config: { limit } }, async () => 'other')
    app.get('/general', async () => 'general')
    const ask = async (url: string) => {
      const { statusCode, headers } = await app.inject(url)
      return [statusCode, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
    }
    assert.deepEqual(await ask('/own/1'), [200, '2', '1'])
    assert.deepEqual(await ask('/own/2'), [200, '2', '0'])
    assert.deepEqual(await ask('/own/3'), [429, '2', '0'])
    assert.deepEqual(await ask('/other/1'), [200, '2', '1'])
    assert.deepEqual(await ask('/general'), [200, '600', '599'])
    now += 10_000
    assert.deepEqual(await ask('/own/3'), [200, '2', '1'])
  })
})

suite('whom an address counts as', () => {
  const cases = [
    ['192.0.2.7', 'address 192.0.2.7'],
    ['::ffff:192.0.2.7', 'address 192.0.2.7'],
    ['::FFFF:192.0.2.7', 'address 192.0.2.7'],
    ['2001:db8:0:1::5', 'address 2001:db8:0:1::/64'],
    ['2001:DB8:0:1::6', 'address 2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd', 'address 2001:db8:0:1::/64'],
    ['2001:db8::', 'address 2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', 'address 2001:db8:0:1::/64'],
    ['::1', 'address 0:0:0:0::/64'],
    ['::', 'address 0:0:0:0::/64'],
    ['fe80::1%eth0', 'address fe80:0:0:0::/64'],
    ['192.0.2.7:40112', 'address 192.0.2.7'],
    ['[2001:db8:0:1::5]:40112', 'address 2001:db8:0:1::/64'],
    ['[2001:db8:0:1::6]', 'address 2001:db8:0:1::/64'],
  ] as const
  for (const [ip, expected] of cases) {
    test(`${ip} counts as ${expected}`, () => assert.equal(addressKey(ip), expected))
  }

  test('a request whose connection is closed already counts too', () =>
    assert.equal(addressKey(undefined), 'address unknown'))
})
