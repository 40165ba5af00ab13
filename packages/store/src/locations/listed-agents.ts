import { type AgentRow, toAgent } from './agents.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type ListedAgentsQuery = {
  accountId: string
  /** With those that serve every account: the embedded one and those of data centers. */
  withShared: boolean
  location: string | null
  seenSince: number
  limit: number
  offset: number
}

/** Agents that were heard of and have not said that they stop, the one heard of last first. */
export async function listAgents(
  db: Db,
  query: ListedAgentsQuery,
): Promise<{ rows: AgentRow[]; total: number }> {
  const accountId = canonicalUuid(query.accountId)
  if (accountId === null) return { rows: [], total: 0 }
  const matching = db
    .selectFrom('agents')
    .where('left_at', 'is', null)
    .where('last_seen_at', '>=', query.seenSince)
    .where((builder) =>
      builder.or([
        builder('account_id', '=', accountId),
        ...(query.withShared ? [builder('account_id', 'is', null)] : []),
      ]),
    )
    .$if(query.location !== null, (builder) => builder.where('location', '=', query.location ?? ''))
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    matching.select((builder) => builder.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(toAgent), total: Number(total) }
}
