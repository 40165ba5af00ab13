import type { Db } from '../engine/database.ts'

/** Runs that no server could read, for people: their ids are in `id` where they were alone. */
export async function keepUnreadableParcel(
  db: Db,
  parcel: { id: string; subject: string; body: Buffer; at: number },
): Promise<void> {
  await db
    .insertInto('unreadable_parcels')
    .values({ ...parcel, body: parcel.body.toString('base64') })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
