import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testRunOfError } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { hashCode } from '@sonde/store/variables/code-files.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'

const path = '/v1/checks/multistep'
const script = "import { test } from '@playwright/test'"
const smallest = { name: 'Orders', script }

forOneEngine('multistep checks', (engine) => {
  const api = apiUnderTest(engine)

  test('the smallest one has the defaults of the contract, and is read and listed', async () => {
    const made = await api.call('POST', path, { body: smallest })
    assert.equal(made.status, 201)
    assert.deepEqual(
      ['checkType', 'frequency', 'script', 'activated', 'runtimeId', 'scriptPath'].map((field) =>
        made.at(field),
      ),
      ['MULTI_STEP', 10, script, true, null, null],
    )
    const id = made.textAt('id')
    for (const version of ['v1', 'v2', 'v3']) {
      const read = await api.call('GET', `/${version}/checks/${id}`)
      assert.deepEqual([read.status, read.at('script')], [200, script])
    }
    const listed = await api.call('GET', '/v1/checks?checkType=MULTI_STEP')
    assert.match(JSON.stringify(listed.body), new RegExp(id))
    assert.equal(
      (await api.call('GET', `/v1/analytics/multistep-checks/${id}?metrics=responseTime_p95,availability`))
        .status,
      200,
    )
  })

  test('script, paths and dependencies are within their limits', async () => {
    const refused: readonly [object, string][] = [
      [{ script: undefined }, 'script'],
      [{ script: null }, 'script'],
      [{ script: '' }, 'script'],
      [{ script: 'x'.repeat(1_000_001) }, 'script'],
      ...['../a.js', '/a.js', 'a//b.js', './a.js', 'a\\b.js', 'a\0.js', 'node_modules/a.js', ''].map(
        (scriptPath): [object, string] => [{ scriptPath }, 'scriptPath'],
      ),
      [{ dependencies: [{ path: 'a.js', content: '' }] }, 'dependencies.0.content'],
      [{ dependencies: [{ path: '../a.js', content: 'x' }] }, 'dependencies.0.path'],
      [
        {
          dependencies: [
            { path: 'a.js', content: 'x' },
            { path: 'a.js', content: 'y' },
          ],
        },
        'dependencies.1.path',
      ],
      [{ scriptPath: 'a.js', dependencies: [{ path: 'a.js', content: 'x' }] }, 'dependencies.0.path'],
      [{ playwrightConfig: 'x' }, 'playwrightConfig'],
      [{ frequency: 0 }, 'frequency'],
      [{ frequency: 3 }, 'frequency'],
      [{ checkType: 'API' }, 'checkType'],
      [{ runtimeId: '1999.01' }, 'runtimeId'],
    ]
    for (const [fields, key] of refused) {
      const answer = await api.call('POST', path, { body: { ...smallest, ...fields } })
      expectInvalid(answer, 'payload', [key])
    }
  })

  test('case 6: a runtime without multistep checks is refused, also in an update', async () => {
    for (const runtimeId of ['2023.02', '2022.10'])
      expectInvalid(await api.call('POST', path, { body: { ...smallest, runtimeId } }), 'payload', [
        'runtimeId',
      ])
    const made = await api.call('POST', path, { body: { ...smallest, runtimeId: '2023.09' } })
    assert.equal(made.status, 201)
    const own = `${path}/${made.textAt('id')}`
    expectInvalid(await api.call('PATCH', own, { body: { runtimeId: '2023.02' } }), 'payload', ['runtimeId'])
  })

  test('an update keeps the script that it leaves out or sets to null, and agents find the code that counts', async () => {
    const dependencies = [{ path: 'lib/a.js', content: 'export const a = 1' }]
    const config = { use: { extraHTTPHeaders: { 'x-a': 'b' } }, anything: [1] }
    const body = { ...smallest, scriptPath: 'tests/a.spec.ts', dependencies, playwrightConfig: config }
    const id = (await api.call('POST', path, { body })).textAt('id')
    for (const [method, sent] of [
      ['PATCH', { script: null }],
      ['PUT', { name: 'Orders', script: null }],
      ['PATCH', { name: 'Others' }],
    ] as const) {
      const answer = await api.call(method, `${path}/${id}`, { body: sent })
      assert.deepEqual([answer.status, answer.at('script')], [200, script], JSON.stringify(sent))
    }
    const changed = await api.call('PUT', `${path}/${id}`, { body: { name: 'Orders', script: 'other()' } })
    assert.deepEqual([changed.status, changed.at('script')], [200, 'other()'])
    const row = await findCheck(api.store.read, { accountId: api.accountId, id })
    assert.deepEqual(row?.config['playwrightConfig'], config)
    const files = await api.store.read
      .selectFrom('code_files')
      .select(['sha256', 'ended_at'])
      .where('owner_id', '=', id)
      .execute()
    const current = files.filter(({ ended_at: endedAt }) => endedAt === null).map(({ sha256 }) => sha256)
    assert.deepEqual(current.toSorted(), [hashCode('other()'), hashCode('export const a = 1')].toSorted())
    assert.equal(files.length, 3, 'what was replaced is kept for runs that are on their way')
  })

  test('its variables are shown, but for values that are secret, and locked ones to readers', async () => {
    const environmentVariables = [
      { key: 'A', value: 'open-value' },
      { key: 'B', value: 'locked-value', locked: true },
      { key: 'C', value: 'secret-value', secret: true },
    ]
    const made = await api.call('POST', path, { body: { ...smallest, environmentVariables } })
    const own = `/v1/checks/${made.textAt('id')}`
    const values = (answer: typeof made) =>
      [0, 1, 2].map((index) => answer.at(`environmentVariables.${index}.value`))
    assert.deepEqual(values(await api.call('GET', own)), ['open-value', 'locked-value', null])
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    assert.deepEqual(values(await api.call('GET', own, { key })), ['open-value', null, null])
  })

  test('lists of results leave the log null, and a single result shows it with its steps', async () => {
    const id = (await api.call('POST', path, { body: smallest })).textAt('id')
    const steps = Array.from({ length: 3 }, (_, index) => ({
      kind: 'step' as const,
      title: `step ${index}`,
      depth: 0,
      startMs: index,
      durationMs: 1,
      error: null,
    }))
    const detail = {
      ...testRunOfError('Error: no'),
      runtimeVersion: '2026.04',
      steps,
      jobLog: [{ time: 1, level: 'INFO', msg: 'signed in' }],
    }
    const { id: resultId } = await storeResult(api, id, { detail: encodeDetail('MULTI_STEP', detail, {}) })
    const listed = await api.call('GET', `/v2/check-results/${id}`)
    assert.deepEqual(
      [
        listed.at('entries.0.multiStepCheckResult.errors.0.message'),
        listed.at('entries.0.multiStepCheckResult.jobLog'),
      ],
      ['Error: no', null],
    )
    const alone = await api.call('GET', `/v1/check-results/${id}/${resultId}`)
    assert.deepEqual(alone.at('multiStepCheckResult.steps'), steps)
    assert.equal(alone.at('multiStepCheckResult.jobLog.0.msg'), 'signed in')
  })
})
