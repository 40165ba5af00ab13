import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'

forOneEngine('a mistyped session request', (engine) => {
  const api = apiUnderTest(engine)

  for (const [body, path] of [
    [{ checkId: ['6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99'] }, 'target'],
    [{ target: { checkIds: ['6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99'] } }, 'target'],
    [{ targets: {} }, 'target'],
  ] as const) {
    for (const version of ['v1', 'v2']) {
      test(`${version}: ${JSON.stringify(body).slice(0, 30)} starts nothing`, async () => {
        await api.call('POST', '/v1/checks/icmp', {
          body: { name: 'not asked for', request: { hostname: '127.0.0.1' }, locations: ['eu-west-1'] },
        })
        expectInvalid(await api.call('POST', `/${version}/check-sessions/trigger`, { body }), 'payload', [
          path,
        ])
        assert.deepEqual(api.runs.started, [])
      })
    }
  }
})
