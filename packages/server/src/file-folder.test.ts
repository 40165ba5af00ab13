import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { beat } from '@sonde/store/cluster/servers.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { pino } from 'pino'
import { leaveSignInFolder } from './file-folder.ts'
import { readSettings } from './settings.ts'

forEachEngine('the folder for files of runs', (engine) => {
  if (engine.name === 'sqlite') {
    test('is of one server on SQLite', () => {})
    return
  }

  test('that another living server does not have is told at the start, unless there is a bucket', async (t) => {
    const { store, dataDir, close } = await engine.open()
    t.after(close)
    const told: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
    const start = async (name: string, folder: string, more: Record<string, string> = {}) => {
      const serverId = randomUUID()
      const answer = readSettings({
        DATABASE_URL: 'postgres://sonde@localhost/sonde',
        NATS_URL: 'nats://localhost:4222',
        SONDE_DATA_DIR: join(dataDir, folder),
        ...more,
      })
      assert.ok(answer.ok)
      const sign = leaveSignInFolder({ settings: answer.settings, log, serverId })
      const facts = { id: serverId, name, roles: ['api'], version: '1.0.0', clockOffsetMs: null }
      await store.write((db) => beat(db, { ...facts, usesNats: true, hasNats: true }))
      await sign.warn(store, '1.0.0')
      return sign
    }
    const first = await start('first', 'shared')
    const second = await start('second', 'shared')
    assert.deepEqual(told, [])
    const bucket = {
      ARTIFACT_STORE: 'https://s3.example.com/files',
      ARTIFACT_STORE_ACCESS_KEY: 'a',
      ARTIFACT_STORE_SECRET_KEY: 'b',
    }
    await start('third', 'own', bucket)
    assert.deepEqual(told, [])
    first.remove()
    second.remove()
    assert.deepEqual(readdirSync(join(dataDir, 'shared', 'artifacts', 'servers')), [])
    await start('fourth', 'another')
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /"servers":\["first","second","third"\].*set ARTIFACT_STORE/)
  })
})
