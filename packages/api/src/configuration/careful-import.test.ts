import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { stateOf } from '../../testing/account-state.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import {
  configurationPath,
  countsOf,
  documentHead,
  importCalls,
  itemsIn,
  urlCheck,
} from '../../testing/import-calls.ts'
import { goodConfigs } from '../../testing/make-channel.ts'

const window = { startsAt: '2031-03-01T10:00:00Z', endsAt: '2031-03-01T12:00:00Z', tags: ['a'] }

forOneEngine('a careful import', (engine) => {
  const api = apiUnderTest(engine)
  const { send, newAccount, importInto, exportOf, refusedPaths } = importCalls(api)

  /** One of each kind that has a number. */
  async function numbered(account: string) {
    const post = async (to: string, body: object) => (await send(account, 'POST', to, body)).at('id')
    return {
      group: await post('/v2/check-groups', { name: 'Production' }),
      channel: await post('/v1/alert-channels', { type: 'SLACK', config: goodConfigs.SLACK }),
      snippet: await post('/v1/snippets', { name: 'mine', script: 'a' }),
      window: await post('/v1/maintenance-windows', { name: 'Mine', ...window }),
      dashboard: await post('/v1/dashboards', { header: 'Mine' }),
    }
  }

  for (const [when, times] of [
    ['with the time it was made', ['2020-01-01T00:00:00.000Z', '2020-02-01T00:00:00.000Z']],
    ['without it', [undefined]],
  ] as const) {
    test(`the number of another server is not that of a thing that happens to have it here, ${when}`, async () => {
      const account = await newAccount()
      const own = await numbered(account)
      const before = await exportOf(account)
      const documents = times.map((createdAt) => {
        const made = createdAt === undefined ? {} : { createdAt }
        const config = { ...goodConfigs.SLACK, url: 'https://hooks.slack.example.net/services/other' }
        return {
          checkGroups: [{ id: own.group, name: 'Staging', activated: false, ...made }],
          alertChannels: [{ id: own.channel, type: 'SLACK', config, ...made }],
          snippets: [{ id: own.snippet, name: `theirs ${createdAt}`, script: 'b', ...made }],
          maintenanceWindows: [{ id: own.window, name: 'Theirs', ...window, ...made }],
          dashboards: [{ id: own.dashboard, header: 'Theirs', ...made }],
          checks: [
            {
              id: `check ${createdAt}`,
              ...urlCheck('Staging'),
              groupId: own.group,
              alertChannelSubscriptions: [{ alertChannelId: own.channel, activated: true }],
            },
          ],
        }
      })
      for (const document of documents) {
        const first = await importInto(account, document)
        assert.deepEqual(countsOf(first), [6, 0, 0, 0], first.text)
        for (const { kind, id } of itemsIn(first)) {
          if (kind !== 'checks') assert.ok(!Object.values(own).includes(id), String(kind))
        }
        const byKind = new Map(itemsIn(first).map(({ kind, id }) => [kind, id]))
        const check = await send(account, 'GET', `/v3/checks/${String(byKind.get('checks'))}`)
        assert.equal(check.at('groupId'), byKind.get('checkGroups'))
        assert.equal(check.at('alertChannelSubscriptions.0.alertChannelId'), byKind.get('alertChannels'))
      }
      const state = await stateOf(api, account)
      for (const document of documents) {
        assert.deepEqual(countsOf(await importInto(account, document)), [0, 0, 6, 0])
      }
      assert.deepEqual(await stateOf(api, account), state)
      const after = await exportOf(account)
      for (const list of ['checkGroups', 'alertChannels', 'snippets', 'maintenanceWindows', 'dashboards']) {
        assert.deepEqual(
          after[list]?.filter(({ id }) => Object.values(own).includes(id)),
          before[list],
          list,
        )
      }
    })
  }

  test('a masked channel of another server does not get the address of the one that has its number here', async () => {
    const account = await newAccount()
    const { channel } = await numbered(account)
    const masked = (await exportOf(account, ''))['alertChannels']?.map((item) => ({
      ...item,
      createdAt: '2020-01-01T00:00:00Z',
    }))
    const report = await importInto(account, { alertChannels: masked })
    assert.deepEqual(countsOf(report), [0, 0, 0, 1], report.text)
    assert.equal(report.at('items.0.sourceId'), channel)
  })

  test('a document from before a setting existed leaves it as it is', async () => {
    const account = await newAccount()
    await send(account, 'PATCH', '/v1/accounts/me/settings', { requireSecondFactor: true })
    for (const settings of [{}, { checkUpdateReading: null }]) {
      await importInto(account, { account: { name: 'Moved', settings } })
      const after = await send(account, 'GET', '/v1/accounts/me/settings')
      assert.equal(after.at('requireSecondFactor'), true, JSON.stringify(settings))
    }
    await importInto(account, { account: { settings: { requireSecondFactor: false } } })
    assert.equal((await send(account, 'GET', '/v1/accounts/me/settings')).at('requireSecondFactor'), false)
  })

  test('what only the owner can change is left out for an administrator, with a warning', async () => {
    const account = await newAccount()
    const key = await api.makeServiceKey(account, 'ADMIN')
    const body = { ...documentHead, account: { name: 'Moved', settings: { showChannelSecrets: true } } }
    const byAdmin = await api.call('POST', configurationPath, { account, key, body })
    assert.equal(byAdmin.status, 200, byAdmin.text)
    assert.deepEqual(byAdmin.at('warnings'), [
      {
        path: 'account.settings.showChannelSecrets',
        name: 'Moved',
        message: 'is not imported: only the owner can change it',
      },
    ])
    const settings = () => send(account, 'GET', '/v1/accounts/me/settings')
    assert.equal((await settings()).at('showChannelSecrets'), false)
    assert.equal((await send(account, 'GET', '/v1/accounts/me')).at('name'), 'Moved')
    assert.deepEqual((await importInto(account, body)).at('warnings'), [])
    assert.equal((await settings()).at('showChannelSecrets'), true)
    // What is as it is here is nothing to warn of.
    const again = await api.call('POST', configurationPath, { account, key, body })
    assert.deepEqual(again.at('warnings'), [])
  })

  test('an import that asks a second factor of everybody asks it first of whoever imports', async () => {
    const account = await newAccount()
    const { id: userId, key } = await api.makeUser()
    await api.join(account, userId, 'ADMIN')
    const body = { ...documentHead, account: { settings: { requireSecondFactor: true } } }
    await api.store.write((db) =>
      db.updateTable('users').set({ password_hash: 'set' }).where('id', '=', userId).execute(),
    )
    const refusal = await api.call('POST', configurationPath, { account, key, body })
    assert.deepEqual(
      [refusal.status, refusal.at('message')],
      [409, 'account: Set up your own second factor first: Settings, Security'],
    )
    assert.equal((await send(account, 'GET', '/v1/accounts/me/settings')).at('requireSecondFactor'), false)
  })

  test('numbers that are kept and numbers that are chosen never meet', async () => {
    const account = await newAccount()
    const id = Number((await send(account, 'POST', '/v2/check-groups', { name: 'Own' })).at('id'))
    const checkGroups = [id, id + 1, id + 2].map((each) => ({ id: each, name: `Theirs ${each}` }))
    const report = await importInto(account, { checkGroups })
    assert.deepEqual(countsOf(report), [3, 0, 0, 0])
    assert.deepEqual(countsOf(await importInto(account, { checkGroups })), [0, 0, 3, 0])
  })

  test('a thing whose name and whose number are those of two things here is one of them, and the other one stays', async () => {
    const account = await newAccount()
    for (const name of ['A', 'B']) await send(account, 'POST', '/v1/snippets', { name, script: name })
    const [first, second] = (await exportOf(account))['snippets'] ?? []
    const report = await importInto(account, {
      snippets: [
        { ...first, name: second?.['name'] },
        { ...second, name: 'C' },
      ],
    })
    assert.equal(report.at('created'), 1, report.text)
    const names = (await exportOf(account))['snippets']?.map(({ name }) => name)
    assert.deepEqual(names?.toSorted(), ['A', 'B', 'C'])
  })

  test('a trigger is known by what it runs, whatever number the document gives it', async () => {
    const account = await newAccount()
    const post = async (to: string, body: object) => String((await send(account, 'POST', to, body)).at('id'))
    const checks = [
      await post('/v1/checks/url', urlCheck('A')),
      await post('/v1/checks/url', urlCheck('B')),
      await post('/v1/checks/url', urlCheck('C')),
    ]
    const groups = [
      await post('/v2/check-groups', { name: 'A' }),
      await post('/v2/check-groups', { name: 'B' }),
      await post('/v2/check-groups', { name: 'C' }),
    ]
    for (const [of, ids] of [
      ['checks', checks],
      ['check-groups', groups],
    ] as const) {
      for (const id of ids.slice(0, 2)) await send(account, 'POST', `/v1/triggers/${of}/${id}`)
    }
    for (const checkId of checks.slice(0, 2)) {
      await send(account, 'POST', '/v1/deployment-triggers', { checkId, repoId: 1, repoName: 'a/b' })
    }
    for (const [list, field, ids] of [
      ['checkTriggers', 'checkId', checks],
      ['groupTriggers', 'groupId', groups.map(Number)],
      ['deploymentTriggers', 'checkId', checks],
    ] as const) {
      const [a, b] = (await exportOf(account))[list] ?? []
      for (const [number, target] of [
        [a?.['id'], ids[1]],
        [b?.['id'], ids[0]],
        [a?.['id'], ids[2]],
      ]) {
        const content =
          list === 'deploymentTriggers'
            ? { ...a, repoName: 'c/d' }
            : { token: `token-of-the-trigger-${String(target)}` }
        const item = { ...content, id: number, [field]: target, createdAt: a?.['createdAt'] }
        const report = await importInto(account, { [list]: [item] })
        const isThere = target !== ids[2]
        assert.deepEqual(countsOf(report), isThere ? [0, 1, 0, 0] : [1, 0, 0, 0], `${list}: ${report.text}`)
        assert.deepEqual(countsOf(await importInto(account, { [list]: [item] })), [0, 0, 1, 0], list)
      }
      const after = (await exportOf(account))[list] ?? []
      assert.deepEqual(
        after.map((each) => [each['id'], each[field]]).slice(0, 2),
        [
          [a?.['id'], ids[0]],
          [b?.['id'], ids[1]],
        ],
        list,
      )
      assert.equal(after.length, 3)
    }
    for (const id of checks)
      assert.equal((await send(account, 'GET', `/v1/triggers/checks/${id}`)).status, 200)
  })

  test('what cannot be read is named by an export, and does not stand in the way of an import', async () => {
    const account = await newAccount()
    const checkId = (await send(account, 'POST', '/v1/checks/url', urlCheck('A'))).textAt('id')
    await send(account, 'POST', `/v1/triggers/checks/${checkId}`)
    const good = await exportOf(account)
    const channel = { type: 'SLACK', config: goodConfigs.SLACK }
    await send(account, 'POST', '/v1/variables', { key: 'BROKEN', value: 'x' })
    const channelId = Number((await send(account, 'POST', '/v1/alert-channels', channel)).at('id'))
    const whole = await exportOf(account)
    const sealed = api.store.sealer.seal('{}', 'somewhere else')
    await api.store.write(async (db) => {
      await db
        .updateTable('check_triggers')
        .set({ sealed_token: sealed })
        .where('check_id', '=', checkId)
        .execute()
      await db
        .updateTable('variables')
        .set({ value_sealed: sealed })
        .where('account_id', '=', account)
        .execute()
      await db
        .updateTable('alert_channels')
        .set({ sealed_config: sealed })
        .where('id', '=', channelId)
        .execute()
    })
    const refusal = await api.call('GET', `${configurationPath}?includeSecrets=true`, { account })
    assert.equal(refusal.status, 409, refusal.text)
    for (const word of ['variable BROKEN', `alert channel ${channelId}`, 'check trigger', checkId]) {
      assert.ok(refusal.textAt('message').includes(word), `${word}: ${refusal.text}`)
    }
    assert.deepEqual(
      countsOf(await importInto(account, { checkGroups: [{ id: 'g', name: 'g' }] })),
      [1, 0, 0, 0],
    )
    const hidden = await importInto(account, { variables: [{ key: 'BROKEN', value: null }] })
    assert.deepEqual(countsOf(hidden), [0, 0, 0, 1])
    const { checkTriggers, variables, alertChannels } = whole
    const mended = await importInto(account, { checkTriggers, variables, alertChannels })
    assert.deepEqual(countsOf(mended), [0, 3, 0, 0], mended.text)
    assert.deepEqual((await exportOf(account))['checkTriggers'], good['checkTriggers'])
    assert.deepEqual((await exportOf(account))['alertChannels'], alertChannels)
  })

  test('two ids that differ in capitals only are refused by their path', async () => {
    const account = await newAccount()
    const id = '0198c0de-0000-7000-8000-0000000000aa'
    const checks = [id.toUpperCase(), id].map((each) => ({ id: each, ...urlCheck('x') }))
    assert.deepEqual(await refusedPaths(account, { checks }), ['checks.1.id'])
    const groups = ['kuma:A', 'kuma:a'].map((each) => ({ id: each, name: 'x' }))
    assert.deepEqual(await refusedPaths(account, { checkGroups: groups }), ['checkGroups.1.id'])
    const statusPages = [id.toUpperCase(), id].map((each, index) => ({
      id: `p${index}`,
      name: 'p',
      url: `p-${index}-${Date.now()}`,
      cards: [{ id: each, name: 'c', services: [] }],
    }))
    assert.deepEqual(await refusedPaths(account, { statusPages }), ['statusPages.1.cards.0.id'])
  })

  test('the order of subscriptions says nothing', async () => {
    const account = await newAccount()
    const channels = ['a', 'b'].map((id) => ({ id, type: 'SLACK', config: goodConfigs.SLACK }))
    const subscriptions = ['a', 'b'].map((alertChannelId) => ({ alertChannelId, activated: true }))
    const document = (alertChannelSubscriptions: object[]) => ({
      alertChannels: channels,
      checkGroups: [{ id: 'g', name: 'g', alertChannelSubscriptions }],
      checks: [{ id: 'c', ...urlCheck('c'), alertChannelSubscriptions }],
    })
    await importInto(account, document(subscriptions))
    assert.deepEqual(countsOf(await importInto(account, document(subscriptions.toReversed()))), [0, 0, 4, 0])
    const changed = subscriptions.map((each) => ({ ...each, activated: each.alertChannelId === 'a' }))
    assert.deepEqual(countsOf(await importInto(account, document(changed))), [0, 2, 2, 0])
  })
})
