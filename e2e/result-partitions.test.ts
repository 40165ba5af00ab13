// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { Client } from 'pg'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { startServer } from './support/server-process.ts'

forEachEngine('the first result of a new installation', (engine) => {
  test('is stored, on PostgreSQL in the partition of its day', async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const server = await startServer(t, {
      SONDE_DATA_DIR: place.dataDir,
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      ...credentialSettings(someCredentials),
    })
    const { body } = await call(server.address, someCredentials, 'POST', '/v1/checks/icmp', {
      name: 'first of all',
      request: { hostname: '127.0.0.1', pingCount: 1 },
      locations: ['eu-west-1'],
    })
    const path = `/v1/check-statuses/${(body as { id: string }).id}`
    await eventually('a status', async () => {
      const { status } = await call(server.address, someCredentials, 'GET', path)
      return status === 200
    })
    if (place.databaseUrl === null) return
    const client = new Client({ connectionString: place.databaseUrl })
    await client.connect()
    const { rows } = await client.query('select tableoid::regclass::text as part, scheduled_at from results')
    const months = await client.query('select distinct tableoid::regclass::text as part from hourly_rollups')
    await client.end()
    const day = new Date(Number(rows[0].scheduled_at)).toISOString().slice(0, 10).replaceAll('-', '')
    assert.deepEqual(
      rows.map(({ part }) => part),
      [`results_${day}`],
    )
    assert.deepEqual(months.rows, [{ part: `hourly_rollups_${day.slice(0, 6)}` }])
  })
})
