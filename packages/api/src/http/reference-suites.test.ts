import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { makeChannel } from '../../testing/make-channel.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { uploadEmptyProject } from '../../testing/project-bundle.ts'
import { referenceMonitor } from '../../testing/reference-monitors.ts'

forOneEngine('suites of clients of the reference', (engine) => {
  const api = apiUnderTest(engine)
  const send = (method: string, path: string, body?: unknown) =>
    api.call(method, path, {
      ...(body === undefined ? {} : { body }),
      account: null,
      headers: { 'X-Checkly-Account': api.accountId, 'x-checkly-source': 'TF' },
    })

  test('a suite as the Terraform provider writes it, created, changed, read and deleted', async () => {
    const channel = await makeChannel(api)
    const groupId = await makeGroup(api)
    const codeBundlePath = await uploadEmptyProject(api)
    const peeked = await send('POST', '/next/checkly-storage/peek-code-bundle', { key: codeBundlePath })
    assert.deepEqual([peeked.status, peeked.at('key')], [200, codeBundlePath])
    const {
      request: _none,
      degradedResponseTime: _slow,
      maxResponseTime: _slower,
      ...common
    } = referenceMonitor('Shop', {})
    const suite = {
      id: '',
      ...common,
      codeBundlePath,
      browsers: ['chromium'],
      cacheHash: 'c'.repeat(64),
      playwrightVersion: '1.56.1',
      installCommand: 'pnpm i',
      testCommand: 'pnpm playwright test',
      workingDir: 'apps/shop',
      engine: 'node',
      engineVersion: '24',
      triggerIncident: null,
    }
    const path = '/v1/checks/playwright'
    const created = await send('POST', `${path}?autoAssignAlerts=false`, {
      ...suite,
      description: 'Buys a lamp',
      tags: ['shop'],
      environmentVariables: [{ key: 'TEAM', value: 'blue', locked: false, secret: false }],
      alertChannelSubscriptions: [{ alertChannelId: channel, activated: true }],
      groupId,
      groupOrder: 2,
    })
    assert.equal(created.status, 201, created.text)
    for (const [field, value] of Object.entries(suite))
      if (
        field in created.record() &&
        !['id', 'created_at', 'updated_at', 'privateLocations', 'alertSettings'].includes(field)
      )
        assert.deepEqual(created.at(field), value, field)
    const id = created.textAt('id')
    const { locations: _omitted, ...rest } = suite
    const updated = await send('PUT', `${path}/${id}?autoAssignAlerts=false`, {
      ...rest,
      id,
      installCommand: '',
      testCommand: 'npx playwright test',
      workingDir: null,
      engine: null,
      engineVersion: null,
      cacheHash: null,
      playwrightVersion: null,
    })
    assert.equal(updated.status, 200, updated.text)
    assert.deepEqual(
      ['installCommand', 'testCommand', 'workingDir', 'engine', 'cacheHash', 'playwrightVersion'].map(
        (field) => updated.at(field),
      ),
      ['', 'npx playwright test', null, null, null, null],
    )
    assert.deepEqual(
      [
        updated.at('tags'),
        updated.at('alertChannelSubscriptions'),
        updated.at('locations'),
        updated.at('groupId'),
      ],
      [[], [], ['eu-west-1'], groupId],
    )
    assert.equal((await send('GET', `/v1/checks/${id}`)).at('checkType'), 'PLAYWRIGHT')
    assert.equal((await send('DELETE', `/v1/checks/${id}`)).status, 204)
  })
})
