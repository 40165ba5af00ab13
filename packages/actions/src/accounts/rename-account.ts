import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { Account, AccountUpdate } from '@sonde/schema/accounts/account.ts'
import { findAccountForUpdate, updateAccount } from '@sonde/store/accounts/accounts.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { accountAnswer } from './account-answer.ts'

export async function renameAccount(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  actor: Actor,
  { input }: { input: AccountUpdate },
): Promise<Account> {
  return await store.write(async (db) => {
    const before = await findAccountForUpdate(db, actor.accountId)
    if (before === null) throw notFound('account')
    const after = { ...before, name: input.name, updatedAt: nextUpdatedAt(before, clock.now()) }
    await updateAccount(db, after)
    await recordChange(db, actor, {
      entityType: 'ACCOUNT',
      entityId: before.id,
      entityName: after.name,
      before: { name: before.name },
      after: { name: after.name },
    })
    return accountAnswer(after)
  })
}
