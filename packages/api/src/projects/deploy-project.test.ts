import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { isReferred } from '@sonde/store/artifacts/golden-files.ts'
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
import { sessionBody } from '../../testing/session-runs.ts'

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

  test('case 13: a group of version 1 becomes one of version 2 in place', async () => {
    const project = newProject()
    const groupOf = (fields: object) =>
      member('check-group', 'group', { name: 'Group', activated: true, ...fields })
    const check = monitor('one', { groupId: ref('group') })
    const first = await deploy(project, [groupOf({ useGlobalAlertSettings: true }), check])
    const second = await deploy(project, [groupOf({ v: 2 }), check])
    assert.equal(idOf(second, 'group'), idOf(first, 'group'))
    assert.deepEqual(actions(second), ['UPDATE group true', 'UPDATE one false'])
    const stored = await api.call('GET', `/v1/checks/${String(idOf(first, 'one'))}`)
    assert.equal(stored.at('groupId'), idOf(first, 'group'))
  })

  test('case 16: whoever may only read can preview, and not deploy', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const body = { project: newProject(), resources: [monitor('one')] }
    const preview = await api.call('POST', '/v1/projects/deploy?dryRun=true', { key, body })
    assert.equal(preview.status, 200, preview.text)
    assert.equal((await api.call('POST', '/v1/projects/deploy', { key, body })).status, 403)
  })

  test('case 19: another check type under the same name is refused', async () => {
    const project = newProject()
    await deploy(project, [monitor('one')])
    const answer = await post(project, [
      monitor('one', { checkType: 'ICMP', request: { hostname: '127.0.0.1' } }),
    ])
    assert.equal(answer.status, 400)
    assert.match(String(answer.at('message')), /check "one": checkType cannot be changed: the check is TCP/)
  })

  test('a file that many checks share counts for each of them: a few kilobytes must not become gigabytes', async () => {
    const sharedFiles = [{ path: 'lib.ts', content: 'a'.repeat(1024 * 1024) }]
    const sharing = Array.from({ length: 101 }, (_, n) =>
      monitor(`steps-${n}`, {
        checkType: 'MULTI_STEP',
        request: undefined,
        script: `import './lib'`,
        scriptPath: 'steps.spec.ts',
        dependencies: [0],
      }),
    )
    const project = newProject()
    const send = (resources: readonly object[], query = '') =>
      api.call('POST', `/v1/projects/deploy${query}`, {
        body: { project, sharedFiles, resources, repoInfo: null },
      })
    for (const query of ['', '?dryRun=true']) {
      const refused = await send(sharing, query)
      assert.equal(refused.status, 400)
      assert.match(refused.textAt('message'), /^sharedFiles are 101 MB with a copy for each check/)
    }
    assert.equal((await send(sharing.slice(99), '?dryRun=true')).status, 200)
    const session = await api.call('POST', '/v1/test-sessions/run', {
      body: {
        ...sessionBody(sharing.map(({ logicalId, payload }) => ({ ...Object(payload), logicalId }))),
        sharedFiles,
      },
    })
    assert.equal(session.status, 400)
    assert.match(session.textAt('message'), /^sharedFiles are 101 MB/)
  })

  test('case 14: a file of the project that two checks import is sent once, and changes both', async () => {
    const project = newProject()
    const steps = monitor('steps', {
      checkType: 'MULTI_STEP',
      request: undefined,
      script: `import '../lib/words'`,
      scriptPath: 'tests/steps.spec.ts',
      dependencies: [1],
    })
    const request = monitor('request', {
      checkType: 'API',
      request: { url: 'https://example.net/', method: 'GET' },
      localSetupScript: `import '../lib/words'`,
      setupScriptPath: 'scripts/setup.ts',
      setupScriptDependencies: [1, 0],
    })
    const send = (sharedFiles: readonly object[], resources = [steps, request, monitor('other')]) =>
      api.call('POST', '/v1/projects/deploy', { body: { project, sharedFiles, resources, repoInfo: null } })
    const own = { path: 'scripts/setup.ts', content: 'the script itself' }
    const words = (content: string) => ({ path: 'lib/words.ts', content })
    const first = await follow(await send([own, words('one')]))
    const shown = async (name: string, field: string) =>
      (await api.call('GET', `/v1/checks/${String(idOf(first, name))}`)).at(field)
    assert.deepEqual(await shown('steps', 'dependencies'), [words('one')])
    assert.deepEqual(await shown('request', 'setupScriptDependencies'), [words('one')])
    assert.deepEqual(await shown('request', 'setupScriptPath'), 'scripts/setup.ts')
    const second = await follow(await send([own, words('One')]))
    assert.deepEqual(actions(second).toSorted(), [
      'UPDATE other false',
      'UPDATE request true',
      'UPDATE steps true',
    ])
    // Whoever changes the check by hand without a word about the files keeps them.
    const path = `/v1/checks/api/${String(idOf(first, 'request'))}`
    const put = await api.call('PUT', path, {
      body: {
        name: 'Other',
        request: { url: 'https://example.net/', method: 'GET' },
        localSetupScript: 'go()',
      },
    })
    assert.deepEqual([put.status, put.at('setupScriptDependencies')], [200, [words('One')]], put.text)
    const unknown = await send([own])
    assert.equal(unknown.status, 400)
    assert.match(unknown.textAt('message'), /"steps": dependencies\.0 names shared file 1; the project has 1/)
    const outside = await send([own, { path: '../x.ts', content: 'x' }])
    assert.match(outside.textAt('message'), /"steps": dependencies\.0\.path must be a relative path without/)
  })

  test('golden files are deployed with their check, and one that was not uploaded is refused', async () => {
    const uploaded = await api.call('POST', '/next/checkly-storage/upload', {
      payload: Buffer.from('a picture'),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const golden = { key: uploaded.textAt('key'), path: 'shop.spec.ts-snapshots/home-linux.png' }
    const browser = (snapshots: readonly object[]) =>
      monitor('one', { checkType: 'BROWSER', script: 'x', request: undefined, snapshots })
    const project = newProject()
    const missing = { path: 'shop.spec.ts-snapshots/b.png', key: `${api.accountId}/${'0'.repeat(64)}` }
    const refused = await post(project, [browser([golden, missing])])
    assert.equal(refused.status, 400, refused.text)
    assert.match(refused.textAt('message'), /check "one": snapshots\.1\.key is not a golden file/)
    const first = await deploy(project, [browser([golden])])
    const own = `/v1/checks/${String(idOf(first, 'one'))}`
    assert.deepEqual((await api.call('GET', own)).at('snapshots'), [golden])
    const owner = { accountId: api.accountId, kind: 'check' as const, id: String(idOf(first, 'one')) }
    assert.ok(await isReferred(api.store.read, owner, hash('sha256', 'a picture')))
    assert.deepEqual(actions(await deploy(project, [browser([golden])])), ['UPDATE one false'])
    await deploy(project, [browser([])])
    assert.deepEqual((await api.call('GET', own)).at('snapshots'), [])
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

  test('case 23: a monitor without locations runs at the default one, with a warning', async () => {
    const ended = await deploy(newProject(), [monitor('one', { locations: undefined })])
    const check = await api.call('GET', `/v1/checks/${String(idOf(ended, 'one'))}`)
    assert.deepEqual(check.at('locations'), ['eu-central-1'])
    assert.deepEqual(ended.at('result.warnings'), [
      'check "one": names no location, and runs at eu-central-1',
    ])
  })

  test('case 23: the default locations are those of the account', async () => {
    const settings = '/v1/accounts/me/settings'
    const defaultLocations = ['us-east-1', 'eu-west-1']
    assert.equal((await api.call('PATCH', settings, { body: { defaultLocations } })).status, 200)
    const resources = [monitor('one', { locations: undefined }), monitor('two')]
    const ended = await deploy(newProject(), resources)
    await api.call('PATCH', settings, { body: { defaultLocations: null } })
    const locationsOf = async (logicalId: string) =>
      (await api.call('GET', `/v1/checks/${String(idOf(ended, logicalId))}`)).at('locations')
    assert.deepEqual([await locationsOf('one'), await locationsOf('two')], [defaultLocations, ['eu-west-1']])
    assert.deepEqual(ended.at('result.warnings'), [
      'check "one": names no location, and runs at us-east-1, eu-west-1',
    ])
  })

  test('case 23: a group that names no location does not leave its checks without one', async () => {
    const ended = await deploy(newProject(), [
      member('check-group', 'bare', { name: 'Bare', activated: true, v: 2 }),
      member('check-group', 'placed', { name: 'Placed', activated: true, locations: ['us-east-1'], v: 2 }),
      monitor('one', { locations: undefined, groupId: ref('bare') }),
      monitor('two', { locations: undefined, groupId: ref('placed') }),
    ])
    const check = await api.call('GET', `/v1/checks/${String(idOf(ended, 'one'))}`)
    assert.deepEqual(check.at('locations'), ['eu-central-1'])
    assert.deepEqual(ended.at('result.warnings'), [
      'check "one": names no location, and neither does its group, and runs at eu-central-1',
    ])
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

  test('case 27: a heartbeat keeps its ping address, and its defaults of other types are ignored', async () => {
    const project = newProject()
    const heartbeat = member('check', 'beat', {
      checkType: 'HEARTBEAT',
      name: 'Beat',
      locations: ['eu-west-1'],
      frequency: 10,
      doubleCheck: false,
      heartbeat: { period: 30, periodUnit: 'minutes', grace: 5, graceUnit: 'minutes' },
    })
    const first = await deploy(project, [heartbeat])
    const path = `/v1/checks/${String(idOf(first, 'beat'))}`
    const before = await api.call('GET', path)
    assert.match(String(before.at('heartbeat.pingUrl')), /^https:/)
    const second = await deploy(project, [heartbeat])
    assert.deepEqual(actions(second), ['UPDATE beat false'])
    assert.equal((await api.call('GET', path)).at('heartbeat.pingUrl'), before.at('heartbeat.pingUrl'))
  })
})
