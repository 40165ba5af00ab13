import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { UserActor } from '../actor.ts'
import { type Change, recordChange } from './record-change.ts'

/** What is a user's own reaches into every account that the user belongs to: each of them is told. */
export async function recordOwnChange(db: Db, actor: UserActor, change: Change): Promise<void> {
  for (const { id } of await listAccountsOfUser(db, actor.userId)) {
    // One transaction has one connection.
    await recordChange(db, { ...actor, accountId: id }, change)
  }
}
