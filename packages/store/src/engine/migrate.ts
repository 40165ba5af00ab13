import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isUsableBy, levelOf, noteLevel } from './schema-levels.ts'

export type MigrationState =
  | { kind: 'current' }
  /** The database has migrations that this program does not know. */
  | { kind: 'newer'; unknownMigration: string; isUsable: boolean }

// Names of our own, because the migrator looks for its tables in every schema of a PostgreSQL database.
export const migrationTable = 'sonde_migrations'
export const lockTable = 'sonde_migration_lock'

/**
 * Brings the database to the last of the given migrations, or leaves it alone when it is newer.
 * Call it in a transaction that excludes every other starter: it then happens once or not at all.
 */
export async function migrateToLatest<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<MigrationState> {
  const unknownMigration = await findUnknownMigration(db, migrations)
  const level = levelOf(Object.keys(migrations))
  if (unknownMigration !== null) {
    const isUsable = await isUsableBy(db, { program: level, database: levelOf([unknownMigration]) })
    return { kind: 'newer', unknownMigration, isUsable }
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: migrationTable,
    migrationLockTableName: lockTable,
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  await noteLevel(db, { level })
  return { kind: 'current' }
}

async function findUnknownMigration<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === migrationTable)) return null
  const { rows: executed } = await sql<{ name: string }>`
    select name from ${sql.table(migrationTable)} order by name desc
  `.execute(db)
  return executed.find(({ name }) => !Object.hasOwn(migrations, name))?.name ?? null
}
