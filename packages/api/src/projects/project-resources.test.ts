import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import {
  member,
  monitor,
  channel,
  subscription,
  location,
  projectsOf,
} from '../../testing/projects-under-test.ts'

forOneEngine('what projects own', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, deploy, actions, idOf, diffIn } = projectsOf(api)

  test('an account brings one of the largest documents at a time', async () => {
    const bring = () => {
      const outgoing = request({
        port: api.port,
        method: 'POST',
        path: '/v1/projects/large/adoptions',
        headers: {
          authorization: `Bearer ${api.ownerKey}`,
          'x-service-account': api.accountId,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
      })
      outgoing.on('error', () => outgoing.destroy())
      outgoing.write(Buffer.alloc(30 * 1024 * 1024, ' '))
      const answered = once(outgoing, 'response').then(([answer]: IncomingMessage[]) => answer?.statusCode)
      answered.catch(() => undefined)
      return { outgoing, answered }
    }
    const both = [bring(), bring()]
    assert.equal(await Promise.race(both.map(({ answered }) => answered)), 429)
    for (const { outgoing } of both) outgoing.destroy()
  })

  test('whatever a project owns shows it', async () => {
    const project = newProject()
    const suffix = project.logicalId
    const ended = await deploy(project, [
      channel('hook'),
      location('lab', `lab-${suffix}`),
      member('check-group', 'group', { name: 'Group', activated: true, v: 2 }),
      monitor('one'),
      member('status-page-service', 'service', { name: 'Service' }),
      member('status-page', 'page', { name: 'Page', url: `page-${suffix}`, cards: [] }),
      member('maintenance-window', 'window', {
        name: 'Window',
        tags: ['a'],
        startsAt: '2030-01-01T00:00:00.000Z',
        endsAt: '2030-01-01T01:00:00.000Z',
      }),
      member('dashboard', 'board', { header: 'Board', customUrl: `board-${suffix}`, tags: [] }),
    ])
    const paths = {
      hook: '/v1/alert-channels',
      lab: '/v1/private-locations',
      group: '/v1/check-groups',
      one: '/v1/checks',
      service: '/v1/status-pages/services',
      page: '/v1/status-pages',
      window: '/v1/maintenance-windows',
    }
    for (const [logicalId, path] of Object.entries(paths)) {
      const shown = await api.call('GET', `${path}/${String(idOf(ended, logicalId))}`)
      assert.equal(shown.status, 200, shown.text)
      assert.deepEqual(
        [
          shown.at('projectBindings.owner.project.logicalId'),
          shown.at('projectBindings.owner.binding.logicalId'),
        ],
        [suffix, logicalId],
        shown.text,
      )
    }
    const drift = await api.call('GET', `/v1/projects/${suffix}/drift`)
    assert.deepEqual(drift.body, { resources: [] }, 'what was just deployed is as it was deployed')
    const boards = await api.call('GET', '/v1/dashboards?limit=100')
    const owners = (JSON.parse(boards.text) as Record<string, unknown>[]).map(({ id, projectBindings }) => {
      const owner = isRecord(projectBindings) ? projectBindings['owner'] : null
      return [id, isRecord(owner) && isRecord(owner['binding']) ? owner['binding']['logicalId'] : null]
    })
    assert.deepEqual(
      owners.filter(([id]) => id === idOf(ended, 'board')),
      [[idOf(ended, 'board'), 'board']],
    )
  })

  test('case 5: drift names what was changed by hand, the code wins, and what somebody has added stays', async () => {
    const project = newProject()
    const code = [
      channel('hook'),
      channel('other'),
      monitor('one'),
      monitor('two'),
      subscription('one', 'hook'),
    ]
    const first = await deploy(project, code)
    const [one, two] = ['one', 'two'].map((name) => String(idOf(first, name)))
    const drift = `/v1/projects/${project.logicalId}/drift`
    const subscriptions = ['hook', 'other'].map((name) => ({
      alertChannelId: idOf(first, name),
      activated: true,
    }))
    const added = { alertChannelSubscriptions: subscriptions }
    assert.equal((await api.call('PATCH', `/v1/checks/tcp/${one}`, { body: added })).status, 200)
    assert.deepEqual((await api.call('GET', drift)).body, { resources: [] }, 'the project has not lost it')
    const body = { name: 'By hand', tags: ['x'] }
    assert.equal((await api.call('PATCH', `/v1/checks/tcp/${one}`, { body })).status, 200)
    assert.equal((await api.call('DELETE', `/v1/checks/${two}`)).status, 204)
    const drifted = await api.call('GET', drift)
    assert.deepEqual(drifted.body, {
      resources: [
        { type: 'check', logicalId: 'one', physicalId: one, drift: 'CHANGED', fields: ['name', 'tags'] },
        { type: 'check', logicalId: 'two', physicalId: two, drift: 'DELETED', fields: [] },
      ],
    })
    const listed = (await api.call('GET', '/v1/projects?limit=100')).body
    assert.ok(Array.isArray(listed))
    const counts = listed.filter(isRecord).filter(({ logicalId }) => logicalId === project.logicalId)
    assert.deepEqual(
      counts.map((each) => each['drift']),
      [2],
    )
    const second = await deploy(project, code)
    assert.deepEqual(diffIn(second).find(({ logicalId }) => logicalId === 'one')?.['drift'], ['name', 'tags'])
    const again = await api.call('GET', `/v1/checks/${one}`)
    assert.deepEqual(
      [again.at('name'), again.at('alertChannelSubscriptions')],
      ['Monitor one', subscriptions],
    )
    assert.deepEqual((await api.call('GET', drift)).body, { resources: [] })
    const removed = { alertChannelSubscriptions: subscriptions.slice(1) }
    assert.equal((await api.call('PATCH', `/v1/checks/tcp/${one}`, { body: removed })).status, 200)
    const lost = await api.call('GET', drift)
    assert.deepEqual(
      [lost.at('resources.0.type'), lost.at('resources.0.drift')],
      ['alert-channel-subscription', 'DELETED'],
    )
  })

  test('case 30: a renamed project and a renamed resource are updated by the next deploy', async () => {
    const project = newProject()
    const first = await deploy(project, [channel('hook'), monitor('one'), subscription('one', 'hook')])
    const to = { ...project, logicalId: `${project.logicalId}/renamed` }
    const body = { logicalId: to.logicalId }
    const renamed = await api.call('PATCH', `/v1/projects/${project.logicalId}`, { body })
    assert.deepEqual([renamed.status, renamed.at('logicalId')], [200, to.logicalId], renamed.text)
    const path = `/v1/projects/${encodeURIComponent(to.logicalId)}`
    const moved = await api.call('PATCH', `${path}/resources/check/one`, { body: { logicalId: 'two' } })
    assert.deepEqual([moved.status, moved.at('physicalId')], [200, idOf(first, 'one')], moved.text)
    const named = await api.call('PATCH', `${path}/resources/alert-channel/hook`, {
      body: { logicalId: 'pager' },
    })
    assert.equal(named.status, 200, named.text)
    const second = await deploy(to, [
      channel('pager'),
      monitor('two', { name: 'Monitor one' }),
      subscription('two', 'pager'),
    ])
    assert.deepEqual(
      actions(second).filter((line) => !line.startsWith('UPDATE ')),
      [],
      second.text,
    )
    assert.equal(idOf(second, 'two'), idOf(first, 'one'))
    const history = await api.call('GET', `${path}/deployments`)
    assert.equal((JSON.parse(history.text) as unknown[]).length, 2)
    const other = newProject()
    await deploy(other, [monitor('two')])
    const taken = await api.call('PATCH', `/v1/projects/${other.logicalId}`, { body })
    assert.deepEqual(
      [taken.status, taken.at('message')],
      [409, `There is a project "${to.logicalId}" already`],
    )
    const clash = await api.call('PATCH', `${path}/resources/check/two`, {
      body: { project: other.logicalId },
    })
    assert.equal(clash.status, 409, clash.text)
    const gone = await api.call('PATCH', `${path}/resources/check/nothing`, { body: { logicalId: 'x' } })
    assert.equal(gone.status, 404)
    const across = await api.call('PATCH', `${path}/resources/check/two`, {
      body: { project: other.logicalId, logicalId: 'three' },
    })
    assert.deepEqual([across.status, across.at('project')], [200, other.logicalId], across.text)
    assert.deepEqual(actions(await deploy(to, [channel('pager')])), ['UPDATE pager false'])
  })

  test('case 31: what was made by hand is adopted, unless a project owns it', async () => {
    const project = newProject()
    const first = await deploy(project, [monitor('one')])
    const check = await api.call('POST', '/v1/checks/tcp', {
      body: { name: 'By hand', request: { hostname: '127.0.0.1', port: 9 }, locations: ['eu-west-1'] },
    })
    const id = check.at('id')
    const adopt = (to: string, fields: Record<string, unknown>) =>
      api.call('POST', `/v1/projects/${to}/resources`, { body: { type: 'check', ...fields } })
    const adopted = await adopt(project.logicalId, { logicalId: 'two', physicalId: id })
    assert.equal(adopted.status, 201, adopted.text)
    const second = await deploy(project, [monitor('one'), monitor('two')])
    assert.deepEqual(actions(second), ['UPDATE one false', 'UPDATE two true'])
    assert.equal(idOf(second, 'two'), id)
    const other = newProject()
    await deploy(other, [])
    const owned = await adopt(other.logicalId, { logicalId: 'mine', physicalId: idOf(first, 'one') })
    assert.equal(owned.status, 409)
    assert.match(String(owned.at('message')), /belongs to the project "project-\d+", as check "one"/)
    const nothing = await adopt(other.logicalId, { logicalId: 'mine', physicalId: 'nothing' })
    assert.deepEqual([nothing.status, nothing.at('attributes.0')], [400, undefined], nothing.text)
    assert.match(String(nothing.at('message')), /physicalId is not a check of this account/)
    assert.equal((await adopt('unknown', { logicalId: 'mine', physicalId: id })).status, 404)
  })
})
