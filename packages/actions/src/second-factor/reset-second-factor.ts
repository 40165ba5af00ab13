import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import { deleteFactor, findSecondFactor } from '@sonde/store/accounts/second-factors.ts'
import type { UserRow } from '@sonde/store/accounts/users.ts'
import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { operator } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'

/** Inside a write, by whoever runs the server: the user signs in with the password alone again. False when that was so. */
export async function resetSecondFactor(db: Db, user: UserRow, at: number): Promise<boolean> {
  const factor = await findSecondFactor(db, user.id)
  await deleteFactor(db, user.id)
  if (factor === null || factor.enabledAt === null) return false
  await endSessionsOf(db, { userId: user.id, except: null })
  for (const account of await listAccountsOfUser(db, user.id)) {
    await recordChange(db, operator(account.id, at), {
      entityType: 'USER',
      entityId: user.id,
      entityName: user.email,
      before: { secondFactor: 'on' },
      after: { secondFactor: 'off' },
    })
  }
  return true
}
