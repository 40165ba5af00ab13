import { randomUUIDv7 } from 'node:crypto'
import type { Account, AccountCreate } from '@sonde/schema/accounts/account.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { accountAnswer } from './account-answer.ts'
import { openAccount } from './open-account.ts'

/** A further account, owned by the user who acts. */
export async function createAccount(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  actor: UserActor,
  { input }: { input: AccountCreate },
): Promise<Account> {
  const account = { id: randomUUIDv7(), name: input.name }
  const row = await store.write(async (db) => {
    const accountRow = await openAccount(db, { ...account, ownerId: actor.userId, now: clock.now() })
    const inAccount = { ...actor, accountId: account.id }
    await recordDocument(db, inAccount, 'ACCOUNT', { before: null, after: account })
    return accountRow
  })
  return accountAnswer(row)
}
