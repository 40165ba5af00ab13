import { sql } from 'kysely'
import { readCounter, setCounter } from '../engine/counters.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import type { Store } from '../engine/store.ts'

export type SealingStore = Pick<Store, 'read' | 'write' | 'sealer'>

/** The counters that tell what is done: 1 once there is nothing in clear any more. */
export type SealingCounter = 'check_secrets_sealed' | 'snapshot_secrets_sealed' | 'audit_secrets_masked'

export async function sealOnce(
  store: SealingStore,
  counter: SealingCounter,
  seal: () => Promise<number>,
): Promise<number> {
  if ((await readCounter(store.read, counter)) === 1) return 0
  const sealed = await seal()
  await store.write((db) => setCounter(db, counter, 1))
  return sealed
}

/** SQLite leaves the bytes of what was replaced in its file, unless it is told to wipe them out. */
export async function writeUnreadably<Change>(
  store: SealingStore,
  changes: readonly Change[],
  write: (db: Db, change: Change) => Promise<void>,
): Promise<void> {
  if (changes.length === 0) return
  await store.write(async (db) => {
    const setWiping = async (value: 'on' | 'off'): Promise<void> => {
      if (isSqlite(db)) await sql`pragma secure_delete = ${sql.raw(value)}`.execute(db)
    }
    await setWiping('on')
    try {
      for (const change of changes) await write(db, change)
    } finally {
      await setWiping('off')
    }
  })
}
