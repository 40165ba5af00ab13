import type { AuditChange } from '@sonde/schema/accounts/audit-log.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { maskSecrets, type SecretPlace } from '@sonde/schema/checks/check-secrets.ts'
import type { Db } from '../engine/database.ts'
import { sealOnce, type SealingStore, writeUnreadably } from '../checks/sealing-steps.ts'

/** Addresses with a login have been masked in the log from the start. */
const lists = checkKinds.flatMap(({ secrets }) => secrets.filter(({ holds }) => holds === 'values'))

const rowsPerStep = 200

/** Masks what versions up to 0.6 have noted of secrets of checks in clear; tells how many entries had any. */
export async function maskStoredEntries(store: SealingStore, signal: AbortSignal): Promise<number> {
  return await sealOnce(store, 'audit_secrets_masked', async () => {
    let masked = 0
    for (let after = 0; ;) {
      signal.throwIfAborted()
      const rows = await entriesOfChecks(store.read, after)
      const changes = rows.flatMap(({ id, changes: before }) => {
        const text = JSON.stringify(changesIn(before).map(maskChange))
        return text === before ? [] : [{ id, text }]
      })
      await writeUnreadably(store, changes, async (db, { id, text }) => {
        await db.updateTable('audit_log').set({ changes: text }).where('id', '=', id).execute()
      })
      masked += changes.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerStep) return masked
      after = last.id
    }
  })
}

async function entriesOfChecks(db: Db, after: number) {
  return await db
    .selectFrom('audit_log')
    .select(['id', 'changes'])
    .where('entity_type', 'in', ['CHECK', 'CHECK_TRY'])
    .where('id', '>', after)
    .where((row) => row.or(lists.map(({ path }) => row('changes', 'like', `%${path.at(-1) ?? ''}%`))))
    .orderBy('id')
    .limit(rowsPerStep)
    .execute()
}

/** Safe because nothing but `insertAuditEntry` has written it. */
function changesIn(text: string): AuditChange[] {
  return JSON.parse(text) as AuditChange[]
}

function maskChange(change: AuditChange): AuditChange {
  const masked = { ...change }
  for (const side of ['old', 'new'] as const) {
    for (const place of lists)
      if (side in masked) masked[side] = maskValueAt(change.path, masked[side], place)
  }
  return masked
}

/** A change names what it changed: the whole request, the list, or one value of it. */
function maskValueAt(path: string, value: unknown, { path: list, holds }: SecretPlace): unknown {
  const fields = path.split('.')
  const isPart = list.every((field, index) => fields[index] === undefined || fields[index] === field)
  if (!isPart) return value
  if (fields.length <= list.length) {
    const place = { path: ['value', ...list.slice(fields.length)], holds }
    return maskSecrets([place], { value }).value
  }
  if (fields.length !== list.length + 2 || fields.at(-1) !== 'value') return value
  const [item] = maskSecrets([{ path: ['list'], holds }], { list: [{ key: '', value }] }).list
  return item?.value
}
