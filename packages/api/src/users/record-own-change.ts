import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { UserRow } from '@sonde/store/accounts/users.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { actorIn } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'

/** A user belongs to no account: each that the user is a member of is told. */
export async function recordOwnChange(
  db: Db,
  { user, request, deps }: { user: UserRow; request: FastifyRequest; deps: Pick<ApiDeps, 'clock'> },
  { before, after }: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  for (const { id } of await listAccountsOfUser(db, user.id)) {
    // One transaction has one connection.
    await recordChange(db, actorIn(id, request, deps), {
      entityType: 'USER',
      entityId: user.id,
      entityName: user.name ?? user.email,
      before,
      after,
    })
  }
}
