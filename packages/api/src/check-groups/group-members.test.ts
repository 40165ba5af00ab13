import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { effectiveAlertSettings, subscriptionSubject } from '@sonde/alerting/effective-alert-settings.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { initialAlertState, type AlertState } from '@sonde/store/alerts/alert-state.ts'
import { subscribedChannels } from '@sonde/store/alerts/alert-subscriptions.ts'
import { findCheckNumber, lockStatesOfChecks, updateStates } from '@sonde/store/checks/check-states.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { operations } from '../../testing/monitors/field-case.ts'
import { makeChannel } from '../../testing/make-channel.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor, showMonitor, writeMonitor } from '../../testing/monitors/write-icmp.ts'

const unknown = 999_999

forEachEngine('checks in groups', (engine) => {
  const api = apiUnderTest(engine)
  const put = (id: number, body: object) => api.call('PUT', `/v1/check-groups/${id}`, { body })

  for (const operation of operations) {
    test(`${operation}: a group that the account does not have is refused by name`, async () => {
      const { id, key } = await api.makeUser()
      const theirs = await makeGroup(api, {}, { key, account: await api.makeAccount(id) })
      const check = await makeMonitor(api)
      for (const groupId of [unknown, theirs, 1.5, -1, 1e300]) {
        const answer = await writeMonitor(api, operation, check, { groupId, name: 'Changed' })
        expectInvalid(answer, 'payload', ['groupId'])
      }
      assert.equal((await showMonitor(api, check)).at('name'), 'Edge router')
    })

    test(`${operation}: joining a group changes nothing else`, async () => {
      const groupId = await makeGroup(api, { locations: ['eu-west-3'], tags: ['g'], activated: false })
      const fields = { locations: ['eu-west-1'], tags: ['c'], activated: true }
      const check = await makeMonitor(api, fields)
      const answer = await writeMonitor(api, operation, check, { ...fields, groupId })
      assert.ok(answer.status < 300, answer.text)
      const { groupId: shown, locations, tags, activated } = answer.record()
      assert.deepEqual({ shown, locations, tags, activated }, { shown: groupId, ...fields })
    })
  }

  test('a check that leaves its group is deactivated, unless the request says otherwise', async () => {
    const groupId = await makeGroup(api)
    const leave = async (
      operation: 'strict put' | 'merging put' | 'patch',
      body: Record<string, unknown>,
    ) => {
      const check = await makeMonitor(api, { groupId })
      return (await writeMonitor(api, operation, check, body)).at('activated')
    }
    for (const operation of ['merging put', 'patch'] as const) {
      assert.equal(await leave(operation, { groupId: null }), false)
      assert.equal(await leave(operation, { groupId: null, activated: true }), true)
      assert.equal(await leave(operation, { name: 'Other' }), true)
    }
    // Read by the letter, what is left out is told by its default: no group, and activated.
    assert.equal(await leave('strict put', {}), true)
    assert.equal(await leave('strict put', { activated: false }), false)
    const other = await makeGroup(api)
    assert.equal(await leave('patch', { groupId: other }), true)
  })

  test('a group is not deleted under a check that joins it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const groupId = await makeGroup(api)
      const [joined, deleted] = await Promise.all([
        writeMonitor(api, 'create', '', { groupId }),
        api.call('DELETE', `/v1/check-groups/${groupId}`),
      ])
      const outcome = `${joined.status} ${deleted.status}`
      assert.ok(['201 409', '400 204'].includes(outcome), outcome)
    }
  })

  test('checks are shown with the settings of their group where that is asked for', async () => {
    const groupId = await makeGroup(api, {
      muted: true,
      tags: ['g'],
      locations: ['eu-west-3'],
      runParallel: true,
      retryStrategy: { type: 'LINEAR' },
      useGlobalAlertSettings: false,
    })
    const own = { groupId, tags: ['c'], locations: ['eu-west-1'], groupOrder: 4 }
    const checkId = await makeMonitor(api, own)
    const other = await makeMonitor(api)
    const pick = (check: unknown) => {
      assert.ok(isRecord(check))
      const { id, muted, tags, locations, runParallel, retryStrategy, useGlobalAlertSettings } = check
      const type = isRecord(retryStrategy) ? retryStrategy['type'] : null
      return { id, muted, tags, locations, runParallel, type, useGlobalAlertSettings }
    }
    const applied = {
      id: checkId,
      muted: true,
      tags: ['c', 'g'],
      locations: ['eu-west-3'],
      runParallel: true,
      type: 'LINEAR',
      useGlobalAlertSettings: false,
    }
    const plain = {
      id: checkId,
      muted: false,
      tags: ['c'],
      locations: ['eu-west-1'],
      runParallel: false,
      type: null,
      useGlobalAlertSettings: true,
    }
    const get = async (path: string) => {
      const answer = await api.call('GET', path)
      assert.equal(answer.status, 200, answer.text)
      return answer
    }
    for (const version of ['v1', 'v2', 'v3']) {
      const asked = await get(`/${version}/checks/${checkId}?applyGroupSettings=true`)
      assert.deepEqual(pick(asked.body), applied)
      assert.deepEqual(asked.at('alertSettings'), defaultAlertSettings)
      assert.deepEqual(pick((await get(`/${version}/checks/${checkId}`)).body), plain)
      const list = await get(`/${version}/checks?limit=2&applyGroupSettings=true`)
      assert.equal(list.at('0.id'), other)
      assert.deepEqual(pick(list.at('1')), applied)
      assert.deepEqual(pick((await get(`/${version}/checks?limit=2`)).at('1')), plain)
    }
    for (const version of ['v1', 'v2']) {
      const checks = `/${version}/check-groups/${groupId}/checks`
      const one = await get(`${checks}/${checkId}`)
      assert.deepEqual(pick(one.body), applied)
      assert.equal('member' in one.record(), version === 'v1')
      const list = await get(checks)
      assert.deepEqual(pick(list.at('0')), applied)
      assert.equal(list.headers['content-range'], 'items 0-0/1')
      assert.equal((await get(`${checks}?page=2`)).headers['content-range'], 'items */1')
      expectError(await api.call('GET', `${checks}/${other}`), 404)
    }
  })

  test('a private location that a group names is not deleted', async () => {
    const slugName = `s-${randomUUID().slice(0, 8)}`
    const made = await api.call('POST', '/v1/private-locations', { body: { name: 'Office', slugName } })
    const path = `/v1/private-locations/${made.textAt('id')}`
    const id = await makeGroup(api, { privateLocations: [slugName] })
    expectError(await api.call('DELETE', path), 409)
    assert.equal((await put(id, { privateLocations: [] })).status, 200)
    assert.equal((await api.call('DELETE', path)).status, 204)
  })

  test('sessions find checks by the tags of their group', async () => {
    const tag = randomUUID()
    const groupId = await makeGroup(api, { tags: [tag] })
    const checkId = await makeMonitor(api, { groupId, locations: ['eu-west-1'] })
    const trigger = () =>
      api.call('POST', '/v2/check-sessions/trigger', { body: { target: { matchTags: [[tag]] } } })
    assert.equal((await trigger()).at('sessions.0.checkId'), checkId)
    await put(groupId, { activated: false })
    expectError(await trigger(), 404)
  })

  /** What alerting reads of a check when it raises an alert. */
  async function contextOf(checkId: string, options: CallOptions = {}) {
    const accountId = options.account ?? api.accountId
    const no = await findCheckNumber(api.store.read, { accountId, checkId })
    assert.ok(no !== null)
    const context = (await alertContexts(api.store.read, [no])).get(no)
    assert.ok(context)
    const { config: check, group, accountAlertSettings: account } = context
    const subject = subscriptionSubject(checkId, group)
    const channels = await subscribedChannels(api.store.read, [{ key: 'it', ...subject }])
    return {
      threshold: effectiveAlertSettings({ check, group: group?.config ?? null, account }).failedRunThreshold,
      channels: (channels.get('it') ?? []).map(({ id }) => id),
    }
  }

  const afterRuns = (failedRunThreshold: number) => ({
    escalationType: 'RUN_BASED',
    runBasedEscalation: { failedRunThreshold },
  })

  test('alerting case 37: a group without an override adds its channels to those of the check; with one, the group decides', async () => {
    const [x, y] = [await makeChannel(api), await makeChannel(api)]
    const to = (alertChannelId: number) => [{ alertChannelId, activated: true }]
    const query = '?autoAssignAlerts=false'
    const made = await api.call('POST', `/v2/check-groups${query}`, {
      body: { name: 'G', alertChannelSubscriptions: to(x), alertSettings: afterRuns(3) },
    })
    const groupId = Number(made.at('id'))
    const created = await api.call('POST', `/v1/checks/icmp${query}`, {
      body: {
        name: 'C',
        request: { hostname: 'edge1.example.net' },
        groupId,
        useGlobalAlertSettings: false,
        alertSettings: afterRuns(5),
        alertChannelSubscriptions: to(y),
      },
    })
    const checkId = created.textAt('id')
    const shownTo = async (view: string) =>
      (await api.call('GET', `/v1/checks/${checkId}${view}`)).at('alertChannelSubscriptions')
    assert.deepEqual(await contextOf(checkId), { threshold: 5, channels: [y, x] })
    assert.deepEqual(await shownTo('?applyGroupSettings=true'), to(y))
    await put(groupId, { useGlobalAlertSettings: true })
    assert.deepEqual(await contextOf(checkId), { threshold: 1, channels: [x] })
    assert.deepEqual(await shownTo('?applyGroupSettings=true'), to(x))
    assert.deepEqual(await shownTo(''), to(y))
    for (const version of ['v1', 'v2']) {
      const path = `/${version}/check-groups/${groupId}/checks`
      assert.deepEqual((await api.call('GET', path)).at('0.alertChannelSubscriptions'), to(x))
      assert.deepEqual((await api.call('GET', `${path}/${checkId}`)).at('alertChannelSubscriptions'), to(x))
    }
    const list = await api.call('GET', '/v1/checks?applyGroupSettings=true&limit=1')
    assert.deepEqual(list.at('0.alertChannelSubscriptions'), to(x))
    await put(groupId, { useGlobalAlertSettings: false })
    assert.deepEqual(await contextOf(checkId), { threshold: 3, channels: [x] })
  })

  test('alerting case 38: the defaults of a version 1 group mean account settings, whatever the check says', async () => {
    const groupId = await makeGroup(api, {}, { version: 1 })
    const checkId = await makeMonitor(api, {
      groupId,
      useGlobalAlertSettings: false,
      alertSettings: afterRuns(5),
    })
    assert.equal((await contextOf(checkId)).threshold, 1)
  })

  async function setAlert(checkId: string, alert: AlertState): Promise<void> {
    await api.store.write(async (db) => {
      const states = await lockStatesOfChecks(db, [checkId])
      await updateStates(
        db,
        states.map((state) => ({ ...state, alert })),
      )
    })
  }
  const alertOf = async (checkId: string) =>
    (await api.store.write((db) => lockStatesOfChecks(db, [checkId])))[0]?.alert ?? null

  test('a check that stops running, by itself or by its group, begins its alerting anew', async () => {
    const failing: AlertState = {
      ...initialAlertState,
      status: 'failed',
      streak: 4,
      since: 1_000,
      episodeSince: 1_000,
      raised: true,
      open: 'failed',
      owed: [7],
      remindersFrom: 2_000,
      nextReminderAt: 3_000,
    }
    const [on, off] = [await makeGroup(api), await makeGroup(api, { activated: false })]
    const stops: [string, Record<string, unknown>, (id: string) => Promise<unknown>][] = [
      ['deactivated', {}, (id) => writeMonitor(api, 'patch', id, { activated: false })],
      ['joins a deactivated group', {}, (id) => writeMonitor(api, 'patch', id, { groupId: off })],
      ['its group is deactivated', { groupId: on }, () => put(on, { activated: false })],
    ]
    for (const [name, fields, stop] of stops) {
      const id = await makeMonitor(api, fields)
      await setAlert(id, failing)
      await writeMonitor(api, 'patch', id, { name: 'Still running' })
      assert.equal((await alertOf(id))?.status, 'failed', name)
      await stop(id)
      const alert = await alertOf(id)
      assert.deepEqual(
        [alert?.status, alert?.streak, alert?.raised, alert?.nextReminderAt, alert?.open, alert?.owed],
        ['passed', 0, false, null, 'failed', [7]],
        name,
      )
    }
  })
})
