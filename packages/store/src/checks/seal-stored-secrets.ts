import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { parseJsonObject } from '../engine/json-column.ts'
import { sealSecrets } from './sealed-secrets.ts'
import { sealOnce, type SealingStore, writeUnreadably } from './sealing-steps.ts'

/** Seals what versions up to 0.6 have written in clear, a few rows at a time: reading takes both forms meanwhile. */

const rowsPerStep = 200

const typesWithSecrets = checkKinds.flatMap(({ checkType, secrets }) =>
  secrets.length === 0 ? [] : [checkType],
)

/** Tells how many checks had something to seal. */
export async function sealStoredChecks(store: SealingStore): Promise<number> {
  return await sealOnce(store, 'check_secrets_sealed', async () => {
    let sealed = 0
    for (let after = ''; ;) {
      const rows = await checksInClear(store.read, after)
      const changes = rows.flatMap(({ id, check_type: checkType, config: text }) => {
        const { config, sealedSecrets } = sealSecrets(store.sealer, { id, checkType }, parseJsonObject(text))
        return sealedSecrets === null ? [] : [{ id, before: text, config, sealedSecrets }]
      })
      await writeUnreadably(store, changes, async (db, { id, before, config, sealedSecrets }) => {
        // Whoever has changed it since has sealed it.
        await db
          .updateTable('checks')
          .set({ config: JSON.stringify(config), sealed_secrets: sealedSecrets })
          .where('id', '=', id)
          .where('config', '=', before)
          .where('sealed_secrets', 'is', null)
          .execute()
      })
      sealed += changes.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerStep) return sealed
      after = last.id
    }
  })
}

/** After `sealStoredChecks`; a check and its snapshots that say the same get the same text. */
export async function sealStoredSnapshots(store: SealingStore, signal: AbortSignal): Promise<number> {
  return await sealOnce(store, 'snapshot_secrets_sealed', async () => {
    let sealed = 0
    for (let after = { checkNo: 0, snapshot: 0 }; ;) {
      signal.throwIfAborted()
      const rows = await snapshotsInClear(store.read, after)
      const changes = rows.flatMap(({ checkNo, snapshot, config: text, id, checkType, ofCheck }) => {
        const { config, sealedSecrets } = sealSecrets(
          store.sealer,
          { id, checkType },
          parseJsonObject(text),
          ofCheck,
        )
        return sealedSecrets === null ? [] : [{ checkNo, snapshot, config, sealedSecrets }]
      })
      await writeUnreadably(store, changes, async (db, { checkNo, snapshot, config, sealedSecrets }) => {
        await db
          .updateTable('check_snapshots')
          .set({ config: JSON.stringify(config), sealed_secrets: sealedSecrets })
          .where('check_no', '=', checkNo)
          .where('snapshot', '=', snapshot)
          .where('sealed_secrets', 'is', null)
          .execute()
      })
      sealed += changes.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerStep) return sealed
      after = last
    }
  })
}

async function checksInClear(db: Db, after: string) {
  return await db
    .selectFrom('checks')
    .select(['id', 'check_type', 'config'])
    .where('check_type', 'in', typesWithSecrets)
    .where('sealed_secrets', 'is', null)
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(rowsPerStep)
    .execute()
}

async function snapshotsInClear(db: Db, after: { checkNo: number; snapshot: number }) {
  return await db
    .selectFrom('check_snapshots')
    .innerJoin('check_states', 'check_states.no', 'check_snapshots.check_no')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .select([
      'check_snapshots.check_no as checkNo',
      'check_snapshots.snapshot',
      'check_snapshots.config',
      'checks.id',
      'checks.check_type as checkType',
      'checks.sealed_secrets as ofCheck',
    ])
    .where('checks.check_type', 'in', typesWithSecrets)
    .where('check_snapshots.sealed_secrets', 'is', null)
    .where(
      sql<boolean>`(check_snapshots.check_no, check_snapshots.snapshot) > (${after.checkNo}, ${after.snapshot})`,
    )
    .orderBy('check_snapshots.check_no')
    .orderBy('check_snapshots.snapshot')
    .limit(rowsPerStep)
    .execute()
}
