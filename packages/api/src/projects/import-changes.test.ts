import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { importsOf } from '../../testing/imports-under-test.ts'
import { projectsOf } from '../../testing/projects-under-test.ts'

forOneEngine('the first deploy after an import', (engine) => {
  const api = apiUnderTest(engine)
  const { deploy, post, actions } = projectsOf(api)
  const { imported, planned, step, include, makeProject, importInto, codeOf } = importsOf(api)

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
    const { project, plan, codeWith } = await imported('check', check.at('id'))
    const code = codeWith({ dependencies: [], environmentVariables: [] })
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
    const { project, codeWith } = await imported('check', check.at('id'))
    const named = (fields: object) => codeWith({ scriptPath: 'checks/a.spec.ts', ...fields })
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
    const { project, codeWith } = await imported('check-group', group.at('id'))
    const withLogin = (basicAuth: object) =>
      codeWith({ apiCheckDefaults: { url: '', headers: [], queryParameters: [], assertions: [], basicAuth } })
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
})
