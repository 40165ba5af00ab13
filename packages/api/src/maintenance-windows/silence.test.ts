import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPaused, isSilenced } from '@sonde/alerting/maintenance/scope.ts'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const all = '/v1/maintenance-windows'
const unknownId = '0198c0de-0000-7000-8000-000000000000'

forOneEngine('silences, and windows that name checks and groups', (engine) => {
  const api = apiUnderTest(engine)
  const iso = (at: number) => new Date(at).toISOString()
  const now = () => api.clock.now()

  async function effectOn(check: { checkId: string; groupId: number | null }, at = now()) {
    const active = await activeMaintenances(api.store.read, { at, accountIds: [api.accountId] })
    const subject = { ...check, accountId: api.accountId, tags: [], at }
    return { isSilenced: isSilenced(active, subject), isPaused: isPaused(active, subject) }
  }
  const silence = (body: object) => api.call('POST', `${all}/silence`, { body })

  test('a silence of a check begins at once, by the clock of the server, ends by itself and is recorded', async () => {
    const checkId = await makeMonitor(api, { name: 'Checkout' })
    const other = await makeMonitor(api)
    const made = await silence({ checkIds: [checkId.toUpperCase()], minutes: 60 })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(
      ['name', 'startsAt', 'endsAt', 'silenceCheckIds', 'repeatInterval'].map((field) => made.at(field)),
      ['Silence: Checkout', iso(now()), iso(now() + hourMs), [checkId], null],
    )
    const silenced = { isSilenced: true, isPaused: false }
    const nothing = { isSilenced: false, isPaused: false }
    assert.deepEqual(await effectOn({ checkId, groupId: null }), silenced)
    assert.deepEqual(await effectOn({ checkId: other, groupId: null }), nothing)
    assert.deepEqual(await effectOn({ checkId, groupId: null }, now() + hourMs), nothing)
    const inForce = await api.call('GET', `${all}/active?checkId=${checkId}`)
    assert.deepEqual(inForce.body, [
      {
        windowId: made.at('id'),
        name: 'Silence: Checkout',
        endsAt: made.at('endsAt'),
        silences: true,
        pauses: false,
        isOwn: true,
      },
    ])
    assert.deepEqual((await api.call('GET', `${all}/active?checkId=${other}`)).body, [])
    const ofRow = async (id: string) => (await api.call('GET', `/v1/checks/${id}/overview`)).at('maintenance')
    const inRow = { name: 'Silence: Checkout', endsAt: made.at('endsAt'), silences: true, pauses: false }
    assert.deepEqual(await ofRow(checkId), inRow, 'the list says until when')
    assert.equal(await ofRow(other), null)
    const log = await api.call('GET', '/v1/audit-log?entityType=MAINTENANCE_WINDOW&limit=1')
    assert.deepEqual(
      [log.at('entries.0.action'), log.at('entries.0.entityName')],
      ['CREATE', 'Silence: Checkout'],
    )
  })

  test('a silence of a group is of its checks, until the moment that was chosen', async () => {
    const groupId = await makeGroup(api, { name: 'Shop' })
    const until = iso(now() + dayMs)
    const made = await silence({ groupIds: [groupId], until })
    assert.deepEqual([made.at('name'), made.at('endsAt')], ['Silence: Shop', until], made.text)
    assert.equal((await effectOn({ checkId: unknownId, groupId })).isSilenced, true)
    const member = await makeMonitor(api, { groupId })
    const ofMember = await api.call('GET', `${all}/active?checkId=${member}`)
    assert.deepEqual([ofMember.at('0.name'), ofMember.at('0.isOwn')], ['Silence: Shop', false])
    assert.equal((await api.call('GET', `${all}/active?groupId=${groupId}`)).at('0.isOwn'), true)
    expectInvalid(await api.call('GET', `${all}/active`), 'query', ['checkId'])
    assert.equal((await effectOn({ checkId: unknownId, groupId: groupId + 1 })).isSilenced, false)
  })

  test('ended by hand, it is over at once; ending it again changes nothing', async () => {
    const checkId = await makeMonitor(api)
    const made = await silence({ checkIds: [checkId], minutes: 60 })
    const url = `${all}/${String(made.at('id'))}`
    const ended = await api.call('POST', `${url}/end`)
    assert.equal(ended.status, 200, ended.text)
    assert.equal(ended.at('endsAt'), iso(now()))
    assert.equal((await effectOn({ checkId, groupId: null })).isSilenced, false)
    assert.equal((await api.call('GET', `${url}/maintenances`)).at('0.status'), 'COMPLETED')
    assert.deepEqual((await api.call('POST', `${url}/end`)).body, ended.body)
    const log = await api.call('GET', '/v1/audit-log?entityType=MAINTENANCE_WINDOW&limit=1')
    assert.equal(log.at('entries.0.action'), 'UPDATE')
    const weekly = { repeatInterval: 1, repeatUnit: 'WEEK', silenceAllAlerts: true }
    const dates = { startsAt: iso(now() - minuteMs), endsAt: iso(now() + hourMs) }
    const repeating = await api.call('POST', all, { body: { name: 'Weekly', ...dates, ...weekly } })
    expectError(await api.call('POST', `${all}/${String(repeating.at('id'))}/end`), 400)
    assert.equal((await api.call('DELETE', `${all}/${String(repeating.at('id'))}`)).status, 204)
  })

  test('a silence that names nothing, or no end, or an end that has been, is refused', async () => {
    const checkId = await makeMonitor(api)
    for (const [body, key] of [
      [{ minutes: 60 }, 'checkIds'],
      [{ checkIds: [checkId] }, 'minutes'],
      [{ checkIds: [checkId], minutes: 60, until: iso(now() + hourMs) }, 'minutes'],
      [{ checkIds: [checkId], until: 'soon' }, 'until'],
      [{ checkIds: [checkId], until: iso(now() - minuteMs) }, 'until'],
      [{ checkIds: [checkId], until: iso(now() + 400 * dayMs) }, 'until'],
      [{ checkIds: [unknownId], minutes: 60 }, 'silenceCheckIds.0'],
      [{ groupIds: [999_999], minutes: 60 }, 'silenceGroupIds.0'],
    ] as const) {
      expectInvalid(await silence(body), 'payload', [key])
    }
  })

  test('a window silences and pauses checks and groups that it names; one that was deleted does not keep it', async () => {
    const [silenced, paused] = [await makeMonitor(api), await makeMonitor(api)]
    const groupId = await makeGroup(api)
    const body = {
      name: 'Move',
      startsAt: iso(now() - minuteMs),
      endsAt: iso(now() + hourMs),
      silenceCheckIds: [silenced],
      pauseCheckIds: [paused],
      pauseGroupIds: [groupId],
    }
    const made = await api.call('POST', all, { body })
    assert.equal(made.status, 201, made.text)
    const url = `${all}/${String(made.at('id'))}`
    assert.deepEqual(await effectOn({ checkId: silenced, groupId: null }), {
      isSilenced: true,
      isPaused: false,
    })
    assert.deepEqual(await effectOn({ checkId: paused, groupId: null }), {
      isSilenced: false,
      isPaused: true,
    })
    assert.deepEqual(await effectOn({ checkId: unknownId, groupId }), { isSilenced: false, isPaused: true })
    assert.equal((await api.call('DELETE', `/v1/checks/${silenced}`)).status, 204)
    const renamed = await api.call('PUT', url, { body: { name: 'Moved', silenceCheckIds: [silenced] } })
    assert.equal(renamed.status, 200, renamed.text)
    const unknown = await api.call('PUT', url, { body: { pauseCheckIds: [paused, unknownId] } })
    expectInvalid(unknown, 'payload', ['pauseCheckIds.1'])
    const exported = await api.call('GET', '/v1/accounts/me/configuration')
    const windows = exported.at('maintenanceWindows')
    assert.ok(Array.isArray(windows))
    const window = windows.find(({ name }) => name === 'Moved')
    assert.deepEqual([window.silenceCheckIds, window.pauseCheckIds], [[], [paused]])
  })

  test('a window that would do nothing cannot be saved, except by clients of the reference', async () => {
    const nothing = { name: 'Idle', startsAt: iso(now()), endsAt: iso(now() + hourMs) }
    const send = (body: object, headers: Record<string, string> = {}) =>
      api.call('POST', all, { body, headers })
    expectInvalid(await send(nothing), 'payload', ['silenceAllAlerts'])
    const hidden = { ...nothing, statusPageVisibility: { enabled: true } }
    expectInvalid(await send(hidden), 'payload', ['silenceAllAlerts'])
    const short = { ...nothing, endsAt: nothing.startsAt, silenceAllAlerts: true }
    expectInvalid(await send(short), 'payload', ['endsAt'])
    const client = { 'x-checkly-source': 'terraform' }
    assert.equal((await send(nothing, client)).status, 201)
    const made = await send({ ...nothing, tags: ['db'] })
    assert.equal(made.status, 201, made.text)
    const emptied = await api.call('PUT', `${all}/${String(made.at('id'))}`, { body: { tags: [] } })
    expectInvalid(emptied, 'payload', ['silenceAllAlerts'])
  })
})
