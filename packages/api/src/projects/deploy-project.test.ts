import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { makeGroup } from '../../testing/make-group.ts'
import {
  member,
  monitor,
  channel,
  componentPage,
  subscription,
  assignment,
  location,
  ref,
  projectsOf,
} from '../../testing/projects-under-test.ts'

forOneEngine('deploying a project', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, post, follow, deploy, diffIn, actions, idOf } = projectsOf(api)

  test('case 2: the same code twice changes nothing the second time', async () => {
    const project = newProject()
    const resources = [
      channel('hook'),
      location('lab', `lab-${project.logicalId}`),
      member('check-group', 'group', { name: 'Group', activated: true, v: 2 }),
      monitor('one', { groupId: ref('group') }),
      monitor('two'),
      subscription('one', 'hook'),
      assignment('two', 'lab'),
      member('status-page-service', 'service', { name: 'Service' }),
      member('status-page', 'page', {
        name: 'Page',
        url: `page-${project.logicalId}`,
        cards: [{ name: 'Card', services: [ref('service')] }],
      }),
      ...componentPage(`v3-${project.logicalId}`),
      member('maintenance-window', 'window', {
        name: 'Window',
        tags: ['a'],
        startsAt: '2030-01-01T00:00:00.000Z',
        endsAt: '2030-01-01T01:00:00.000Z',
      }),
      member('dashboard', 'board', { header: 'Board', customUrl: `board-${project.logicalId}`, tags: [] }),
    ]
    const preview = await post(project, resources, '?dryRun=true')
    assert.equal(preview.status, 200, preview.text)
    assert.equal(preview.at('project'), null)
    assert.deepEqual(new Set(diffIn(preview, 'diff').map(({ action }) => action)), new Set(['CREATE']))
    const first = await deploy(project, resources)
    assert.equal(diffIn(first).length, resources.length)
    const check = await api.call('GET', `/v1/checks/${String(idOf(first, 'one'))}`)
    assert.deepEqual(
      [check.at('name'), check.at('groupId'), check.at('alertChannelSubscriptions.0.alertChannelId')],
      ['Monitor one', idOf(first, 'group'), idOf(first, 'hook')],
    )
    const other = await api.call('GET', `/v1/checks/${String(idOf(first, 'two'))}`)
    assert.deepEqual(other.at('privateLocations'), [idOf(first, 'lab')])
    const log = await api.call('GET', '/v1/audit-log?limit=100')
    // When a check is due, and where its rotation stands, is in its rows.
    const rows = async () => [
      await api.store.read.selectFrom('checks').selectAll().orderBy('id').execute(),
      await api.store.read.selectFrom('check_states').selectAll().orderBy('check_id').execute(),
    ]
    const rowsBefore = await rows()
    const second = await deploy(project, resources)
    assert.deepEqual(
      actions(second).filter((line) => !/^UPDATE .* false$/.test(line)),
      [],
    )
    assert.deepEqual(
      diffIn(second).map(({ logicalId, physicalId }) => [logicalId, physicalId]),
      diffIn(first).map(({ logicalId, physicalId }) => [logicalId, physicalId]),
    )
    const after = await api.call('GET', '/v1/audit-log?limit=100')
    const entriesOf = (answer: typeof log) => (answer.at('entries') as unknown[]).length
    assert.equal(entriesOf(after) - entriesOf(log), 1)
    assert.deepEqual(await rows(), rowsBefore)
  })

  test('case 3: what is removed from the code is deleted with its subscriptions, or detached when it is to be kept', async () => {
    const project = newProject()
    const whole = [channel('hook'), monitor('one'), monitor('two'), subscription('two', 'hook')]
    const first = await deploy(project, whole)
    const kept = await deploy(project, [channel('hook'), monitor('one')], '?preserveResources=true')
    assert.ok(actions(kept).includes('DETACHED two true'), kept.text)
    const path = `/v1/checks/${String(idOf(first, 'two'))}`
    const detached = await api.call('GET', path)
    assert.deepEqual(detached.at('alertChannelSubscriptions.0.alertChannelId'), idOf(first, 'hook'))
    assert.deepEqual([detached.at('project'), detached.at('projectBindings.owner')], [null, null])
    const again = await deploy(project, whole)
    assert.ok(actions(again).includes('CREATE two true'), again.text)
    const preview = await post(project, [channel('hook'), monitor('one')], '?dryRun=true')
    assert.ok(actions(preview, 'diff').includes('DELETE two true'), preview.text)
    await deploy(project, [channel('hook'), monitor('one')])
    assert.equal((await api.call('GET', `/v1/checks/${String(idOf(again, 'two'))}`)).status, 404)
    assert.equal((await api.call('GET', path)).status, 200)
  })

  test('case 4: what was deleted by hand comes back', async () => {
    const project = newProject()
    const first = await deploy(project, [monitor('one')])
    await api.call('DELETE', `/v1/checks/${String(idOf(first, 'one'))}`)
    const second = await deploy(project, [monitor('one')])
    assert.deepEqual(actions(second), ['CREATE one true'])
    assert.notEqual(idOf(second, 'one'), idOf(first, 'one'))
  })

  test('case 5: code wins over changes by hand, and a subscription that was made by hand stays', async () => {
    const project = newProject()
    const resources = [channel('hook'), channel('other'), monitor('one'), subscription('one', 'hook')]
    const first = await deploy(project, resources)
    const path = `/v1/checks/${String(idOf(first, 'one'))}`
    await api.call('PATCH', path, { body: { name: 'By hand' } })
    const own = await api.call('POST', '/v1/alert-channels', {
      body: { type: 'WEBHOOK', config: { name: 'Own', url: 'https://example.net/own', method: 'POST' } },
    })
    await api.call('PUT', `/v1/alert-channels/${String(own.at('id'))}/subscriptions`, {
      body: { checkId: idOf(first, 'one'), activated: true },
    })
    const second = await deploy(project, resources)
    assert.deepEqual(diffIn(second).find(({ logicalId }) => logicalId === 'one')?.['changes'], ['name'])
    const check = await api.call('GET', path)
    assert.equal(check.at('name'), 'Monitor one')
    const channels = (check.at('alertChannelSubscriptions') as { alertChannelId: number }[]).map(
      ({ alertChannelId }) => alertChannelId,
    )
    assert.deepEqual(new Set(channels), new Set([idOf(first, 'hook'), own.at('id')]))
  })

  test('case 6: one wrong resource among fifty is named, all wrong ones are, and nothing is changed', async () => {
    const project = newProject()
    const fifty = Array.from({ length: 50 }, (_, index) => monitor(`m${index}`))
    fifty[7] = monitor('m7', { request: { port: 9 } })
    const one = await post(project, fifty)
    assert.equal(one.status, 400)
    assert.match(String(one.at('message')), /^check "m7": request\.hostname is required$/)
    fifty[9] = monitor('m9', { frequency: 7 })
    fifty[11] = monitor('m11', { groupId: ref('nowhere') })
    const three = await post(project, fifty)
    const message = String(three.at('message'))
    for (const name of ['check "m7": ', 'check "m9": frequency', 'check "m11": groupId refers to'])
      assert.ok(message.includes(name), message)
    const destroyed = await api.call('DELETE', `/v1/projects/${project.logicalId}`)
    assert.deepEqual([destroyed.status, destroyed.at('project')], [200, null])
  })

  test('case 10: a project whose name needs encoding', async () => {
    const project = { logicalId: `team/a#b.c-${newProject().logicalId}`, name: 'Team' }
    const first = await deploy(project, [monitor('one')])
    const gone = await follow(
      await api.call('DELETE', `/v1/projects/${encodeURIComponent(project.logicalId)}`),
    )
    assert.equal(gone.at('status'), 'SUCCEEDED', gone.text)
    assert.deepEqual(actions(gone), ['DELETE one true'])
    assert.equal((await api.call('GET', `/v1/checks/${String(idOf(first, 'one'))}`)).status, 404)
  })

  test('case 11: what a project refers to must be in the account, and is never deleted with it', async () => {
    const project = newProject()
    const group = await makeGroup(api)
    const reference = { type: 'check-group', logicalId: `check-group-${group}`, member: false, payload: null }
    const resources = [
      { ...reference, physicalId: group },
      monitor('one', { groupId: ref(`check-group-${group}`) }),
    ]
    const first = await deploy(project, resources)
    assert.deepEqual(actions(first), ['CREATE one true'])
    const foreign = await post(project, [{ ...reference, physicalId: 999_999 }])
    assert.match(String(foreign.at('message')), /check group 999999, which is not in this account/)
    await follow(await api.call('DELETE', `/v1/projects/${project.logicalId}`))
    assert.equal((await api.call('GET', `/v1/check-groups/${group}`)).status, 200)
  })

  test('case 11: channels, locations, pages and components are named by their ids, by their own account alone', async () => {
    const project = newProject()
    const made = async (path: string, body: object) => {
      const answer = await api.call('POST', path, { body })
      assert.equal(answer.status, 201, answer.text)
      return answer.at('id')
    }
    const suffix = project.logicalId
    const hook = { type: 'WEBHOOK', config: { name: 'Own', url: 'https://example.net/own', method: 'POST' } }
    const page = await made('/v1/status-pages', { name: 'Page', url: `own-${suffix}`, version: 3 })
    const paths = {
      'alert-channel': '/v1/alert-channels',
      'private-location': '/v1/private-locations',
      'status-page': '/v1/status-pages',
      'status-page-component': `/v1/status-pages/${String(page)}/components`,
    }
    const ids = {
      'alert-channel': await made(paths['alert-channel'], hook),
      'private-location': await made(paths['private-location'], { name: 'Lab', slugName: `own-${suffix}` }),
      'status-page': page,
      'status-page-component': await made(paths['status-page-component'], { name: 'All', type: 'GROUP' }),
    }
    const nameOf = (type: keyof typeof ids) => `${type}-${String(ids[type])}`
    const types = Object.keys(ids) as (keyof typeof ids)[]
    const references = types.map((type) => ({
      type,
      logicalId: nameOf(type),
      physicalId: ids[type],
      member: false,
      payload: null,
    }))
    const first = await deploy(project, [
      ...references,
      monitor('one'),
      subscription('one', nameOf('alert-channel')),
      assignment('one', nameOf('private-location')),
      member('status-page-component', 'part', {
        statusPageId: ref(nameOf('status-page')),
        parentId: ref(nameOf('status-page-component')),
        type: 'SERVICE',
        name: 'Part',
        displayOrder: 0,
      }),
    ])
    assert.equal(diffIn(first).length, 4, 'what is referred to is no part of the project')
    const check = await api.call('GET', `/v1/checks/${String(idOf(first, 'one'))}`)
    assert.deepEqual(
      [check.at('alertChannelSubscriptions.0.alertChannelId'), check.at('privateLocations')],
      [ids['alert-channel'], [ids['private-location']]],
    )
    const part = await api.call('GET', `${paths['status-page-component']}/${String(idOf(first, 'part'))}`)
    assert.equal(part.at('parentId'), ids['status-page-component'])

    const stranger = await api.makeUser()
    const theirs = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    const foreign = await api.call('POST', '/v1/projects/deploy', {
      ...theirs,
      body: { project, resources: references },
    })
    assert.equal(foreign.status, 400)
    for (const type of types)
      assert.match(
        foreign.textAt('message'),
        new RegExp(`${type} "${nameOf(type)}": refers to .* not in this account`),
      )

    await follow(await api.call('DELETE', `/v1/projects/${suffix}`))
    for (const type of types)
      assert.equal((await api.call('GET', `${paths[type]}/${String(ids[type])}`)).status, 200, type)
  })

  test('case 11: a reference to what cannot be an id is refused by name', async () => {
    for (const [type, physicalId] of [
      ['check', 'nothing'],
      ['status-page', '12'],
      ['check-group', 'nothing'],
      ['check-group', 999_999_999_999_999],
      ['maintenance-window', -1],
    ] as const) {
      const resource = { type, logicalId: 'other', physicalId, member: false, payload: null }
      const answer = await post(newProject(), [resource], '?dryRun=true')
      assert.equal(answer.status, 400, answer.text)
      assert.match(String(answer.at('message')), /"other": refers to .*, which is not in this account/)
    }
  })

  test('case 21: exactly what the code changed is changed', async () => {
    const project = newProject()
    const lab = location('lab', `lab-${project.logicalId}`)
    const group = member('check-group', 'group', { name: 'Group', activated: true, v: 2 })
    const first = await deploy(project, [
      channel('hook'),
      lab,
      group,
      monitor('one'),
      monitor('two'),
      subscription('one', 'hook'),
      assignment('one', 'lab'),
      subscription('two', 'hook'),
    ])
    const second = await deploy(project, [
      channel('hook'),
      lab,
      group,
      monitor('one', { groupId: ref('group') }),
      monitor('two'),
      subscription('two', 'hook'),
    ])
    assert.deepEqual(
      actions(second)
        .filter((line) => line.endsWith('true'))
        .toSorted(),
      [
        'DELETE check-alert-channel-subscription#one#hook true',
        'DELETE private-location-check-assignment#one#lab true',
        'UPDATE one true',
      ],
    )
    const check = await api.call('GET', `/v1/checks/${String(idOf(first, 'one'))}`)
    assert.deepEqual(
      [check.at('alertChannelSubscriptions'), check.at('privateLocations'), check.at('groupId')],
      [[], [], idOf(first, 'group')],
    )
  })

  test('what joins two things with long names is named after both of them, and an intent may be as code writes it', async () => {
    const long = 'a'.repeat(255)
    const named = { name: 'Long', intent: { goal: 'g', constraints: [] } }
    const resources = [channel('hook'), monitor(long, named), subscription(long, 'hook')]
    const project = newProject()
    const ended = await deploy(project, resources)
    assert.equal(diffIn(ended).length, 3)
    const refused = await post(project, [monitor(`${long}a`, named)])
    assert.match(refused.textAt('message'), /^check "a+": has a logical id of more than 255 characters$/)
  })

  test('case 24: a private location in use outside of the project is not deleted', async () => {
    const project = newProject()
    const slug = `lab-${project.logicalId}`
    await deploy(project, [location('lab', slug), monitor('one')])
    const outside = await api.call('POST', '/v1/checks/tcp', {
      body: {
        name: 'Outside',
        frequency: 10,
        privateLocations: [slug],
        request: { hostname: '127.0.0.1', port: 9 },
      },
    })
    assert.equal(outside.status, 201, outside.text)
    const answer = await post(project, [monitor('one')])
    assert.equal(answer.status, 400)
    assert.match(String(answer.at('message')), /private-location "lab": cannot be deleted: "Outside" outside/)
  })
})
