import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { type DetailReferences, encodeReference, referenceOf } from './detail-codec.ts'
import { readReference } from './read-detail.ts'

/** A detail that others of the same check are told by the difference to. */
export type ReferenceRow = {
  id: number
  checkNo: number
  location: string
  usableUntil: number
  detail: unknown
}

export type NewReference = Omit<ReferenceRow, 'id'> & { checkType: CheckType }

/** The reference gets its number in the transaction: nobody may use it before that is committed. */
export async function insertReference(db: Db, row: NewReference): Promise<number> {
  const { id } = await db
    .insertInto('detail_references')
    .values({
      check_no: row.checkNo,
      location: row.location,
      usable_until: row.usableUntil,
      content: encodeReference(row.checkType, row.detail),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** What these stored details cannot be read without, as far as it is there and can be read itself. */
export async function referencesOf(
  db: Db,
  rows: readonly { detail: Uint8Array }[],
): Promise<DetailReferences> {
  const ids = new Set(rows.flatMap(({ detail }) => referenceOf(detail) ?? []))
  if (ids.size === 0) return new Map()
  const found = await db
    .selectFrom('detail_references')
    .select(['id', 'content'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(
    found.flatMap(({ id, content }): [number, unknown][] => {
      const reading = readReference(content)
      return reading.kind === 'read' ? [[id, reading.detail]] : []
    }),
  )
}

const selectOfCheck = prepareQuery((db, { checkNo }: { checkNo: number }) =>
  db.selectFrom('detail_references').selectAll().where('check_no', '=', checkNo).orderBy('id', 'desc'),
)

/** All references of these checks that can be read, the newest first: one that cannot must stop no result. */
export async function referencesOfChecks(db: Db, checkNos: readonly number[]): Promise<ReferenceRow[]> {
  const rows = []
  if (isSqlite(db)) {
    for (const checkNo of checkNos) rows.push(...(await selectOfCheck(db, { checkNo })).rows)
  } else if (checkNos.length > 0) {
    const ofAll = db.selectFrom('detail_references').selectAll()
    rows.push(
      ...(await ofAll
        .where('check_no', 'in', [...checkNos])
        .orderBy('id', 'desc')
        .execute()),
    )
  }
  return rows.flatMap((row) => {
    const reading = readReference(row.content)
    if (reading.kind === 'unreadable') return []
    const { check_no: checkNo, usable_until: usableUntil } = row
    return [{ id: row.id, checkNo, location: row.location, usableUntil, detail: reading.detail }]
  })
}

const selectId = prepareQuery((db, { id }: { id: number }) =>
  db.selectFrom('detail_references').select('id').where('id', '=', id),
)

/**
 * Those of the references that there are. Call it with the states of their checks locked: until the write ends, none of
 * them goes away (`deleteUnusedReferences`).
 */
export async function presentReferences(db: Db, ids: ReadonlySet<number>): Promise<Set<number>> {
  const present = new Set<number>()
  if (isSqlite(db)) {
    for (const id of ids) if ((await selectId(db, { id })).rows.length > 0) present.add(id)
  } else if (ids.size > 0) {
    const rows = await db
      .selectFrom('detail_references')
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
    for (const { id } of rows) present.add(id)
  }
  return present
}

/**
 * Deletes the references that were usable up to that time, as far as their check has no result of the time when they
 * were: what is left needs none of them. Whoever stores results holds the state of their check and looks again, so that
 * no result comes in between. Looks at the checks with a number above `after` up to and including `upTo`.
 */
export async function deleteUnusedReferences(
  db: Db,
  { after, upTo, before }: { after: number; upTo: number; before: number },
): Promise<void> {
  const outdated = await db
    .selectFrom('detail_references')
    .select('check_no')
    .distinct()
    .where('check_no', '>', after)
    .where('check_no', '<=', upTo)
    .where('usable_until', '<=', before)
    .orderBy('check_no')
    .execute()
  if (outdated.length === 0) return
  const checkNos = outdated.map(({ check_no: checkNo }) => checkNo)
  if (!isSqlite(db)) {
    await db
      .selectFrom('check_states')
      .select('no')
      .where('no', 'in', checkNos)
      .orderBy('no')
      .forUpdate()
      .execute()
  }
  await sql`
    delete from detail_references
    where check_no in (${sql.join(checkNos)}) and usable_until <= ${before} and not exists (
      select 1 from results
      where results.check_no = detail_references.check_no
        and results.scheduled_at < detail_references.usable_until)`.execute(db)
}
