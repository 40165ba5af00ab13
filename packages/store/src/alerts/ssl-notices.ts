import type { Db } from '../engine/database.ts'

/** Notes that channels are told of a certificate. Gives back those that were not told before. */
export async function recordSslNotices(
  db: Db,
  { domain, fingerprint, at }: { domain: string; fingerprint: string; at: number },
  channelIds: readonly number[],
): Promise<Set<number>> {
  if (channelIds.length === 0) return new Set()
  const rows = await db
    .insertInto('ssl_notices')
    .values(channelIds.map((id) => ({ channel_id: id, domain, fingerprint, at })))
    .onConflict((conflict) => conflict.columns(['channel_id', 'domain', 'fingerprint']).doNothing())
    .returning('channel_id')
    .execute()
  return new Set(rows.map((row) => row.channel_id))
}
