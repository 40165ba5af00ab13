import type { Db } from '../engine/database.ts'
import { releaseBlobs } from './artifact-blobs.ts'
import type { MissingReason } from './artifacts.ts'
import { addUsage, usageOf } from './artifact-usage.ts'

/** So few that deleting them is over before anybody notices. */
const rowsPerStep = 200

type StoredRow = {
  check_no: number
  scheduled_at: number
  origin: string
  attempt: number
  name: string
  account_id: string
  type: string
  bytes: number
  sha256: string | null
}

const rowColumns = [
  'check_no',
  'scheduled_at',
  'origin',
  'attempt',
  'name',
  'account_id',
  'type',
  'bytes',
  'sha256',
] as const

/** Deletes one step of the oldest files of a check, with their rows. True when there may be more. */
export async function deleteOldestArtifacts(
  db: Db,
  key: { checkNo: number; before: number; now: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('artifacts')
    .select(rowColumns)
    .where('check_no', '=', key.checkNo)
    .where('scheduled_at', '<', key.before)
    .orderBy('scheduled_at')
    .limit(rowsPerStep)
    .execute()
  const deleted: StoredRow[] = []
  for (const row of rows) {
    const gone = await db
      .deleteFrom('artifacts')
      .where((builder) => builder.and(keyOf(row)))
      .returning('sha256')
      .executeTakeFirst()
    if (gone !== undefined) deleted.push({ ...row, sha256: gone.sha256 })
  }
  await giveBack(db, deleted, key.now)
  return rows.length === rowsPerStep
}

/** Lets go of one step of the oldest bytes of a type. Their rows stay, and say why. True when there may be more. */
export async function expireArtifacts(
  db: Db,
  { type, before, now }: { type: string; before: number; now: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('artifacts')
    .select(rowColumns)
    .where('sha256', 'is not', null)
    .where('type', '=', type)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(rowsPerStep)
    .execute()
  await letGo(db, rows, 'retention', now)
  return rows.length === rowsPerStep
}

/**
 * Lets go of the oldest bytes of an account until it holds no more than so many, of all types together or of one. True
 * when it still does: one step was not enough.
 */
export async function evictArtifacts(
  db: Db,
  { accountId, type, most, now }: { accountId: string; type: string | null; most: number; now: number },
): Promise<boolean> {
  const usage = await usageOf(db, accountId)
  const held =
    type === null ? usage.values().reduce((sum, { bytes }) => sum + bytes, 0) : (usage.get(type)?.bytes ?? 0)
  if (held <= most) return false
  let query = db
    .selectFrom('artifacts')
    .select(rowColumns)
    .where('sha256', 'is not', null)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .limit(rowsPerStep)
  if (type !== null) query = query.where('type', '=', type)
  const oldest = await query.execute()
  const evicted: StoredRow[] = []
  let left = held
  for (const row of oldest) {
    if (left <= most) break
    evicted.push(row)
    left -= Number(row.bytes)
  }
  await letGo(db, evicted, 'quota', now)
  return left > most && oldest.length === rowsPerStep
}

async function letGo(db: Db, rows: readonly StoredRow[], missing: MissingReason, now: number): Promise<void> {
  const without: StoredRow[] = []
  for (const row of rows) {
    const { numUpdatedRows } = await db
      .updateTable('artifacts')
      .set({ sha256: null, missing })
      .where((builder) => builder.and(keyOf(row)))
      // Somebody else may have let go of it meanwhile: it counts once.
      .where('sha256', 'is not', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) without.push(row)
  }
  await giveBack(db, without, now)
}

function keyOf({ check_no, scheduled_at, origin, attempt, name }: StoredRow) {
  return { check_no, scheduled_at, origin, attempt, name }
}

/** What these files held is free again. */
async function giveBack(db: Db, rows: readonly StoredRow[], now: number): Promise<void> {
  const stored = rows.filter(({ sha256 }) => sha256 !== null)
  const freed = Map.groupBy(stored, (row) => `${row.account_id}/${row.type}`)
  for (const group of freed.values()) {
    const [first] = group
    if (first === undefined) continue
    const bytes = group.reduce((sum, row) => sum + Number(row.bytes), 0)
    await addUsage(db, first.account_id, first.type, { files: -group.length, bytes: -bytes })
  }
  await releaseBlobs(
    db,
    stored.flatMap(({ sha256 }) => sha256 ?? []),
    now,
  )
}

/** The next check after this one that has files; null after the last. 0 are the trial runs. */
export async function nextCheckWithArtifacts(
  db: Db,
  after: number,
): Promise<{ checkNo: number; oldestAt: number } | null> {
  const row = await db
    .selectFrom('artifacts')
    .select(['check_no', 'scheduled_at'])
    .where('check_no', '>', after)
    .orderBy('check_no')
    .orderBy('scheduled_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { checkNo: Number(row.check_no), oldestAt: Number(row.scheduled_at) }
}
