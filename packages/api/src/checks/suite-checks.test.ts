import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bundleOf } from '@sonde/store/artifacts/code-bundles.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { importCalls } from '../../testing/import-calls.ts'
import { emptyProjectKey, uploadEmptyProject } from '../../testing/project-bundle.ts'
import { member, projectsOf } from '../../testing/projects-under-test.ts'
import { jobOf, sessionBody, sessionsUnderTest } from '../../testing/session-runs.ts'

forOneEngine('check suites', (engine) => {
  const api = apiUnderTest(engine)
  const path = '/v1/checks/playwright'
  const codeBundlePath = emptyProjectKey(api.accountId)
  const smallest = { name: 'Shop', codeBundlePath }
  const create = (body: object) => api.call('POST', path, { body: { ...smallest, ...body } })
  const sessions = sessionsUnderTest(api)
  before(() => uploadEmptyProject(api))

  test('the least that a client has to send is completed by defaults', async () => {
    const made = await create({ checkType: 'PLAYWRIGHT' })
    assert.equal(made.status, 201, made.text)
    const { testCommand, installCommand, workingDir, browsers, engine: name, frequency } = made.record()
    assert.deepEqual(
      { testCommand, installCommand, workingDir, browsers, name, frequency },
      {
        testCommand: 'npx playwright test',
        installCommand: '',
        workingDir: null,
        browsers: ['chromium'],
        name: null,
        frequency: 10,
      },
    )
    const changed = await api.call('PUT', `${path}/${made.textAt('id')}`, {
      body: { engine: 'node', engineVersion: '23.1.0', workingDir: 'apps/shop' },
    })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      [changed.at('codeBundlePath'), changed.at('workingDir'), changed.at('engineVersion')],
      [codeBundlePath, 'apps/shop', '23.1.0'],
    )
  })

  test('only a bundle that the account has uploaded can be run', async () => {
    const { id, key } = await api.makeUser()
    const others = { key, account: await api.makeAccount(id) }
    const theirs = await uploadEmptyProject(api, others)
    const hash = 'a'.repeat(64)
    for (const unknown of [theirs, `${api.accountId}/${hash}`, hash, 'x', `${codeBundlePath}/x`]) {
      expectInvalid(await create({ codeBundlePath: unknown }), 'payload', ['codeBundlePath'])
    }
    expectInvalid(await api.call('POST', path, { body: { name: 'A' } }), 'payload', ['codeBundlePath'])
  })

  test('folders outside of the project, engines that nobody has and other names are refused', async () => {
    for (const workingDir of ['../x', '/etc', 'a/../../b', 'a\\b'])
      expectInvalid(await create({ workingDir }), 'payload', ['workingDir'])
    expectInvalid(await create({ engine: 'bun', engineVersion: '2.0.0' }), 'payload', ['engineVersion'])
    expectInvalid(await create({ browsers: ['opera'] }), 'payload', ['browsers.0'])
    expectInvalid(await create({ checkType: 'BROWSER' }), 'payload', ['checkType'])
  })

  test('retries and runtimes are taken from clients, and have no effect', async () => {
    const sent = { doubleCheck: true, runtimeId: '2024.02', shouldFail: true }
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 1, maxRetries: 2, maxDurationSeconds: 60 }
    const made = await create({ ...sent, retryStrategy })
    assert.equal(made.status, 201, made.text)
    const settings = await api.call('GET', `/v1/checks/${made.textAt('id')}/effective-settings`)
    assert.equal(settings.at('retries.sentence'), 'No retries: the first failure counts.')
  })

  test('code deploys a suite as its client sends it, and tests it with its packages installed anew', async () => {
    const { newProject, deploy, idOf, actions } = projectsOf(api)
    const payload = {
      checkType: 'PLAYWRIGHT',
      name: 'Shop',
      activated: true,
      locations: ['eu-west-1'],
      frequency: 10,
      codeBundlePath,
      browsers: ['chromium'],
      cacheHash: 'c'.repeat(64),
      playwrightVersion: '1.58.2',
      testCommand: "npx playwright test --grep '@a|@b'",
      workingDir: '.',
      installCommand: '',
    }
    const project = newProject()
    const deployed = await deploy(project, [member('check', 'shop', payload)])
    const id = String(idOf(deployed, 'shop'))
    const check = await api.call('GET', `/v1/checks/${id}`)
    assert.equal(check.at('testCommand'), payload.testCommand)
    const again = await deploy(project, [member('check', 'shop', payload)])
    assert.deepEqual(actions(again), ['UPDATE shop false'])
    const { runs } = await sessions.start([{ ...payload, logicalId: 'shop' }], { refreshCache: true })
    const { config } = await sessions.rowOf(String(runs['shop']))
    assert.deepEqual([config['refreshCache'], config['codeBundlePath']], [true, codeBundlePath])
    const unknown = { ...payload, logicalId: 'shop', codeBundlePath: 'x' }
    const refused = await api.call('POST', '/v1/test-sessions/run', { body: sessionBody([unknown]) })
    expectInvalid(refused, 'payload', ['codeBundlePath'])
    for (const version of ['v1', 'v2']) {
      const body = { target: { checkId: [id] }, refreshCache: true }
      assert.equal((await api.call('POST', `/${version}/check-sessions/trigger`, { body })).status, 201)
      assert.equal(api.runs.started.at(-1)?.refreshesCache, true)
    }
  })

  test('browser-checks case 20: a cancelled test session ends its suites, and an API check of it still finishes', async () => {
    const suite = { checkType: 'PLAYWRIGHT', codeBundlePath, request: undefined }
    const { sessionId, runs } = await sessions.start([jobOf('shop', suite), jobOf('front')])
    const cancel = `/v1/test-sessions/${sessionId}/cancel`
    const states = async () => {
      const session = await api.call('GET', `/v1/test-sessions/${sessionId}`)
      return ['status', 'results.0.status', 'results.1.status'].map((field) => session.at(field))
    }
    assert.equal((await api.call('POST', cancel)).status, 204)
    assert.deepEqual(await states(), ['RUNNING', 'CANCELLED', 'RUNNING'])
    await sessions.end(runs['front'] ?? '')
    assert.deepEqual(await states(), ['CANCELLED', 'CANCELLED', 'PASSED'])
    assert.equal((await api.call('POST', cancel)).status, 204, 'after the end')
    assert.deepEqual(await states(), ['CANCELLED', 'CANCELLED', 'PASSED'])
  })

  test('a deploy warns of commands that install browsers', async () => {
    const { newProject, deploy } = projectsOf(api)
    const payload = { checkType: 'PLAYWRIGHT', name: 'Shop', locations: ['eu-west-1'], codeBundlePath }
    const command = 'npm ci && npx playwright install --with-deps chromium'
    const deployed = await deploy(newProject(), [
      member('check', 'shop', { ...payload, installCommand: command }),
    ])
    assert.match(
      JSON.stringify(deployed.at('result.warnings')),
      /installCommand: installs browsers, which .* no effect/,
    )
  })

  test('an export has no code: an account that has the project gets the suite, another one is told what to do', async () => {
    const { newAccount, importInto, exportOf, refusedPaths } = importCalls(api)
    const from = await newAccount()
    const key = await uploadEmptyProject(api, { account: from })
    const body = { ...smallest, codeBundlePath: key }
    const made = await api.call('POST', path, { account: from, body })
    assert.equal(made.status, 201, made.text)
    const { checks = [] } = await exportOf(from)
    const to = await newAccount()
    assert.deepEqual(await refusedPaths(to, { checks }), ['checks.0.codeBundlePath'])
    const own = await uploadEmptyProject(api, { account: to })
    await importInto(to, { checks })
    const [imported] = (await api.call('GET', '/v1/checks', { account: to })).body as {
      codeBundlePath: string
    }[]
    assert.equal(imported?.codeBundlePath, own)
    // A file of before a deploy names a project that is gone: the one that runs now stays.
    const old = checks.map((check) => ({
      ...check,
      name: 'Old',
      codeBundlePath: `${from}/${'a'.repeat(64)}`,
    }))
    const report = await importInto(from, { checks: old })
    assert.match(JSON.stringify(report.at('warnings')), /keeps the one that it has/)
    const kept = await api.call('GET', `/v1/checks/${made.textAt('id')}`, { account: from })
    assert.deepEqual([kept.at('name'), kept.at('codeBundlePath')], ['Old', key])
  })

  test('the bundle is kept as long as the check has it', async () => {
    const made = await create({})
    const owner = { accountId: api.accountId, kind: 'check', id: made.textAt('id') } as const
    const sha256 = codeBundlePath.split('/')[1] ?? ''
    assert.equal((await bundleOf(api.store.read, owner, sha256))?.sha256, sha256)
  })
})
