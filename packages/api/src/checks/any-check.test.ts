import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { propertiesOf } from '@sonde/schema/validation/shape.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { uploadEmptyProject } from '../../testing/project-bundle.ts'
import { smallestChecksOf } from '../../testing/samples/smallest-checks.ts'
import { smallestCreate } from '../../testing/monitors/write-icmp.ts'

forOneEngine('checks whose type the route does not fix', (engine) => {
  const api = apiUnderTest(engine)
  const smallestChecks = smallestChecksOf(api.accountId)
  before(() => uploadEmptyProject(api))
  const create = (body: object, options: CallOptions = {}) =>
    api.call('POST', '/v1/checks', { ...options, body })
  const put = (id: string, body: object, options: CallOptions = {}) =>
    api.call('PUT', `/v1/checks/${id}`, { ...options, body })
  const patch = (id: string, body: object) => api.call('PATCH', `/v1/checks/${id}`, { body })
  const knownClient = { headers: { 'x-checkly-source': 'go-sdk' } }

  /** What differs between two checks that are otherwise the same. */
  function comparable(check: unknown): Record<string, unknown> {
    assert.ok(isRecord(check))
    const { id: _, created_at: _at, frequencyOffset: _phase, heartbeat, ...rest } = check
    if (!isRecord(heartbeat)) return rest
    const { pingToken: _token, pingUrl: _url, ...timing } = heartbeat
    return { ...rest, heartbeat: timing }
  }

  for (const { checkType, segment, body } of smallestChecks) {
    test(`${checkType}: POST makes what the route of the type makes`, async () => {
      const typed = await api.call('POST', `/v1/checks/${segment}`, { body })
      const generic = await create({ ...body, checkType, unknown: 1 })
      assert.equal(typed.status, 201, typed.text)
      assert.equal(generic.status, 201, generic.text)
      assert.equal(generic.headers.deprecation, 'true')
      assert.deepEqual(comparable(generic.body), comparable(typed.body))
      assert.deepEqual((await api.call('GET', `/v1/checks/${generic.textAt('id')}`)).body, generic.body)
    })

    test(`${checkType}: PUT and PATCH change it by its stored type`, async () => {
      const made = await create({ ...body, checkType, muted: true, tags: ['a'] })
      const id = made.textAt('id')
      assert.equal((await patch(id, { name: 'Patched' })).at('muted'), true)
      const lenient = await put(id, { name: 'Lenient', tags: ['a'] }, knownClient)
      assert.equal(lenient.status, 200, lenient.text)
      assert.equal(lenient.headers.deprecation, 'true')
      assert.deepEqual([lenient.at('name'), lenient.at('muted')], ['Lenient', true])
      const letter = await put(id, { name: 'Letter', checkType })
      assert.equal(letter.status, 200, letter.text)
      // What shows a default gets it when it is left out.
      assert.deepEqual([letter.at('name'), letter.at('muted'), letter.at('tags')], ['Letter', false, ['a']])
      assert.equal(letter.at('checkType'), checkType)
      const other = checkType === 'ICMP' ? 'URL' : 'ICMP'
      expectInvalid(await put(id, { checkType: other }), 'payload', ['checkType'])
      expectInvalid(await patch(id, { name: '' }), 'payload', ['name'])
    })
  }

  test('the type is required, and has to be one that can be made', async () => {
    expectInvalid(await create(smallestCreate), 'payload', ['checkType'])
    for (const checkType of ['AGENTIC', 'icmp', '', null, 5, {}, '__proto__']) {
      expectInvalid(await create({ ...smallestCreate, checkType }), 'payload', ['checkType'])
    }
    for (const body of [[], 'ICMP', 5]) {
      expectError(await api.call('POST', '/v1/checks', { body }), 400)
    }
  })

  test('the body is judged by the schema of its type', async () => {
    expectInvalid(await create({ checkType: 'ICMP' }), 'payload', ['name', 'request'])
    const body = { ...smallestCreate, checkType: 'ICMP', maxPacketLossThreshold: 5 }
    expectInvalid(await create(body), 'payload', ['maxPacketLossThreshold'])
    expectInvalid(await create({ ...smallestCreate, checkType: 'ICMP', groupId: 999_999 }), 'payload', [
      'groupId',
    ])
  })

  test('unknown, foreign and malformed ids are refused as everywhere', async () => {
    const { id: userId, key } = await api.makeUser()
    const others = { key, account: await api.makeAccount(userId) }
    const theirs = await create({ ...smallestCreate, checkType: 'ICMP' }, others)
    for (const id of [theirs.textAt('id'), '0198c0de-0000-7000-8000-000000000000']) {
      expectError(await put(id, {}), 404)
      expectError(await patch(id, {}), 404)
    }
    expectInvalid(await put('abc', {}), 'params', ['id'])
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    expectError(await create({ ...smallestCreate, checkType: 'ICMP' }, reader), 403)
  })

  test('autoAssignAlerts counts here too', async () => {
    const channel = await api.call('POST', '/v1/alert-channels', {
      body: { type: 'EMAIL', config: { address: 'ann@example.net' } },
    })
    const alertChannelId = channel.at('id')
    const body = { ...smallestCreate, checkType: 'ICMP' }
    const all = await create(body)
    assert.deepEqual(all.at('alertChannelSubscriptions'), [{ alertChannelId, activated: true }])
    const none = await api.call('POST', '/v1/checks?autoAssignAlerts=false', { body })
    assert.deepEqual(none.at('alertChannelSubscriptions'), [])
  })

  test('lists show every check with the fields of its own type, in every version', async () => {
    const { id: userId, key } = await api.makeUser()
    const options = { key, account: await api.makeAccount(userId) }
    await uploadEmptyProject(api, options)
    const theirs = smallestChecksOf(options.account)
    const groupId = await makeGroup(api, {}, options)
    const made = new Map<string, Record<string, unknown>>()
    for (const { checkType, body } of [...theirs, ...theirs.toReversed()]) {
      const answer = await create({ ...body, checkType, groupId, tags: [checkType] }, options)
      assert.equal(answer.status, 201, answer.text)
      made.set(answer.textAt('id'), answer.record())
    }
    const newestFirst = [...made.keys()].toReversed()
    for (const version of ['v1', 'v2', 'v3'] as const) {
      const list = await api.call('GET', `/${version}/checks?limit=100`, options)
      assert.ok(Array.isArray(list.body), list.text)
      assert.deepEqual(
        list.body.map(({ id }: { id: string }) => id),
        newestFirst,
      )
      for (const check of list.body) {
        assert.ok(isRecord(check))
        const kind = kindOf(check['checkType'] as 'ICMP')
        assert.ok(kind)
        const known = Object.keys(propertiesOf(kind.answers[version]))
        assert.deepEqual(
          Object.keys(check).filter((field) => !known.includes(field)),
          [],
        )
        const one = await api.call('GET', `/${version}/checks/${String(check['id'])}`, options)
        assert.deepEqual(one.body, check)
        if (version === 'v1') assert.deepEqual(check, made.get(String(check['id'])))
      }
    }
    for (const version of ['v1', 'v2'] as const) {
      const list = await api.call('GET', `/${version}/check-groups/${groupId}/checks?limit=100`, options)
      assert.ok(Array.isArray(list.body), list.text)
      assert.equal(list.body.length, newestFirst.length)
      const first = `/${version}/check-groups/${groupId}/checks/${newestFirst[0]}`
      assert.deepEqual((await api.call('GET', first, options)).body, list.body[0])
    }
  })

  test('lists are filtered by type, tag, name and status, whatever the type', async () => {
    const { id: userId, key } = await api.makeUser()
    const options = { key, account: await api.makeAccount(userId) }
    await uploadEmptyProject(api, options)
    const ids = new Map<string, string>()
    for (const { checkType, body } of smallestChecksOf(options.account)) {
      const answer = await create(
        { ...body, checkType, name: `The ${checkType}`, tags: ['all', checkType] },
        options,
      )
      ids.set(checkType, answer.textAt('id'))
    }
    const found = async (query: string) => {
      const answer = await api.call('GET', `/v1/checks?limit=100&${query}`, options)
      assert.ok(Array.isArray(answer.body), answer.text)
      assert.match(String(answer.headers['content-range']), new RegExp(`/${answer.body.length}$`))
      return answer.body.map(({ id }: { id: string }) => id).toReversed()
    }
    for (const [checkType, id] of ids) {
      await setCheckStatus(api, id, checkType === 'ICMP' ? 'passed' : 'failed', options.account)
      assert.deepEqual(await found(`checkType=${checkType}`), [id])
      assert.deepEqual(await found(`tag=${checkType}`), [id])
      assert.deepEqual(await found(`search=the ${checkType.toLowerCase()}`.replaceAll(' ', '%20')), [id])
      assert.deepEqual(await found(`tag=all&checkType=${checkType}`), [id])
    }
    const all = [...ids.values()]
    assert.deepEqual(await found('tag=all'), all)
    assert.deepEqual(await found('status=passing'), [ids.get('ICMP')])
    assert.deepEqual(
      await found('status=failing'),
      all.filter((id) => id !== ids.get('ICMP')),
    )
    assert.deepEqual(await found('checkType=AGENTIC'), [])
    assert.deepEqual(await found('apiCheckUrlFilterPattern=API.EXAMPLE'), [ids.get('API')])
    assert.deepEqual(await found('apiCheckUrlFilterPattern=shop'), [])
    assert.deepEqual(await found('apiCheckUrlFilterPattern=API.EXAMPLE&checkType=URL'), [])
    expectInvalid(await api.call('GET', '/v1/checks?checkType=icmp', options), 'query', ['checkType'])
    const statuses = await api.call('GET', '/v1/check-statuses', options)
    assert.ok(Array.isArray(statuses.body))
    assert.deepEqual(statuses.body.map(({ checkId }: { checkId: string }) => checkId).toReversed(), all)
  })
})
