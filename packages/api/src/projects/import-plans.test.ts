import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { channel, member, monitor, projectsOf, subscription } from '../../testing/projects-under-test.ts'

type Answer = { text: string; at(path: string): unknown }
type Planned = {
  type: string
  logicalId: string
  physicalId: string | number
  payload: Record<string, unknown>
}

forOneEngine('imports into projects', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, deploy, post, actions } = projectsOf(api)

  const planned = (plan: Answer) => plan.at('changes.resources') as Planned[]
  const step = (plan: Answer, action: 'apply' | 'commit') =>
    api.call('POST', `/next/projects/imports/${String(plan.at('id'))}/${action}`)
  const cancel = (plan: Answer) => api.call('DELETE', `/next/projects/imports/${String(plan.at('id'))}`)
  const include = (type: string, physicalId: unknown) => ({ type: 'include', resource: { type, physicalId } })

  async function makeProject() {
    const project = newProject()
    const created = await api.call('POST', '/next/projects', { body: project })
    assert.equal(created.status, 201, created.text)
    return project
  }

  const importInto = (project: { logicalId: string }, body: object, query = '') =>
    api.call('POST', `/next/projects/${project.logicalId}/imports${query}`, { body })

  async function makeThings() {
    const hook = await api.call('POST', '/v1/alert-channels', {
      body: { type: 'WEBHOOK', config: { name: 'Hook', url: 'https://example.net/hook', method: 'POST' } },
    })
    const group = await api.call('POST', '/v2/check-groups?autoAssignAlerts=false', {
      body: { name: 'Group' },
    })
    const location = await api.call('POST', '/v1/private-locations', {
      body: { name: 'Lab', slugName: `lab-${String(hook.at('id'))}` },
    })
    const checks = []
    for (const name of ['One', 'Two', 'Three']) {
      const check = await api.call('POST', '/v1/checks/tcp?autoAssignAlerts=false', {
        body: {
          name,
          doubleCheck: false,
          locations: ['eu-west-1'],
          privateLocations: [location.at('slugName')],
          groupId: group.at('id'),
          alertChannelSubscriptions: [{ alertChannelId: hook.at('id'), activated: true }],
          request: { hostname: '127.0.0.1', port: 9 },
        },
      })
      assert.equal(check.status, 201, check.text)
      checks.push(check.at('id'))
    }
    const filters = [
      { type: 'exclude' },
      include('alert-channel', hook.at('id')),
      include('check-group', group.at('id')),
      include('private-location', location.at('id')),
      ...checks.map((id) => include('check', id)),
    ]
    return { hook: hook.at('id'), group: group.at('id'), location: location.at('id'), checks, filters }
  }

  /** The plan as code that names what is beside it, as the command writes it. */
  function codeOf(plan: Answer) {
    const resources = planned(plan)
    const names = new Map(
      resources.map(({ type, physicalId, logicalId }) => [`${type} ${physicalId}`, logicalId]),
    )
    const ref = (type: string, id: unknown) => ({ ref: names.get(`${type} ${String(id)}`) ?? '' })
    return resources.map(({ type, logicalId, payload }) => {
      const { id: _id, groupId, alertChannelId, checkId, privateLocationId, ...fields } = payload
      return member(type, logicalId, {
        ...fields,
        ...(groupId === undefined ? {} : { groupId: ref('check-group', groupId) }),
        ...(alertChannelId === undefined ? {} : { alertChannelId: ref('alert-channel', alertChannelId) }),
        ...(checkId === undefined ? {} : { checkId: ref('check', checkId) }),
        ...(privateLocationId === undefined
          ? {}
          : { privateLocationId: ref('private-location', privateLocationId) }),
      })
    })
  }

  test('case 61: planned, applied and committed, the code changes nothing', async () => {
    const project = await makeProject()
    const things = await makeThings()
    const preview = await importInto(project, { filters: things.filters, friends: [] }, '?preview=true')
    assert.deepEqual([preview.status, preview.at('id')], [200, undefined], preview.text)
    const listed = `/next/projects/${project.logicalId}/imports`
    assert.deepEqual((await api.call('GET', listed)).body, [])

    const plan = await importInto(project, { filters: things.filters, friends: [] })
    assert.equal(plan.status, 200, plan.text)
    assert.deepEqual([plan.at('appliedAt'), plan.at('committedAt')], [undefined, undefined])
    const counts = Object.entries(Object.groupBy(planned(plan), ({ type }) => type))
    assert.deepEqual(counts.map(([type, list]) => `${list?.length} ${type}`).toSorted(), [
      '1 alert-channel',
      '1 check-group',
      '1 private-location',
      '3 alert-channel-subscription',
      '3 check',
      '3 private-location-check-assignment',
    ])
    assert.equal((await step(plan, 'commit')).status, 403)
    // Deployed too early it would create everything twice; secrets, which only the stored ones have, prevent it.
    const early = await post(project, codeOf(plan), '?dryRun=true')
    assert.equal(early.status, 400, early.text)
    assert.equal(early.text.match(/config\.url has no value/g)?.length, 1, early.text)
    assert.equal(early.text.match(/alert-channel \\"/g)?.length, 1, early.text)

    const applied = await step(plan, 'apply')
    assert.equal(applied.status, 200, applied.text)
    assert.equal((await step(plan, 'apply')).status, 403)
    const check = await api.call('GET', `/v1/checks/${String(things.checks[0])}`)
    assert.equal(check.at('projectBindings.owner.binding.pending'), true, check.text)
    const pending = await post(project, codeOf(plan), '?dryRun=true')
    assert.deepEqual(
      actions(pending, 'diff').filter((line) => !/^UPDATE .* false$/.test(line)),
      [],
      pending.text,
    )
    assert.equal((await api.call('GET', `${listed}?onlyUnapplied=true`)).at('0'), undefined)
    assert.equal(
      (await api.call('GET', '/next/projects/imports?onlyUncommitted=true')).at('0.id'),
      plan.at('id'),
    )
    const committed = await step(plan, 'commit')
    assert.deepEqual([committed.status, typeof committed.at('committedAt')], [200, 'string'], committed.text)
    assert.equal((await cancel(plan)).status, 403)
    const after = await post(project, codeOf(plan), '?dryRun=true')
    assert.ok(
      actions(after, 'diff').every((line) => /^UPDATE .* false$/.test(line)),
      after.text,
    )
    const gone = await post(project, [], '?dryRun=true')
    assert.equal(actions(gone, 'diff').filter((line) => line.startsWith('DELETE ')).length, 12)
  })

  test('case 61: a check of every type that can be imported', async () => {
    const bodies: Record<string, object> = {
      icmp: { request: { hostname: 'example.net' } },
      tcp: { request: { hostname: 'example.net', port: 443 } },
      url: { request: { url: 'https://example.net/' } },
      dns: { request: { query: 'example.net', recordType: 'A' } },
      ssl: { request: { sslConfig: { hostname: 'example.net', port: 443 } } },
      grpc: { request: { url: 'example.net', port: 443, grpcConfig: { mode: 'HEALTH' } } },
      traceroute: { request: { url: 'example.net' } },
      heartbeat: { heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' } },
      api: { request: { method: 'GET', url: 'https://example.net/' } },
      multistep: { script: `import { test } from '@playwright/test'\ntest('a', () => {})\n` },
      browser: { script: `import { test } from '@playwright/test'\ntest('a', () => {})\n` },
    }
    for (const [path, body] of Object.entries(bodies)) {
      const place = path === 'heartbeat' ? {} : { locations: ['eu-west-1'], doubleCheck: false }
      const check = await api.call('POST', `/v1/checks/${path}?autoAssignAlerts=false`, {
        body: { name: path, ...place, ...body },
      })
      assert.equal(check.status, 201, `${path} ${check.text}`)
      const project = await makeProject()
      const plan = await importInto(project, {
        filters: [{ type: 'exclude' }, include('check', check.at('id'))],
      })
      assert.equal(plan.status, 200, plan.text)
      assert.deepEqual(plan.at('warnings'), [])
      assert.doesNotMatch(JSON.stringify(planned(plan)[0]?.payload).replaceAll('"regex":null', ''), /:null/)
      assert.equal((await step(plan, 'apply')).status, 200)
      const diff = await post(project, codeOf(plan), '?dryRun=true')
      assert.deepEqual(actions(diff, 'diff'), [`UPDATE check/${String(check.at('id'))} false`], diff.text)
    }
  })

  test('case 61: a check that is retried at once is retried in the code too, as soon as that can say', async () => {
    const single = {
      type: 'SINGLE_RETRY',
      baseBackoffSeconds: 0,
      sameRegion: true,
      onlyOn: ['NETWORK_ERROR'],
    }
    const once = { type: 'FIXED', sameRegion: false, maxRetries: 1, maxDurationSeconds: 600 }
    const keeps = /is retried at once, which the code cannot say: it says after 1 s/
    const changes = /is retried at once: in the code it is retried after 1 s, and after the next deploy/
    for (const { fields, written, warning, isChanged } of [
      // What the API gives to every check that says nothing of retries.
      { fields: {}, written: { ...once, baseBackoffSeconds: 1 }, warning: keeps, isChanged: false },
      {
        fields: { retryStrategy: single },
        written: { ...single, baseBackoffSeconds: 1 },
        warning: changes,
        isChanged: true,
      },
    ]) {
      const check = await api.call('POST', '/v1/checks/tcp?autoAssignAlerts=false', {
        body: {
          name: 'a',
          locations: ['eu-west-1'],
          request: { hostname: 'example.net', port: 9 },
          ...fields,
        },
      })
      const project = await makeProject()
      const filters = [{ type: 'exclude' }, include('check', check.at('id'))]
      const plan = await importInto(project, { filters })
      const { doubleCheck, retryStrategy } = planned(plan)[0]?.payload ?? {}
      assert.deepEqual([doubleCheck, retryStrategy], [false, written], plan.text)
      assert.match(String(plan.at('warnings')), warning)
      assert.equal((await step(plan, 'apply')).status, 200)
      const deployed = await deploy(project, codeOf(plan), '?scheduleOnDeploy=false')
      assert.deepEqual(actions(deployed), [`UPDATE check/${String(check.at('id'))} ${isChanged}`])
      const stored = await api.call('GET', `/v1/checks/${String(check.at('id'))}`)
      assert.deepEqual(
        [stored.at('retryStrategy'), stored.at('doubleCheck')],
        isChanged ? [written, false] : [null, true],
      )
      const slower = codeOf(plan).map((resource) => ({
        ...resource,
        payload: { ...(resource['payload'] as object), retryStrategy: { ...written, baseBackoffSeconds: 2 } },
      }))
      await deploy(project, slower, '?scheduleOnDeploy=false')
      const changed = await api.call('GET', `/v1/checks/${String(check.at('id'))}`)
      assert.deepEqual(changed.at('retryStrategy.baseBackoffSeconds'), 2)
    }
  })

  test('case 61: lists that are empty in the code and absent in the account are the same, and no drift', async () => {
    const script = `import { test } from '@playwright/test'\ntest('a', () => {})\n`
    const check = await api.call('POST', '/v1/checks/multistep?autoAssignAlerts=false', {
      body: { name: 'a', locations: ['eu-west-1'], doubleCheck: false, script },
    })
    const project = await makeProject()
    const filters = [{ type: 'exclude' }, include('check', check.at('id'))]
    const plan = await importInto(project, { filters })
    assert.equal((await step(plan, 'apply')).status, 200)
    const code = codeOf(plan).map((resource) => ({
      ...resource,
      payload: { ...(resource['payload'] as object), dependencies: [], environmentVariables: [] },
    }))
    const diff = await deploy(project, code, '?scheduleOnDeploy=false')
    assert.deepEqual(actions(diff), [`UPDATE check/${String(check.at('id'))} false`], diff.text)
    assert.equal((await step(plan, 'commit')).status, 200)
    const drift = await api.call('GET', `/v1/projects/${project.logicalId}/drift`)
    assert.doesNotMatch(drift.text, /dependencies|environmentVariables/)
  })

  test('case 61: a script that gets a name by becoming a file is the same script', async () => {
    const script = `import { test } from '@playwright/test'\ntest('a', () => {})\n`
    const check = await api.call('POST', '/v1/checks/browser?autoAssignAlerts=false', {
      body: { name: 'a', locations: ['eu-west-1'], script },
    })
    const project = await makeProject()
    const filters = [{ type: 'exclude' }, include('check', check.at('id'))]
    const plan = await importInto(project, { filters })
    assert.equal((await step(plan, 'apply')).status, 200)
    const named = (fields: object) =>
      codeOf(plan).map((resource) => ({
        ...resource,
        payload: { ...(resource['payload'] as object), scriptPath: 'checks/a.spec.ts', ...fields },
      }))
    const same = await deploy(project, named({}), '?scheduleOnDeploy=false')
    assert.deepEqual(actions(same), [`UPDATE check/${String(check.at('id'))} false`], same.text)
    // With other code the name counts: it says which language it is.
    const typed = `${script}const typed: number = 1\n`
    await deploy(project, named({ script: typed }), '?scheduleOnDeploy=false')
    const stored = await api.call('GET', `/v1/checks/${String(check.at('id'))}`)
    assert.deepEqual([stored.at('scriptPath'), stored.at('script')], ['checks/a.spec.ts', typed])
  })

  test('case 61: a group without a login has an empty one in the code, and a login is a change', async () => {
    const group = await api.call('POST', '/v2/check-groups?autoAssignAlerts=false', {
      body: { name: 'a', locations: ['eu-west-1'] },
    })
    assert.equal(group.status, 201, group.text)
    const project = await makeProject()
    const filters = [{ type: 'exclude' }, include('check-group', group.at('id'))]
    const plan = await importInto(project, { filters })
    assert.equal((await step(plan, 'apply')).status, 200)
    const withLogin = (basicAuth: object) =>
      codeOf(plan).map((resource) => ({
        ...resource,
        payload: {
          ...(resource['payload'] as object),
          apiCheckDefaults: { url: '', headers: [], queryParameters: [], assertions: [], basicAuth },
        },
      }))
    const preview = (basicAuth: object) => post(project, withLogin(basicAuth), '?dryRun=true')
    const empty = await preview({ username: '', password: '' })
    assert.deepEqual(
      actions(empty, 'diff'),
      [`UPDATE check-group/${String(group.at('id'))} false`],
      empty.text,
    )
    const login = await preview({ username: 'sonde', password: '' })
    assert.deepEqual(
      actions(login, 'diff'),
      [`UPDATE check-group/${String(group.at('id'))} true`],
      login.text,
    )
  })

  test('case 62: cancelled, nothing is bound; deployed without the code before the commit, nothing is deleted', async () => {
    const project = await makeProject()
    const things = await makeThings()
    const plan = await importInto(project, { filters: things.filters })
    assert.equal((await step(plan, 'apply')).status, 200)
    const path = `/v1/checks/${String(things.checks[0])}`
    const before = await api.call('GET', path)
    assert.deepEqual(actions(await deploy(project, [monitor('other')])), ['CREATE other true'])
    const kept = await api.call('GET', path)
    assert.deepEqual(
      [kept.at('projectBindings.owner.binding.pending'), kept.at('alertChannelSubscriptions')],
      [true, before.at('alertChannelSubscriptions')],
    )
    assert.deepEqual(actions(await post(project, [], '?dryRun=true'), 'diff'), ['DELETE other true'])
    // A deploy with the code leaves it as it is: only a commit makes it the project's own.
    await deploy(project, [monitor('other'), ...codeOf(plan)])
    assert.equal((await api.call('GET', path)).at('projectBindings.owner.binding.pending'), true)
    assert.equal((await cancel(plan)).status, 204)
    const free = await api.call('GET', path)
    assert.deepEqual([free.at('projectBindings.owner'), free.at('name')], [null, before.at('name')])
    assert.equal((await step(plan, 'apply')).status, 404)
    assert.equal((await cancel(plan)).status, 404)
  })

  test('case 63: what another plan wants is left out, and refused when it is named', async () => {
    const [project, other] = [await makeProject(), await makeProject()]
    const { checks, filters } = await makeThings()
    const plan = await importInto(project, { filters })
    assert.equal(plan.status, 200)
    await makeThings()
    const all = await importInto(other, {})
    assert.equal(all.status, 200, all.text)
    const taken = new Set(planned(plan).map(({ physicalId }) => physicalId))
    assert.equal(
      planned(all).filter(({ type, physicalId }) => type === 'check' && taken.has(physicalId)).length,
      0,
    )
    const named = await importInto(other, { filters: [{ type: 'exclude' }, include('check', checks[0])] })
    assert.equal(named.status, 409)
    assert.match(String(named.at('message')), /is reserved by a pending import/)
    assert.equal((await cancel(all)).status, 204)
    assert.equal((await step(plan, 'apply')).status, 200)
    assert.equal((await step(plan, 'commit')).status, 200)
    const owned = await importInto(other, { filters: [{ type: 'exclude' }, include('check', checks[0])] })
    assert.match(String(owned.at('message')), /belongs to the project "project-\d+" already/)
    const nothing = await importInto(other, { filters: [{ type: 'exclude' }] })
    assert.deepEqual([nothing.status, nothing.at('message')], [404, 'No importable resources were found'])
    assert.equal((await api.call('POST', '/next/projects/unknown/imports', { body: {} })).status, 404)
    assert.equal((await api.call('POST', '/next/projects', { body: project })).status, 409)
  })

  test('case 64: no value of a secret or locked variable, and no secret of a channel, is in a plan', async () => {
    const project = await makeProject()
    const check = await api.call('POST', '/v1/checks/api?autoAssignAlerts=false', {
      body: {
        name: 'Secrets',
        locations: ['eu-west-1'],
        request: { method: 'GET', url: 'https://example.net/' },
        environmentVariables: [
          { key: 'OPEN', value: 'shown' },
          { key: 'SECRET', value: 'hunter2-secret', secret: true },
          { key: 'LOCKED', value: 'hunter2-locked', locked: true },
        ],
      },
    })
    const pager = await api.call('POST', '/v1/alert-channels', {
      body: { type: 'PAGERDUTY', config: { serviceKey: 'hunter2-pager' } },
    })
    const plan = await importInto(project, {
      filters: [
        { type: 'exclude' },
        include('check', check.at('id')),
        include('alert-channel', pager.at('id')),
      ],
    })
    assert.equal(plan.status, 200, plan.text)
    assert.doesNotMatch(plan.text, /hunter2/)
    const payload = planned(plan).find(({ type }) => type === 'check')?.payload ?? {}
    assert.deepEqual(
      (payload['environmentVariables'] as unknown[])
        .filter(isRecord)
        .map(({ key, value, secret }) => [key, value, secret === true]),
      [
        ['OPEN', 'shown', false],
        ['SECRET', undefined, true],
        ['LOCKED', undefined, true],
      ],
    )
    assert.match(String(plan.at('warnings')), /the locked variable LOCKED is a secret in the code/)
  })

  test('what the project has already is named by its friends, and nothing else', async () => {
    const project = newProject()
    await deploy(project, [channel('hook'), channel('unused'), monitor('one'), subscription('one', 'hook')])
    const [bound] = (await api.call('GET', `/v1/projects/${project.logicalId}/resources`)).body as {
      logicalId: string
      physicalId: number
    }[]
    assert.equal(bound?.logicalId, 'hook')
    const check = await api.call('POST', '/v1/checks/tcp?autoAssignAlerts=false', {
      body: {
        name: 'By hand',
        locations: ['eu-west-1'],
        alertChannelSubscriptions: [{ alertChannelId: bound?.physicalId, activated: true }],
        request: { hostname: '127.0.0.1', port: 9 },
      },
    })
    const friends = [
      { type: 'alert-channel', logicalId: 'hook' },
      { type: 'alert-channel', logicalId: 'unused' },
      { type: 'alert-channel', logicalId: 'unknown' },
    ]
    const filters = [{ type: 'exclude' }, include('check', check.at('id'))]
    const plan = await importInto(project, { filters, friends })
    assert.deepEqual(plan.at('changes.friends'), [
      { type: 'alert-channel', logicalId: 'hook', physicalId: bound?.physicalId },
    ])
    const edge = planned(plan).find(({ type }) => type === 'alert-channel-subscription')
    assert.equal(edge?.logicalId, `check-alert-channel-subscription#check/${String(check.at('id'))}#hook`)
  })
})
