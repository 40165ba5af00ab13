import type { Session } from '@sonde/schema/accounts/session.ts'
import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { UserRow } from '@sonde/store/accounts/users.ts'
import { csrfTokenOf } from '../http/session-token.ts'

export async function sessionAnswer(
  db: Db,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
  { token, expiresAt }: { token: string; expiresAt: number },
): Promise<Session> {
  const accounts = await listAccountsOfUser(db, id)
  return {
    user: { id, name, email },
    accounts: accounts.map((account) => ({ id: account.id, name: account.name, role: account.role })),
    csrfToken: csrfTokenOf(token),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}
