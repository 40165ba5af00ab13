import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLocationKey } from '@sonde/store/locations/location-keys.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { hashKey } from '@sonde/actions/api-keys/hash-key.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'
const keysAt = (code: string) => `/v1/locations/${code}/keys`

forOneEngine('keys of a data center', (engine) => {
  const api = apiUnderTest(engine)
  const served = apiUnderTest(engine, {
    servedLocations: ['eu-west-1', 'eu-central-1', 'us-east-1'],
    standInLocations: ['us-east-1', 'eu-central-1'],
  })
  const taken = apiUnderTest(engine, {
    servedLocations: ['eu-central-1', 'us-east-1'],
    standInLocations: ['us-east-1'],
  })

  test('a new key is shown once, leads to its location and opens nothing in the public API', async () => {
    const made = await api.call('POST', keysAt('eu-west-1'))
    assert.equal(made.status, 201, made.text)
    const rawKey = made.textAt('rawKey')
    assert.match(rawKey, /^dc_[0-9a-f]{64}$/)
    const key = {
      id: made.at('id'),
      rawKey,
      maskedKey: `...${rawKey.slice(-4)}`,
      created_at: new Date(api.clock.now()).toISOString(),
      updated_at: null,
      lastUsedAt: null,
    }
    assert.deepEqual(made.body, key)
    assert.deepEqual((await api.call('GET', keysAt('eu-west-1'))).body, [{ ...key, rawKey: '' }])
    assert.deepEqual((await api.call('GET', keysAt('eu-west-2'))).body, [])
    const holder = await findLocationKey(api.store.read, hashKey(rawKey))
    assert.deepEqual([holder?.kind, holder?.location], ['data-center', 'eu-west-1'])
    expectError(await api.call('GET', '/v1/checks', { key: rawKey }), 401)
  })

  test('a location has two keys at most, however many are asked for at once', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => api.call('POST', keysAt('eu-west-3'))))
    assert.deepEqual(made.map(({ status }) => status).toSorted(), [201, 201, 409, 409])
  })

  test('a deleted key is gone, and a second delete finds nothing', async () => {
    const made = await api.call('POST', keysAt('sa-east-1'))
    const url = `${keysAt('sa-east-1')}/${made.textAt('id')}`
    expectError(await api.call('DELETE', `${keysAt('eu-north-1')}/${made.textAt('id')}`), 404)
    const deleted = await api.call('DELETE', url)
    assert.deepEqual([deleted.status, deleted.text], [204, ''])
    expectError(await api.call('DELETE', url), 404)
    assert.equal(await findLocationKey(api.store.read, hashKey(made.textAt('rawKey'))), null)
  })

  test('the owner of a further account can neither make, list nor delete keys', async () => {
    const account = await api.makeAccount(api.ownerId)
    for (const [method, path] of [
      ['POST', keysAt('eu-west-1')],
      ['GET', keysAt('eu-west-1')],
      ['DELETE', `${keysAt('eu-west-1')}/${unknownId}`],
    ] as const) {
      expectError(await api.call(method, path, { account }), 403)
    }
  })

  test('an unknown location is not found', async () => {
    for (const code of ['eu-west-9', 'office', 'toString', 'EU-WEST-1']) {
      expectError(await api.call('POST', keysAt(code)), 404)
      expectError(await api.call('GET', keysAt(code)), 404)
      expectError(await api.call('DELETE', `${keysAt(code)}/${unknownId}`), 404)
    }
    expectInvalid(await api.call('DELETE', `${keysAt('eu-west-1')}/abc`), 'params', ['keyId'])
  })

  for (const role of ['READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const) {
    test(`${role} can neither make, list nor delete keys`, async () => {
      const key = await api.makeServiceKey(api.accountId, role)
      expectError(await api.call('POST', keysAt('eu-west-1'), { key }), 403)
      expectError(await api.call('GET', keysAt('eu-west-1'), { key }), 403)
      expectError(await api.call('DELETE', `${keysAt('eu-west-1')}/${unknownId}`, { key }), 403)
    })
  }

  test('a location is told with who serves it, and this server with a code of its own', async () => {
    assert.deepEqual((await served.call('GET', '/v1/locations')).body, [
      { region: 'eu-west-1', name: 'Ireland', servedBy: 'AGENT', isThisServer: false },
      { region: 'eu-central-1', name: 'Frankfurt', servedBy: 'STAND_IN', isThisServer: true },
      { region: 'us-east-1', name: 'N. Virginia', servedBy: 'STAND_IN', isThisServer: false },
    ])
    // An agent has come for the code of this server.
    assert.deepEqual((await taken.call('GET', '/v1/locations')).body, [
      { region: 'eu-central-1', name: 'Frankfurt', servedBy: 'AGENT', isThisServer: false },
      { region: 'us-east-1', name: 'N. Virginia', servedBy: 'STAND_IN', isThisServer: true },
    ])
  })

  test('a key alone does not make a location served', async () => {
    await api.call('POST', keysAt('ap-south-1'))
    assert.deepEqual((await api.call('GET', '/v1/locations')).body, [])
  })
})
