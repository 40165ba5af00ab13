import type { Db } from './database.ts'
import { isSqlite } from './engine-of.ts'
import { sql } from 'kysely'

/** Takes the next `count` numbers of a sequence; returns the first of them. Call it inside `write`. */
export async function takeNumbers(db: Db, name: string, count: number): Promise<number> {
  const { value } = await db
    .insertInto('counters')
    .values({ name, value: count })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`counters.value + ${count}` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value) - count + 1
}

export async function readCounter(db: Db, name: string): Promise<number | null> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : Number(row.value)
}

/** The same inside `write`: nobody else changes it until the write ends. */
export async function readCounterForUpdate(db: Db, name: string): Promise<number | null> {
  const query = db.selectFrom('counters').select('value').where('name', '=', name)
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  return row === undefined ? null : Number(row.value)
}

export async function setCounter(db: Db, name: string, value: number): Promise<void> {
  await db
    .insertInto('counters')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
