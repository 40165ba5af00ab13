import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { trialRunSealContext } from '@sonde/store/runs/trial-runs.ts'
import { writtenScripts } from '@sonde/schema/checks/written-scripts.ts'
import { hashCode } from '@sonde/store/variables/code-files.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { jobOf, sessionBody, sessionsUnderTest } from '../../testing/session-runs.ts'

const runPath = '/v1/test-sessions/run'

forOneEngine('groups of checks in test sessions', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const sessions = sessionsUnderTest(api)

  test('a check has the variables, request defaults and scripts of its group, which is not deployed', async () => {
    const group = {
      name: 'Shop',
      environmentVariables: [
        { key: 'TOKEN', value: 'of-group', secret: true },
        { key: 'BOTH', value: 'group' },
      ],
      apiCheckDefaults: {
        url: 'https://base.example',
        headers: [{ key: 'x-a', value: '1' }],
        queryParameters: [],
        basicAuth: { username: '', password: '' },
      },
      localSetupScript: 'ofGroup()',
    }
    const job = jobOf('api', {
      checkType: 'API',
      group,
      groupId: { ref: 'shop' },
      localSetupScript: 'ofCheck()',
      environmentVariables: [{ key: 'BOTH', value: 'check' }],
      request: {
        url: '{{GROUP_BASE_URL}}/x',
        method: 'GET',
        headers: [],
        queryParameters: [],
        assertions: [],
      },
    })
    const { runs } = await sessions.start([job])
    const row = await sessions.rowOf(runs['api'] ?? '')
    assert.deepEqual(row.groupId, null)
    const request = row.config['request'] as { headers: { key: string }[] }
    assert.deepEqual(
      request.headers.map(({ key }) => key),
      ['x-a'],
    )
    const scripts = writtenScripts(row.config, null)?.setup
    assert.deepEqual(
      scripts?.map((script) => ('code' in script ? [script.owner, script.code] : null)),
      [
        ['group', 'ofGroup()'],
        ['check', 'ofCheck()'],
      ],
    )
    const kept = await api.store.read.selectFrom('code_files').select('sha256').execute()
    for (const code of ['ofGroup()', 'ofCheck()'])
      assert.ok(
        kept.some(({ sha256 }) => sha256 === hashCode(code)),
        code,
      )
    const sealed = JSON.parse(api.store.sealer.open(row.sealedConfig ?? '', trialRunSealContext(row.id)))
    const values = Object.fromEntries(
      sealed.environmentVariables.map(({ key, value }: { key: string; value: string }) => [key, value]),
    )
    assert.deepEqual(values, { GROUP_BASE_URL: 'https://base.example', TOKEN: 'of-group', BOTH: 'check' })
    const rows = JSON.stringify(await api.store.read.selectFrom('check_tries').selectAll().execute())
    assert.ok(!rows.includes('of-group'))
  })

  test('a group and a check may have as many variables and assertions as when they are deployed', async () => {
    const variables = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, number) => ({ key: `${prefix}_${number}`, value: 'v' }))
    const assertion = {
      source: 'STATUS_CODE',
      comparison: 'EQUALS',
      property: '',
      target: '200',
      regex: null,
    }
    const assertions = Array.from({ length: 60 }, () => assertion)
    const job = (ofGroup: number, own: number) =>
      jobOf('api', {
        checkType: 'API',
        group: {
          name: 'Shop',
          environmentVariables: variables(ofGroup, 'GROUP'),
          apiCheckDefaults: { url: '', headers: [], queryParameters: [], assertions },
        },
        groupId: { ref: 'shop' },
        environmentVariables: variables(own, 'OWN'),
        request: { url: 'https://shop.example.com/', method: 'GET', assertions },
      })
    const { runs } = await sessions.start([job(100, 100)])
    const row = await sessions.rowOf(runs['api'] ?? '')
    const sealed = JSON.parse(api.store.sealer.open(row.sealedConfig ?? '', trialRunSealContext(row.id)))
    assert.equal(sealed.environmentVariables.length, 200)
    assert.equal((row.config['request'] as { assertions: unknown[] }).assertions.length, 120)
    for (const [ofGroup, own, field] of [
      [101, 0, 'group.environmentVariables'],
      [0, 101, 'environmentVariables'],
    ] as const) {
      const refused = await api.call('POST', runPath, { body: sessionBody([job(ofGroup, own)]) })
      expectError(refused, 400)
      assert.ok(refused.textAt('message').includes(`check "api": ${field} must`), refused.text)
    }
  })
})
