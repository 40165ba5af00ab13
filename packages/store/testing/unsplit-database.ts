import { systemClock } from '@sonde/ground/clock.ts'
import { migrateToLatest } from '../src/engine/migrate.ts'
import { createPostgresEngine } from '../src/engine/postgres/postgres-engine.ts'
import { openStore, type Store } from '../src/engine/store.ts'
import type { Db } from '../src/engine/database.ts'
import { migrations } from '../src/migrations/registry.ts'

/** A database of the release before partitions of months, with what `fill` puts into it, as this program opens it. */
export async function openUnsplit(
  place: { dataDir: string; databaseUrl: string },
  fill: (db: Db) => Promise<unknown>,
): Promise<Store> {
  const engine = createPostgresEngine(place.databaseUrl)
  const known = Object.entries(migrations).filter(([name]) => name < '0052')
  await engine.startExclusively((db) => migrateToLatest(db, Object.fromEntries(known)))
  await engine.write(fill)
  await engine.close()
  return await openStore({ ...place, encryptionKey: null, clock: systemClock })
}
