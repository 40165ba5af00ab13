import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { goodConfigs } from '../../testing/make-channel.ts'
import { smallestChecksOf } from '../../testing/samples/smallest-checks.ts'

forOneEngine('the schema of project files', (engine) => {
  const api = apiUnderTest(engine)

  async function validator() {
    const answer = await api.call('GET', '/schemas/project.json', { key: null, account: null })
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^application\/schema\+json/)
    const schema: unknown = JSON.parse(answer.text)
    assert.ok(isRecord(schema))
    const validate = createValidator().compile(schema, { complete: false })
    return (document: object) => validate(structuredClone(document)).map(({ path }) => path)
  }

  test('knows every type of check and of channel, and their fields', async () => {
    const mistakesIn = await validator()
    const checks = Object.fromEntries(
      smallestChecksOf('any').map(({ checkType, body }) => [checkType.toLowerCase(), { checkType, ...body }]),
    )
    const alertChannels = Object.fromEntries(
      Object.entries(goodConfigs).map(([type, config]) => [type.toLowerCase(), { type, config }]),
    )
    assert.deepEqual(mistakesIn({ project: { logicalId: 'all' }, checks, alertChannels }), [])
    for (const [logicalId, check] of Object.entries(checks)) {
      const wrong = { checks: { [logicalId]: { ...check, folder: 1 } } }
      assert.ok(mistakesIn(wrong).includes(`checks.${logicalId}.folder`), logicalId)
    }
    assert.ok(
      mistakesIn({ alertChannels: { ops: { type: 'EMAIL', config: { url: 'x' } } } }).includes(
        'alertChannels.ops.config.url',
      ),
    )
  })

  test('takes references and files where they can stand, and nothing else there', async () => {
    const mistakesIn = await validator()
    const check = {
      checkType: 'MULTI_STEP',
      name: 'A',
      script: { file: 'a.spec.ts' },
      groupId: { ref: 'web' },
      alertChannelSubscriptions: [{ alertChannelId: { ref: 'ops' } }],
      privateLocations: [{ ref: 'office' }, 'cellar'],
    }
    const others = {
      $schema: 'https://example.net/schemas/project.json',
      'x-anchors': [1],
      include: ['more'],
      checkGroups: { web: { name: 'Web' }, old: { version: 1, name: 'Old' } },
      statusPages: {
        main: { name: 'Shop', url: 'shop', cards: [{ name: 'A', services: [{ ref: 'api' }] }] },
      },
      statusPageServices: { api: { name: 'API' } },
      maintenanceWindows: {
        move: { name: 'Move', startsAt: '2031-01-01', endsAt: '2031-01-02', pauseCheckIds: [{ ref: 'a' }] },
      },
    }
    assert.deepEqual(mistakesIn({ ...others, checks: { a: check } }), [])
    assert.ok(mistakesIn({ checks: { a: { ...check, name: { ref: 'x' } } } }).includes('checks.a.name'))
    assert.ok(mistakesIn({ checkGroups: { web: { name: 'Web', version: 3 } } }).length > 0)
    assert.ok(mistakesIn({ check: {} }).includes('check'))
  })
})
