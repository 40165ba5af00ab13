import { randomUUID } from 'node:crypto'
import type { Store } from '../engine/store.ts'

const idKey = 'id'

/** Tells installations apart that share something else than a database. Made when it is first asked for. */
export async function installationId(store: Pick<Store, 'write'>): Promise<string> {
  return await store.write(async (db) => {
    await db
      .insertInto('installation')
      .values({ key: idKey, value: randomUUID() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const row = await db
      .selectFrom('installation')
      .select('value')
      .where('key', '=', idKey)
      .executeTakeFirstOrThrow()
    return row.value
  })
}
