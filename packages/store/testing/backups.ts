import { systemClock } from '@sonde/ground/clock.ts'
import { leftOutTables, tablesOf } from '../src/backup/known-tables.ts'
import { restoreBackup, type RestoredBackup } from '../src/backup/restore-backup.ts'
import { withSnapshot } from '../src/backup/snapshot.ts'
import { describeTables } from '../src/backup/table-shapes.ts'
import { type BackupOptions, type WrittenBackup, writeBackup } from '../src/backup/write-backup.ts'
import { checkBackup } from '../src/backup/read-backup.ts'
import { migrations } from '../src/migrations/registry.ts'
import type { TestDatabase } from './engines.ts'

type Where = Pick<TestDatabase, 'dataDir' | 'databaseUrl'>

const never = new AbortController().signal

export async function backUp(
  { dataDir, databaseUrl }: Where,
  file: string,
  options: Partial<BackupOptions> = {},
): Promise<WrittenBackup> {
  return await writeBackup({
    dataDir,
    databaseUrl,
    file,
    encryptionKey: null,
    withKey: true,
    force: false,
    version: '1.2.3',
    clock: systemClock,
    signal: never,
    onProgress: () => {},
    ...options,
  })
}

/** Checks the file and restores it, as the command does. */
export async function restoreInto(
  { dataDir, databaseUrl }: Where,
  file: string,
  options: { replace?: boolean; encryptionKey?: string; onProgress?: (rows: number) => void } = {},
): Promise<RestoredBackup> {
  await checkBackup(file, { signal: never, onProgress: () => {} })
  return await restoreBackup({
    dataDir,
    databaseUrl,
    file,
    encryptionKey: options.encryptionKey ?? null,
    mayReplace: async () => options.replace === true,
    signal: never,
    onProgress: options.onProgress ?? (() => {}),
  })
}

/** Every row of every table that is backed up, in the words of a backup and in one order. */
export async function allRows({ dataDir, databaseUrl }: Where): Promise<Record<string, string[]>> {
  return await withSnapshot({ dataDir, databaseUrl }, async (snapshot) => {
    const found: Record<string, string[]> = {}
    for (const table of await describeTables(snapshot.db, await tablesOf(Object.keys(migrations)))) {
      if (Object.hasOwn(leftOutTables, table.name)) continue
      const texts: string[] = []
      const columns = table.columns.toSorted((left, right) => (left.name < right.name ? -1 : 1))
      for await (const rows of snapshot.rowsOf({ ...table, columns })) {
        texts.push(...rows.map((row) => JSON.stringify(row)))
      }
      found[table.name] = texts.toSorted()
    }
    return found
  })
}
