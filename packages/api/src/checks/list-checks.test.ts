import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const total = 25

forEachEngine('GET /checks', (engine) => {
  const api = apiUnderTest(engine)
  /** Newest first. */
  const ids: string[] = []
  before(async () => {
    for (let index = 0; index < total; index += 1) {
      const tags = [...(index % 2 === 0 ? ['even'] : []), ...(index % 5 === 0 ? ['five', 'a,b'] : [])]
      ids.unshift(await makeMonitor(api, { name: `Router ${String(index).padStart(2, '0')}`, tags }))
    }
    await makeMonitor(api, { name: 'ÄRGER 100% _x_' })
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    await makeMonitor(api, { tags: ['even'] }, { key: stranger.key, account })
  })

  const namesOf = (answer: Answer): unknown[] => {
    assert.equal(answer.status, 200, answer.text)
    assert.ok(Array.isArray(answer.body))
    return answer.body.map((_, index) => answer.at(`${index}.name`))
  }
  const idsOf = (answer: Answer): unknown[] => namesOf(answer).map((_, index) => answer.at(`${index}.id`))
  const list = (query: string) => api.call('GET', `/v1/checks?search=router&${query}`)

  test('lists ten, newest first, unless told, and tells the total', async () => {
    const answer = await list('')
    assert.deepEqual(idsOf(answer), ids.slice(0, 10))
    assert.equal(answer.headers['content-range'], `items 0-9/${total}`)
  })

  test('pages follow each other without gap or repetition', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`limit=10&page=${page}`)))
    assert.deepEqual(pages.flatMap(idsOf), ids)
    const ranges = pages.map(({ headers }) => headers['content-range'])
    assert.deepEqual(ranges, [`items 0-9/25`, `items 10-19/25`, `items 20-24/25`])
  })

  for (const query of [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=x',
    'limit=',
    'limit=1.5',
    'limit=1&limit=2',
  ]) {
    test(`case 12: ${query} is refused`, async () => expectInvalid(await list(query), 'query', ['limit']))
  }
  for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=1e3']) {
    test(`case 12: ${query} is refused`, async () => expectInvalid(await list(query), 'query', ['page']))
  }

  for (const page of [4, 1000, 9_007_199_254_740_991, 1e22]) {
    test(`case 12: page ${page} after the end is empty and tells the true total`, async () => {
      const answer = await list(`limit=100&page=${BigInt(page)}`)
      assert.deepEqual([answer.status, answer.body], [200, []])
      assert.equal(answer.headers['content-range'], `items */${total}`)
    })
  }

  test('case 12: limit 1 and limit 100 are the edges', async () => {
    assert.equal(namesOf(await list('limit=1')).length, 1)
    assert.equal(namesOf(await list('limit=100')).length, total)
  })

  test('an empty listing says so', async () => {
    const answer = await api.call('GET', '/v1/checks?search=nowhere')
    assert.equal(answer.headers['content-range'], 'items */0')
    assert.deepEqual(answer.body, [])
  })

  const evenOrFive = 15
  for (const query of ['tag=even&tag=five', 'tag[]=even&tag[]=five', 'tag%5B%5D=even&tag=five']) {
    test(`case 14: ${query} means any of the two`, async () => {
      const answer = await list(`limit=100&${query}`)
      assert.equal(new Set(idsOf(answer)).size, evenOrFive)
      assert.equal(answer.headers['content-range'], `items 0-${evenOrFive - 1}/${evenOrFive}`)
    })
  }

  test('case 14: one tag needs no list, and a comma belongs to it', async () => {
    assert.equal(namesOf(await list('limit=100&tag=even')).length, 13)
    assert.equal(namesOf(await list('limit=100&tag=a,b')).length, 5)
    assert.equal(namesOf(await list('limit=100&tag=EVEN')).length, 0)
    assert.equal(namesOf(await list('limit=100&tag=even,five')).length, 0)
  })

  const searches: [string, number][] = [
    ['ROUTER 1', 10],
    ['outer 07', 1],
    ['ärger', 1],
    ['100%', 1],
    ['_x_', 1],
    ['100_', 0],
    ['router%', 0],
    ['\\', 0],
    ["' or 1=1 --", 0],
    ['', total + 1],
  ]
  test('a search of 200 characters is answered, whatever they unfold to, and a longer one refused', async () => {
    // One of the characters that become 18 when their form no longer matters.
    const long = encodeURIComponent('\ufdfa'.repeat(200))
    assert.equal((await api.call('GET', `/v1/checks?search=${long}`)).status, 200)
    const tooLong = await api.call('GET', `/v1/checks?search=${'a'.repeat(201)}`)
    expectInvalid(tooLong, 'query', ['search'])
  })

  for (const [search, count] of searches) {
    test(`the search for ${JSON.stringify(search)} finds ${count}`, async () => {
      const answer = await api.call('GET', `/v1/checks?limit=100&search=${encodeURIComponent(search)}`)
      assert.equal(namesOf(answer).length, count)
    })
  }

  test('filters hold together', async () => {
    assert.equal(namesOf(await list('limit=100&tag=five&checkType=ICMP')).length, 5)
    assert.equal(namesOf(await list('checkType=URL')).length, 0)
    assert.equal(namesOf(await list('status=passing')).length, 0)
    assert.equal(namesOf(await list('apiCheckUrlFilterPattern=x')).length, 0)
    assert.equal(namesOf(await list('applyGroupSettings=1&limit=100')).length, total)
  })

  for (const [field, value] of [
    ['checkType', 'PING'],
    ['status', 'unknown'],
    ['applyGroupSettings', 'yes'],
  ]) {
    test(`${field}=${value} is refused`, async () => {
      expectInvalid(await list(`${field}=${value}`), 'query', [String(field)])
    })
  }

  test('unknown parameters are ignored', async () => {
    assert.equal(namesOf(await list('colour=red&__proto__=x&limit=100')).length, total)
  })

  test('a deleted check is gone from lists and totals', async () => {
    const id = await makeMonitor(api, { name: 'Short-lived', tags: ['gone'] })
    assert.deepEqual(idsOf(await api.call('GET', '/v1/checks?tag=gone')), [id])
    await api.call('DELETE', `/v1/checks/${id}`)
    const after = await api.call('GET', '/v1/checks?tag=gone')
    assert.deepEqual([after.body, after.headers['content-range']], [[], 'items */0'])
  })

  const intent = { goal: 'Answer pings', requiredOutcomes: ['reply'], mustPreserve: ['latency', 'loss'] }
  for (const version of ['v1', 'v2', 'v3']) {
    test(`case 20: ${version} shows what belongs to ${version}, alone and in lists`, async () => {
      const id = await makeMonitor(api, { name: `Intent of ${version}`, intent })
      const one = await api.call('GET', `/${version}/checks/${id}`)
      const listed = await api.call(
        'GET',
        `/${version}/checks?search=Intent of ${version}`.replaceAll(' ', '%20'),
      )
      assert.deepEqual(listed.body, [one.body])
      for (const field of ['project', 'logicalId', 'member', 'pending']) {
        assert.equal(one.at(field), version === 'v1' ? null : undefined, field)
      }
      assert.deepEqual(one.at('projectBindings'), { owner: null, references: [] })
      const typed = {
        goal: 'Answer pings',
        constraints: [
          { type: 'REQUIRED_OUTCOME', statement: 'reply' },
          { type: 'MUST_PRESERVE', statement: 'latency' },
          { type: 'MUST_PRESERVE', statement: 'loss' },
        ],
      }
      assert.deepEqual(one.at('intent'), version === 'v3' ? typed : intent)
    })
  }

  test('case 20: a check without intent has none in any version', async () => {
    const id = await makeMonitor(api)
    for (const version of ['v1', 'v2', 'v3']) {
      assert.equal((await api.call('GET', `/${version}/checks/${id}`)).at('intent'), null)
    }
  })

  test('the three versions differ in nothing else', async () => {
    const id = await makeMonitor(api)
    const [v1, v2, v3] = await Promise.all(
      ['v1', 'v2', 'v3'].map((version) => api.call('GET', `/${version}/checks/${id}`)),
    )
    assert.ok(v1 && v2 && v3)
    assert.deepEqual(v1.body, {
      ...v2.record(),
      project: null,
      logicalId: null,
      member: null,
      pending: null,
    })
    assert.deepEqual(v3.body, v2.body)
  })
})
