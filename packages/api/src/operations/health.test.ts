import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { holdUpWrites } from '@sonde/store/testing/read-only.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'

forEachEngine('the health of a server', (engine) => {
  const api = apiUnderTest(engine)
  const ask = async () => {
    const { status, body } = await api.call('GET', '/health', { key: null, account: null })
    return { status, body }
  }
  const create = () => api.call('POST', '/v1/accounts', { body: { name: 'One more' } })

  test('a server whose writes fail cannot work, though it can read, and says why', async () => {
    assert.equal((await create()).status, 201)
    const ok = { status: 200, body: { status: 'ok', database: 'ok', reason: null } }
    assert.deepEqual(await ask(), ok)
    const release = await holdUpWrites(api.opened)
    const why = {
      sqlite: 'another program uses the database file',
      postgres: 'the database is read-only',
    }
    const reason = `The database cannot be written: ${why[engine.name]}`
    const unavailable = { status: 503, body: { status: 'unavailable', database: 'unavailable', reason } }
    // The first writes may meet connections that were ended.
    for (let tries = 0; tries < (engine.name === 'sqlite' ? 1 : 12); tries += 1)
      assert.equal((await create()).status, 503)
    assert.deepEqual(await ask(), unavailable)
    await release()
    while ((await ask()).status !== 200) await delay(50)
    assert.deepEqual(await ask(), ok)
    assert.equal((await create()).status, 201)
  })
})
