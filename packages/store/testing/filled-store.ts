import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import { dayMs } from '@sonde/ground/durations.ts'
import { makePartition } from '../src/results/result-partitions.ts'
import { insertReference } from '../src/result-details/reference-rows.ts'
import { type Store, openStore } from '../src/engine/store.ts'
import { insertVariable, variableSealContext } from '../src/variables/variables.ts'
import type { TestDatabase, TestEngine } from './engines.ts'
import { addResults, makeResult } from './results.ts'
import { addAccount, addCheck, addMember } from './rows.ts'

const aDay = Date.UTC(2031, 4, 5, 12)

type Where = Pick<TestDatabase, 'dataDir' | 'databaseUrl'>

export const open = ({ dataDir, databaseUrl }: Where) =>
  openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })

/** Somewhere without tables. */
export async function placeOf(
  t: TestContext,
  engine: Pick<TestEngine, 'createDatabase'>,
): Promise<TestDatabase> {
  const place = await engine.createDatabase()
  t.after(place.remove)
  return place
}

/** Somewhere with all tables, and nothing in them. */
export async function migratedPlaceOf(
  t: TestContext,
  engine: Pick<TestEngine, 'createMigratedDatabase'>,
): Promise<TestDatabase> {
  const place = await engine.createMigratedDatabase()
  t.after(place.remove)
  return place
}

export function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-backup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Rows of every kind of value, more of some tables than are read at once. */
export async function fill(store: Store): Promise<{ accountId: string; checkId: string }> {
  const { id: accountId } = await addAccount(store, { name: 'Ünïcödé "quoted" \u2028 and\nnew line' })
  await addMember(store, accountId, { role: 'OWNER' })
  const { id: checkId } = await addCheck(store, accountId, { muted: true })
  const gone = await addCheck(store, accountId)
  await store.write(async (db) => {
    await makePartition(db, aDay)
    await insertVariable(db, {
      accountId,
      key: 'TOKEN',
      valueSealed: store.sealer.seal('hunter2', variableSealContext({ accountId, key: 'TOKEN' })),
      locked: false,
      secret: true,
      createdAt: 1,
      updatedAt: null,
    })
    await sql`insert into counters (name, value) values
      ('largest', 9223372036854775807), ('smallest', -9223372036854775808), ('safe', 9007199254740991)`.execute(
      db,
    )
    const usableUntil = aDay + 30 * dayMs
    await insertReference(db, {
      checkNo: 1,
      checkType: 'TCP',
      location: 'eu-west-1',
      usableUntil,
      detail: { a: 1 },
    })
    await db
      .insertInto('check_changes')
      .values({ id: checkId, check_id: null, starts_at_once: true })
      .execute()
    // The number of the last check is not given again, although the check is gone.
    await db.deleteFrom('checks').where('id', '=', gone.id).execute()
  })
  const detail = new Uint8Array(randomBytes(300_000))
  await addResults(store, [
    ...Array.from({ length: 1_200 }, (_, index) =>
      makeResult({
        scheduledAt: aDay + index * 1_000,
        durationMs: index / 3,
        metrics: { dns: -0 },
        overMax: index % 2 === 0,
      }),
    ),
    makeResult({ scheduledAt: aDay - 40 * dayMs, detail, responseTime: 1e-300 }),
    makeResult({ scheduledAt: aDay + dayMs, detail: new Uint8Array([0]) }),
  ])
  return { accountId, checkId }
}
