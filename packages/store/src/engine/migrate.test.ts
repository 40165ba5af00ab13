import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { startChild } from '../../testing/child.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { countAccounts } from '../accounts/accounts.ts'
import { openStore } from './store.ts'

forEachEngine('migrations', (engine) => {
  test('programs that start at once on a new database migrate it once and agree on its key', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const outputs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = startChild('open-store', [dataDir, databaseUrl ?? ''])
        const lines: string[] = []
        for await (const line of child.lines) lines.push(line)
        return { lines, ...(await child.ended) }
      }),
    )
    for (const output of outputs) {
      assert.match(output.lines.join('\n'), /^[0-9a-f]{16}$/)
      assert.deepEqual(output, { lines: outputs[0]?.lines, exitCode: 0, stderr: '' })
    }
  })

  test('a migration killed in the middle leaves nothing behind, and the next start completes it', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const child = startChild('stop-in-migration', [dataDir, databaseUrl ?? ''])
    for await (const line of child.lines) {
      assert.equal(line, 'in the middle')
      child.process.kill('SIGKILL')
    }
    assert.equal((await child.ended).stderr, '')

    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    t.after(() => store.close())
    const tables = await store.read.introspection.getTables({ withInternalKyselyTables: true })
    assert.equal(
      tables.some(({ name }) => name === 'half_done'),
      false,
    )
    await addAccount(store)
    assert.equal(await countAccounts(store.read), 1)
  })

  test('a second start changes nothing and keeps what was stored', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const open = () => openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    const first = await open()
    await addAccount(first)
    const sealed = first.sealer.seal('secret', 'here')
    await first.close()
    const second = await open()
    t.after(() => second.close())
    assert.equal(await countAccounts(second.read), 1)
    assert.equal(second.sealer.open(sealed, 'here'), 'secret')
  })
})
