import { randomUUIDv7 } from 'node:crypto'
import { columnsOf, newDocument } from '@sonde/actions/checks/check-document.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { isCheckType } from '@sonde/schema/check-types/check-type.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { ensureFirstAccount } from '@sonde/server/first-start.ts'
import { insertCheck } from '@sonde/store/checks/checks.ts'
import { openStore } from '@sonde/store/engine/store.ts'

export type Installation = { dataDir: string; databaseUrl: string | null; accountId: string; key: string }

const checksPerWrite = 1_000

/**
 * Makes the account and its monitors before any server is there: none of them runs before its first slot. Returns
 * their ids, in order.
 */
export async function installChecks(
  { dataDir, databaseUrl, accountId, key }: Installation,
  bodies: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  const clock = systemClock
  const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock })
  try {
    const first = await ensureFirstAccount({ store, clock, dataDir, accountId, apiKey: key })
    if (!first.isFirst) throw new Error('the database is in use: a benchmark needs an empty one')
    const checks = bodies.map(({ checkType, ...body }) => ({
      id: randomUUIDv7(),
      kind: kindOf(typeof checkType === 'string' && isCheckType(checkType) ? checkType : 'ICMP'),
      body,
    }))
    for (const chunk of chunks(checks, checksPerWrite)) {
      await store.write(async (db) => {
        for (const { id, kind, body } of chunk) {
          await insertCheck(db, {
            id,
            accountId,
            checkType: kind.checkType,
            status: null,
            createdAt: clock.now(),
            updatedAt: null,
            ...columnsOf({ id, checkType: kind.checkType }, newDocument(kind, body), store.sealer),
          })
        }
      })
    }
    return checks.map(({ id }) => id)
  } finally {
    await store.close()
  }
}
