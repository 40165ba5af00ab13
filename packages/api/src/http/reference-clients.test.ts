import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOf } from '@sonde/actions/checks/check-document.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { createGroup, makeGroup } from '../../testing/make-group.ts'
import { uploadEmptyProject } from '../../testing/project-bundle.ts'
import { makeChannel } from '../../testing/make-channel.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { referenceMonitor, referenceMonitors, zeroTime } from '../../testing/reference-monitors.ts'

/**
 * Requests as the encoders of known clients write them: the Go client (and the Terraform provider, which uses it)
 * sends these two headers, leaves empty texts, numbers and lists out, and writes lists without a value as null.
 */
forOneEngine('clients of the reference', (engine) => {
  const api = apiUnderTest(engine)
  function send(method: string, path: string, body?: unknown) {
    return api.call(method, path, {
      ...(body === undefined ? {} : { body }),
      account: null,
      headers: { 'X-Checkly-Account': api.accountId, 'x-checkly-source': 'TF' },
    })
  }

  for (const { segment, full, bare, emptied } of referenceMonitors) {
    test(`a ${segment} monitor: members of the request that are left out are empty again`, async () => {
      const channel = await makeChannel(api)
      const groupId = await makeGroup(api)
      const created = await send(
        'POST',
        `/v1/checks/${segment}`,
        referenceMonitor('Shop', full, {
          tags: ['shop'],
          environmentVariables: [{ key: 'TEAM', value: 'blue', locked: false, secret: false }],
          alertChannelSubscriptions: [{ alertChannelId: channel, activated: true }],
          groupId,
        }),
      )
      assert.equal(created.status, 201, created.text)
      const path = `/v1/checks/${segment}/${created.textAt('id')}`
      const { locations: _omitted, ...put } = referenceMonitor('Shop', bare)
      const updated = await send('PUT', path, { id: created.textAt('id'), ...put })
      assert.equal(updated.status, 200, updated.text)
      for (const [member, value] of Object.entries(emptied)) {
        assert.deepEqual(updated.at(`request.${member}`) ?? undefined, value, member)
      }
      assert.deepEqual(updated.at('tags'), [])
      assert.deepEqual(updated.at('alertChannelSubscriptions'), [])
      const { environmentVariables } = (await api.call('GET', `/v1/checks/${created.textAt('id')}`)).record()
      assert.deepEqual(environmentVariables ?? [], [])
      assert.deepEqual(updated.at('locations'), ['eu-west-1'], 'locations are kept')
      assert.equal(updated.at('groupId'), groupId, 'the group is kept')
      assert.equal(updated.at('activated'), true)
    })

    test(`a ${segment} monitor: an update of anybody else keeps what it leaves out`, async () => {
      const body = referenceMonitor('Shop', full, { tags: ['shop'] })
      const created = await api.call('POST', `/v1/checks/${segment}`, { body })
      const path = `/v1/checks/${segment}/${created.textAt('id')}`
      const updated = await api.call('PUT', path, {
        // What the contract requires of an update, of whatever type.
        body: { ...referenceMonitor('Shop', bare), script: '', heartbeat: {} },
      })
      assert.equal(updated.status, 200, updated.text)
      assert.deepEqual(updated.at('tags'), ['shop'])
      for (const member of Object.keys(emptied).filter((name) => name !== 'skipSSL')) {
        assert.deepEqual(updated.at(`request.${member}`), created.at(`request.${member}`), member)
      }
    })
  }

  test('what was read and is sent back changes nothing: a secret that is shown as null keeps its value', async () => {
    const script = `import { test } from '@playwright/test'`
    const codeBundlePath = await uploadEmptyProject(api)
    const bodies = {
      api: { request: { method: 'GET', url: 'https://shop.example.net/' } },
      browser: { script },
      multistep: { script },
      playwright: { codeBundlePath, browsers: ['chromium'] },
    }
    const variables = [
      { key: 'TEAM', value: 'blue', locked: false, secret: false },
      { key: 'TOKEN', value: 'unseen', locked: false, secret: true },
    ]
    for (const [segment, own] of Object.entries(bodies)) {
      const body = { name: 'Shop', ...own, environmentVariables: variables }
      const created = await send('POST', `/v1/checks/${segment}?autoAssignAlerts=false`, body)
      assert.equal(created.status, 201, created.text)
      const id = created.textAt('id')
      const { updated_at: _before, ...read } = (await send('GET', `/v1/checks/${id}`)).record()
      for (const path of [`/v1/checks/${id}`, `/v1/checks/${segment}/${id}`]) {
        const put = await send('PUT', path, read)
        assert.equal(put.status, 200, `${path}: ${put.text}`)
      }
      const { updated_at: _after, ...again } = (await send('GET', `/v1/checks/${id}`)).record()
      assert.deepEqual(again, read, segment)
      const row = await findCheck(api.store.read, { accountId: api.accountId, id })
      assert.ok(row !== null)
      assert.deepEqual(documentOf(row, api.store.sealer).environmentVariables, variables)
      const [plain, secret] = variables
      const unknown = [plain, { ...secret, key: 'OTHER', value: null }]
      const refused = await send('PUT', `/v1/checks/${id}`, { ...read, environmentVariables: unknown })
      assert.equal(refused.status, 400)
      assert.match(refused.textAt('message'), /^environmentVariables\.1\.value is required/)
    }
  })

  test('the route for any type reads omissions in the same way', async () => {
    const id = await makeMonitor(api, { tags: ['edge'], privateLocations: [], runParallel: true })
    const updated = await send('PUT', `/v1/checks/${id}`, { request: { hostname: 'edge2.example.net' } })
    assert.equal(updated.status, 200, updated.text)
    assert.deepEqual([updated.at('tags'), updated.at('runParallel')], [[], true])
  })

  for (const version of [1, 2] as const) {
    test(`a group of version ${version}: what is left out is empty, and locations are kept`, async () => {
      const channel = await makeChannel(api)
      const full = {
        name: 'Shop',
        tags: ['shop'],
        locations: ['eu-west-1', 'us-east-1'],
        environmentVariables: [{ key: 'TEAM', value: 'blue', locked: false, secret: false }],
        localSetupScript: 'setup()',
        apiCheckDefaults: { url: 'https://shop.example.net', headers: [{ key: 'a', value: 'b' }] },
        alertChannelSubscriptions: [{ alertChannelId: channel, activated: true }],
      }
      const created = await createGroup(api, full, { version })
      assert.equal(created.at('alertChannelSubscriptions.0.alertChannelId'), channel)
      const updated = await send('PUT', `/v${version}/check-groups/${String(created.at('id'))}`, {
        id: created.at('id'),
        name: 'Shop',
        activated: true,
        muted: false,
        runParallel: false,
        tags: null,
        concurrency: 3,
        apiCheckDefaults: { url: '', basicAuth: { username: '', password: '' } },
        environmentVariables: null,
        useGlobalAlertSettings: false,
        alertSettings: {
          runBasedEscalation: {},
          timeBasedEscalation: {},
          reminders: {},
          parallelRunFailureThreshold: {},
          sslCertificates: {},
        },
        createdAt: zeroTime,
        updatedAt: zeroTime,
        runtimeId: null,
        doubleCheck: false,
      })
      assert.equal(updated.status, 200, updated.text)
      assert.deepEqual(updated.at('alertChannelSubscriptions'), [])
      assert.deepEqual(updated.at('tags'), [])
      assert.deepEqual(updated.at('environmentVariables') ?? [], [])
      assert.equal(updated.at('localSetupScript'), null)
      assert.deepEqual(updated.at('apiCheckDefaults.headers'), [])
      assert.deepEqual(updated.at('locations'), ['eu-west-1', 'us-east-1'])
    })
  }

  test('a group of anybody else keeps its subscriptions', async () => {
    const channel = await makeChannel(api)
    const subscriptions = [{ alertChannelId: channel, activated: true }]
    const made = await createGroup(api, { alertChannelSubscriptions: subscriptions })
    for (const version of [1, 2]) {
      const path = `/v${version}/check-groups/${String(made.at('id'))}`
      const answer = await api.call('PUT', path, { body: { name: 'Shop' } })
      assert.deepEqual(
        answer.at('alertChannelSubscriptions'),
        made.at('alertChannelSubscriptions'),
        answer.text,
      )
    }
  })

  test('a dashboard: what is left out is empty, and what no client knows is kept', async () => {
    const created = await send('POST', '/v1/dashboards', {
      customUrl: 'tf-shop',
      isPrivate: true,
      logo: 'https://shop.example.net/logo.png',
      description: 'All of it',
      header: 'Shop',
      width: '960PX',
      refreshRate: 60,
      checksPerPage: 5,
      paginationRate: 30,
      paginate: true,
      tags: ['shop'],
      hideTags: true,
      useTagsAndOperator: true,
      enableIncidents: false,
      created_at: '',
      updated_at: '',
    })
    assert.equal(created.status, 201, created.text)
    const path = `/v1/dashboards/${created.textAt('dashboardId')}`
    await api.call('PUT', path, { body: { showP95: false } })
    const put = {
      customUrl: 'tf-shop',
      header: 'Shop',
      refreshRate: 60,
      paginationRate: 30,
      paginate: false,
      enableIncidents: false,
      created_at: '',
      updated_at: '',
    }
    const updated = await send('PUT', path, put)
    assert.equal(updated.status, 200, updated.text)
    const { logo, description, width, checksPerPage, tags, hideTags, useTagsAndOperator, isPrivate } =
      updated.record()
    assert.deepEqual(
      { logo, description, width, checksPerPage, tags, hideTags, useTagsAndOperator, isPrivate },
      {
        logo: null,
        description: null,
        width: 'FULL',
        checksPerPage: 15,
        tags: [],
        hideTags: false,
        useTagsAndOperator: false,
        isPrivate: false,
      },
    )
    assert.equal(updated.at('showP95'), false)
    assert.equal(updated.at('customUrl'), 'tf-shop')
  })

  test('a private dashboard shows its key where it is made, and has no keys where it is read', async () => {
    const created = await send('POST', '/v1/dashboards', { header: 'Shop', isPrivate: true })
    assert.match(created.textAt('keys.0.rawKey'), /^db_/)
    const key = created.textAt('keys.0.rawKey')
    const read = await api.call('GET', `/v1/dashboards/${created.textAt('dashboardId')}`, {
      key,
      account: null,
    })
    assert.equal(read.status, 200, read.text)
    assert.deepEqual([read.at('keys'), read.at('isPrivate')], [undefined, true])
    const listed = await send('GET', '/v1/dashboards')
    assert.doesNotMatch(listed.text, /rawKey/)
  })

  test('a maintenance window: repeats and tags that are left out are none', async () => {
    const full = {
      id: 0,
      name: 'Nightly',
      startsAt: '2030-08-24T00:00:00.000Z',
      endsAt: '2030-08-24T01:00:00.000Z',
      repeatInterval: 1,
      repeatUnit: 'MONTH',
      repeatEndsAt: '2031-08-24T00:00:00.000Z',
      tags: ['shop'],
      created_at: '',
      updated_at: '',
    }
    const created = await send('POST', '/v1/maintenance-windows', full)
    assert.equal(created.status, 201, created.text)
    const path = `/v1/maintenance-windows/${String(created.at('id'))}`
    const { repeatInterval: _i, repeatUnit: _u, repeatEndsAt: _e, tags: _t, ...bare } = full
    const other = await api.call('PUT', path, { body: bare })
    assert.deepEqual([other.at('repeatUnit'), other.at('tags')], ['MONTH', ['shop']])
    const updated = await send('PUT', path, bare)
    assert.equal(updated.status, 200, updated.text)
    const { repeatInterval, repeatUnit, repeatEndsAt, tags } = updated.record()
    assert.deepEqual([repeatInterval, repeatUnit, repeatEndsAt, tags], [null, null, null, []])
  })

  test('a maintenance window that ends when it starts is accepted, repeats included, and does nothing', async () => {
    const at = '2026-08-24T00:00:00.000Z'
    const body = { name: 'Nothing', startsAt: at, endsAt: at, repeatInterval: 1, repeatUnit: 'DAY' }
    const created = await send('POST', '/v1/maintenance-windows', body)
    assert.equal(created.status, 201, created.text)
    const path = `/v1/maintenance-windows/${String(created.at('id'))}`
    assert.equal((await send('PUT', path, body)).status, 200)
    const occurrences = await send('GET', `${path}/maintenances`)
    assert.equal(occurrences.status, 200, occurrences.text)
    assert.doesNotMatch(occurrences.text, /IN_PROGRESS|SCHEDULED/)
  })

  test('a heartbeat: an empty ping token is an omission', async () => {
    const body = {
      id: '',
      name: 'Backup',
      activated: true,
      muted: false,
      alertSettings: {},
      useGlobalAlertSettings: false,
      heartbeat: { period: 1, periodUnit: 'hours', grace: 10, graceUnit: 'minutes', pingToken: '' },
      createdAt: zeroTime,
      updatedAt: zeroTime,
    }
    const created = await send('POST', '/v1/checks/heartbeat', body)
    assert.equal(created.status, 201, created.text)
    const token = created.textAt('heartbeat.pingToken')
    assert.match(token, /^[0-9a-f-]{36}$/)
    const id = created.textAt('id')
    const updated = await send('PUT', `/v1/checks/heartbeat/${id}`, { ...body, id, name: 'Backup 2' })
    assert.equal(updated.status, 200, updated.text)
    assert.equal(updated.at('heartbeat.pingToken'), token)
    const byAnyType = await api.call('PATCH', `/v1/checks/${id}`, { body: { heartbeat: { pingToken: '' } } })
    assert.equal(byAnyType.at('heartbeat.pingToken'), token, byAnyType.text)
  })

  test('a webhook: its method may be written in any case of letters', async () => {
    const body = {
      type: 'WEBHOOK',
      config: { name: 'Relay', url: 'https://relay.example.net/in', method: 'post' },
      sendRecovery: true,
      sendFailure: true,
      sendDegraded: false,
      sslExpiry: false,
      sslExpiryThreshold: 30,
      created_at: '',
      updated_at: '',
    }
    const created = await send('POST', '/v1/alert-channels', body)
    assert.equal(created.status, 201, created.text)
    assert.equal(created.at('config.method'), 'POST')
    const put = { ...body, config: { ...body.config, method: 'Put' } }
    const updated = await send('PUT', `/v1/alert-channels/${String(created.at('id'))}`, put)
    assert.equal(updated.at('config.method'), 'PUT', updated.text)
  })
})
