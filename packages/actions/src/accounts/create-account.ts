import { randomUUIDv7 } from 'node:crypto'
import type { Account, AccountCreate } from '@sonde/schema/accounts/account.ts'
import { findFirstAccount, listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { forbidden } from '../refusal.ts'
import { accountAnswer } from './account-answer.ts'
import type { AccountLimits } from './account-limits.ts'
import { openAccount } from './open-account.ts'

/** A further account, owned by the user who acts. */
export async function createAccount(
  { store, clock, accountLimits }: Pick<ActionDeps, 'store' | 'clock' | 'accountLimits'>,
  actor: UserActor,
  { input }: { input: AccountCreate },
): Promise<Account> {
  const account = { id: randomUUIDv7(), name: input.name }
  const row = await store.write(async (db) => {
    await requireCreator(db, actor.userId, accountLimits)
    const accountRow = await openAccount(db, { ...account, ownerId: actor.userId, now: clock.now() })
    const inAccount = { ...actor, accountId: account.id }
    await recordDocument(db, inAccount, 'ACCOUNT', { before: null, after: account })
    return accountRow
  })
  return accountAnswer(row)
}

async function requireCreator(db: Db, userId: string, { creation }: AccountLimits): Promise<void> {
  if (creation === 'everybody') return
  const owned = (await listAccountsOfUser(db, userId)).filter(({ role }) => role === 'OWNER')
  if (creation === 'owners') {
    if (owned.length > 0) return
    throw forbidden(
      'Only the owner of an account can create accounts here. The operator can run `npx sonde new-account`',
    )
  }
  const first = await findFirstAccount(db)
  if (owned.some(({ id }) => id === first?.id)) return
  throw forbidden(
    'Only the owner of the first account can create accounts here. The operator can run `npx sonde new-account`',
  )
}
