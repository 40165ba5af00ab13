import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { foldForSearch } from '../engine/text-search.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('users', {
  id: 'id',
  name: 'name',
  /** In lower case. */
  email: 'email',
  passwordHash: 'password_hash',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

export type UserRow = RowOf<typeof columns>

/** What is left out stays as it is. */
export type UserUpdate = {
  id: string
  name?: string | null
  email?: string
  passwordHash?: string | null
  updatedAt: number
}

/** An e-mail address that differs from a stored one in case only is a unique violation. */
export async function insertUser(db: Db, user: UserRow): Promise<void> {
  await db
    .insertInto('users')
    .values({
      ...columns.write({ ...user, email: user.email.toLowerCase() }),
      name_folded: foldForSearch(user.name ?? ''),
    })
    .execute()
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const uuid = canonicalUuid(id)
  if (uuid === null) return null
  const row = await db.selectFrom('users').selectAll().where('id', '=', uuid).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Inside `write`: nobody changes the user until the write ends. */
export async function findUserForUpdate(db: Db, id: string): Promise<UserRow | null> {
  const uuid = canonicalUuid(id)
  if (uuid === null) return null
  const query = db.selectFrom('users').selectAll().where('id', '=', uuid)
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** In any case of its letters. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** False when there is no such user. */
export async function updateUser(
  db: Db,
  { id, name, email, passwordHash, updatedAt }: UserUpdate,
): Promise<boolean> {
  const uuid = canonicalUuid(id)
  if (uuid === null) return false
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      ...(name === undefined ? {} : { name, name_folded: foldForSearch(name ?? '') }),
      ...(email === undefined ? {} : { email: email.toLowerCase() }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      updated_at: updatedAt,
    })
    .where('id', '=', uuid)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
