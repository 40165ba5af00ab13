import { type AccountRow, findAccount, findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import { listMembers } from '@sonde/store/accounts/members.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { type UserRow, findUser, findUserByEmail } from '@sonde/store/accounts/users.ts'
import { OperatorFailure } from './operator-failure.ts'

/** The user with this e-mail address. */
export async function userByEmail(db: Db, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email)
  if (user === null) {
    throw new OperatorFailure(
      `no user has the e-mail address ${email}; list the users with \`npx sonde accounts\``,
    )
  }
  return user
}

/** The account with this id; without one, the first. */
export async function chosenAccount(db: Db, id: string | undefined): Promise<AccountRow> {
  const account = id === undefined ? await findFirstAccount(db) : await findAccount(db, id)
  if (account !== null) return account
  throw new OperatorFailure(
    id === undefined
      ? 'there is no account yet: start the server first'
      : `there is no account ${id}; list the accounts with \`npx sonde accounts\``,
  )
}

export async function ownerOf(db: Db, account: AccountRow): Promise<UserRow> {
  const [owner] = await listMembers(db, { accountId: account.id, role: 'OWNER' })
  const user = owner === undefined ? null : await findUser(db, owner.userId)
  if (user === null) throw new OperatorFailure(`the account ${account.id} has no owner`)
  return user
}
