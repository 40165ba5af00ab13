import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { importsOf } from '../../testing/imports-under-test.ts'
import { channel, monitor, projectsOf, subscription } from '../../testing/projects-under-test.ts'

forOneEngine('imports into projects', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, deploy, post, actions } = projectsOf(api)
  const { planned, step, cancel, include, makeProject, importInto, codeOf } = importsOf(api)

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
