import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { makeMonitor, showMonitor, writeMonitor } from '../../testing/monitors/write-icmp.ts'
import { documentOf } from '@sonde/actions/checks/check-document.ts'

const secret = 'correct-horse-battery-staple'
const plain = 'not-a-secret-but-a-value'
const marker = 'marker-that-must-be-found'

forOneEngine('environment variables', (engine) => {
  const api = apiUnderTest(engine)
  const variables = [
    { key: 'TOKEN', value: secret, secret: true },
    { key: 'REGION', value: plain },
  ]

  async function storedVariables(id: string) {
    const row = await findCheck(api.store.read, { accountId: api.accountId, id })
    assert.ok(row)
    return documentOf(row, api.store.sealer).environmentVariables
  }

  test('are stored, though a ping has no use for them and answers do not show them', async () => {
    const id = await makeMonitor(api, { environmentVariables: variables })
    assert.deepEqual(await storedVariables(id), [
      { key: 'TOKEN', value: secret, locked: false, secret: true },
      { key: 'REGION', value: plain, locked: false, secret: false },
    ])
    assert.ok(!(await showMonitor(api, id)).text.includes(secret))
  })

  test('are nowhere in clear in the database', async () => {
    await makeMonitor(api, { name: marker, environmentVariables: variables })
    const id = await makeMonitor(api)
    await writeMonitor(api, 'patch', id, { environmentVariables: variables })
    const everything = await readEverything()
    // The search itself works: what is stored in clear is found.
    assert.ok(everything.includes(marker))
    assert.ok(!everything.includes(secret))
    assert.ok(!everything.includes(plain))
    assert.ok(!everything.includes(Buffer.from(secret).toString('base64').slice(0, 20)))
    assert.ok(!everything.includes(Buffer.from(secret).toString('hex')))
  })

  test('survive an update that leaves them out, and go with null', async () => {
    const id = await makeMonitor(api, { environmentVariables: variables })
    for (const operation of ['strict put', 'patch'] as const) {
      await writeMonitor(api, operation, id, { muted: true })
      assert.equal((await storedVariables(id))?.length, 2, operation)
    }
    await writeMonitor(api, 'patch', id, { environmentVariables: null })
    assert.equal((await storedVariables(id)) ?? null, null)
  })

  test('that were secret once stay secret', async () => {
    const id = await makeMonitor(api, { environmentVariables: variables })
    const open = [
      { key: 'TOKEN', value: 'other', secret: false },
      { key: 'REGION', value: 'eu' },
    ]
    await writeMonitor(api, 'patch', id, { environmentVariables: open })
    assert.deepEqual(await storedVariables(id), [
      { key: 'TOKEN', value: 'other', locked: false, secret: true },
      { key: 'REGION', value: 'eu', locked: false, secret: false },
    ])
  })

  test('case 11: 100 of them are stored', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ key: `K${index}`, value: String(index) }))
    const id = await makeMonitor(api, { environmentVariables: many })
    assert.equal((await storedVariables(id))?.length, 100)
  })

  /** All bytes of the SQLite files, the write-ahead log too, or all rows of all tables in PostgreSQL. */
  async function readEverything(): Promise<string> {
    if (api.store.engine === 'sqlite') {
      const { dataDir } = api.opened
      const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      )
      const contents = await Promise.all(
        files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
      )
      return contents.join('\n')
    }
    const read = api.store.read.withTables<Record<string, Record<string, unknown>>>()
    const tables = await read.introspection.getTables()
    const rows = await Promise.all(tables.map(({ name }) => read.selectFrom(name).selectAll().execute()))
    return JSON.stringify(rows)
  }
})
