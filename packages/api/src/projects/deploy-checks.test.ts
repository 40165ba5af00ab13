import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { isReferred } from '@sonde/store/artifacts/golden-files.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { member, monitor, ref, projectsOf } from '../../testing/projects-under-test.ts'
import { sessionBody } from '../../testing/session-runs.ts'

forOneEngine('deploying checks with what they bring', (engine) => {
  const api = apiUnderTest(engine)
  const { newProject, post, follow, deploy, actions, idOf } = projectsOf(api)

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
