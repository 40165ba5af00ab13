import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chunks } from '@sonde/ground/chunks.ts'
import { Client } from 'pg'
import { freePort } from '../e2e/support/free-port.ts'
import { createPostgres } from '../scripts/postgres.ts'
import type { QueueCost } from './cluster-queue.ts'
import { treeCpuSecondsOf } from './process-cpu.ts'

const runCount = 50_000
const warmUpRuns = 10_000
const insertedTogether = 500
const leasedTogether = 100
/** As long as that of a ping monitor. */
const configuration = 'x'.repeat(852)

const table = `create table waiting_runs (id uuid primary key, config text not null, leased_until timestamptz);
  create index on waiting_runs (id) where leased_until is null`
const insert = {
  name: 'insert',
  text: 'insert into waiting_runs (id, config) select * from unnest($1::uuid[], $2::text[])',
}
const lease = {
  name: 'lease',
  text: `update waiting_runs set leased_until = now() + interval '1 minute' where id in (
    select id from waiting_runs where leased_until is null order by id limit ${leasedTogether} for update skip locked)
    returning id, config`,
}
const end = { name: 'end', text: 'delete from waiting_runs where id = any($1::uuid[])' }

/** The queue that would need no NATS: runs are rows of the database, claimed and deleted. */
export async function measureSkipLocked(): Promise<QueueCost> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  await using ends = new AsyncDisposableStack()
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = createPostgres({ folder, port: await freePort(), settings: { shared_buffers: '256MB' } })
  await postgres.start()
  ends.defer(() => postgres.stop())
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  ends.defer(() => client.end())
  await client.query(table)
  await pass(client, warmUpRuns)
  const databaseSeconds = () => treeCpuSecondsOf(postgres.pid() ?? 0)
  const [ownBefore, databaseBefore] = [process.cpuUsage(), databaseSeconds()]
  await pass(client, runCount)
  const { user, system } = process.cpuUsage(ownBefore)
  const databaseMicros = (databaseSeconds() - databaseBefore) * 1_000_000
  return { cpuMicros: (user + system + databaseMicros) / runCount, ownMicros: (user + system) / runCount }
}

async function pass(client: Client, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  for (const chunk of chunks(ids, insertedTogether)) {
    await client.query({ ...insert, values: [chunk, chunk.map(() => configuration)] })
    let left = chunk.length
    while (left > 0) {
      const { rows } = await client.query<{ id: string }>(lease)
      await client.query({ ...end, values: [rows.map(({ id }) => id)] })
      left -= rows.length
    }
  }
}
