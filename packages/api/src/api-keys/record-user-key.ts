import type { Clock } from '@sonde/ground/clock.ts'
import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { FastifyRequest } from 'fastify'
import { actorIn } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'

type Key = { id: string; name: string; userId: string; lastFour: string }

/** The key of a user opens every account that the user belongs to: each of them is told. */
export async function recordInAccountsOf(
  db: Db,
  { userId, request, clock }: { userId: string; request: FastifyRequest; clock: Clock },
  change: { before: Key | null; after: Key | null },
): Promise<void> {
  for (const { id } of await listAccountsOfUser(db, userId)) {
    // One transaction has one connection.
    await recordDocument(db, actorIn(id, request, { clock }), 'API_KEY', change)
  }
}
