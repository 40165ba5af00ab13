import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('trace_exports', {
  accountId: 'account_id',
  enabled: booleanColumn('enabled'),
  sendTraceHeaders: booleanColumn('send_trace_headers'),
  endpoint: 'endpoint',
  /** Made by the sealer, for the context of `traceExportContext`: JSON of names and values. */
  sealedHeaders: 'sealed_headers',
  lastExportedAt: 'last_exported_at',
  lastError: 'last_error',
  failures: 'failures',
  nextTryAt: 'next_try_at',
  skipped: 'skipped',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

/** Where the runs of an account are exported to, and how that goes. */
export type TraceExportRow = RowOf<typeof columns>

export function traceExportContext(accountId: string): string {
  return `trace_exports/${accountId}`
}

export async function findTraceExport(db: Db, accountId: string): Promise<TraceExportRow | null> {
  const id = canonicalUuid(accountId)
  if (id === null) return null
  const row = await db.selectFrom('trace_exports').selectAll().where('account_id', '=', id).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** What was set is tried at once, whatever became of the tries before. */
export async function putTraceExport(
  db: Db,
  row: Pick<
    TraceExportRow,
    'accountId' | 'enabled' | 'sendTraceHeaders' | 'endpoint' | 'sealedHeaders' | 'createdAt' | 'updatedAt'
  >,
): Promise<void> {
  const settings = {
    enabled: row.enabled,
    send_trace_headers: row.sendTraceHeaders,
    endpoint: row.endpoint,
    sealed_headers: row.sealedHeaders,
    failures: 0,
    next_try_at: 0,
    last_error: null,
  }
  await db
    .insertInto('trace_exports')
    .values({
      ...settings,
      account_id: row.accountId,
      last_exported_at: null,
      skipped: 0,
      created_at: row.createdAt,
      updated_at: row.updatedAt,
    })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...settings, updated_at: row.updatedAt }),
    )
    .execute()
}

export async function deleteTraceExport(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('trace_exports').where('account_id', '=', accountId).execute()
}

const selectPending = prepareQuery(
  (db, { limit }: { limit: number }) =>
    db
      .selectFrom('trace_exports')
      .select(['account_id', 'next_try_at'])
      .where('enabled', '=', true)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('trace_outbox')
            .select('trace_outbox.id')
            .whereRef('trace_outbox.account_id', '=', 'trace_exports.account_id'),
        ),
      )
      .orderBy('next_try_at')
      .orderBy('account_id')
      .limit(limit),
  { isPlannedOnce: true },
)

/** The accounts with something to export, and from when on; those that wait longest first. */
export async function pendingTraceExports(
  db: Db,
  { limit }: { limit: number },
): Promise<{ accountId: string; nextTryAt: number }[]> {
  const { rows } = await selectPending(db, { limit })
  return rows.map((row) => ({ accountId: row.account_id, nextTryAt: row.next_try_at }))
}

/** `error`: what the receiver complained of although it took them. */
export async function noteExported(
  db: Db,
  { accountId, at, error }: { accountId: string; at: number; error: string | null },
): Promise<void> {
  await db
    .updateTable('trace_exports')
    // Behind all others that have something to export.
    .set({ last_exported_at: at, last_error: error, failures: 0, next_try_at: at })
    .where('account_id', '=', accountId)
    .execute()
}

export async function noteExportFailure(
  db: Db,
  failed: { accountId: string; error: string; failures: number; nextTryAt: number },
): Promise<void> {
  await db
    .updateTable('trace_exports')
    .set({ last_error: failed.error, failures: failed.failures, next_try_at: failed.nextTryAt })
    .where('account_id', '=', failed.accountId)
    .execute()
}

/** Runs that will not be exported, and why. */
export async function noteSkippedRuns(
  db: Db,
  { accountId, count, error }: { accountId: string; count: number; error: string },
): Promise<void> {
  await db
    .updateTable('trace_exports')
    .set(({ eb }) => ({ skipped: eb('skipped', '+', count), last_error: error }))
    .where('account_id', '=', accountId)
    .execute()
}
