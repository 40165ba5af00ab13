import { existsSync } from 'node:fs'
import { executedMigrations, knownMigrations } from '../backup/known-tables.ts'
import { type DatabaseLocation, operatorConnections } from '../engine/exclusive-access.ts'
import type { Db } from '../engine/database.ts'
import { StoreFailure, isDatabaseError } from '../engine/failures.ts'
import { migrations } from '../migrations/registry.ts'
import { openPostgres } from '../engine/postgres/open-postgres.ts'
import { openSqlite } from '../engine/sqlite/open-sqlite.ts'
import { sqliteFile } from '../engine/sqlite/sqlite-engine.ts'

/** The rows of an installation, for commands that need no secret of it. */
export type Installation = {
  readonly read: Db
  /** Its database, in a sentence. */
  readonly databaseName: string
  /** As `Store`'s. */
  write<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
}

/**
 * Beside a server that may be running: nothing is made and nothing is migrated. Throws a `StoreFailure` when the
 * database is not one of exactly this version.
 */
export async function withInstallation<Result>(
  { dataDir, databaseUrl }: DatabaseLocation,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl === null && !existsSync(sqliteFile(dataDir))) {
    throw new StoreFailure(
      'SONDE_DATA_DIR',
      `there is no database ${sqliteFile(dataDir)}: start the server first`,
    )
  }
  const { engine, setting, databaseName, explain } =
    databaseUrl === null
      ? await openSqlite(dataDir)
      : await openPostgres(databaseUrl, { name: operatorConnections })
  try {
    const executed = await executedMigrations(engine.read)
    if (executed === null) throw new StoreFailure(setting, `${databaseName} is empty: start the server first`)
    const { unknown } = knownMigrations(executed)
    if (unknown !== null) {
      throw new StoreFailure(
        setting,
        `${databaseName} was written by a newer version of Sonde (it has ${unknown}): use that version`,
      )
    }
    if (executed.length < Object.keys(migrations).length) {
      throw new StoreFailure(
        setting,
        `${databaseName} was written by an older version of Sonde: start the server of this version first, which upgrades it`,
      )
    }
    return await work({ read: engine.read, write: (job) => engine.write(job), databaseName })
  } catch (error) {
    throw isDatabaseError(error) ? explain(error) : error
  } finally {
    await engine.close()
  }
}
