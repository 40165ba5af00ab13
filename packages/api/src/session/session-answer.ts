import type { Session } from '@sonde/schema/accounts/session.ts'
import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import { settledLiveNumber } from '@sonde/store/live/live-changes.ts'
import type { UserRow } from '@sonde/store/accounts/users.ts'
import type { ApiDeps } from '../api-deps.ts'
import { csrfTokenOf } from '../http/session-token.ts'

export async function sessionAnswer(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
  { token, expiresAt }: { token: string; expiresAt: number },
): Promise<Session> {
  const accounts = await listAccountsOfUser(store.read, id)
  const liveEventId = await settledLiveNumber(store.read, clock.now())
  return {
    user: { id, name, email },
    accounts: accounts.map((account) => ({ id: account.id, name: account.name, role: account.role })),
    csrfToken: csrfTokenOf(token),
    expiresAt: new Date(expiresAt).toISOString(),
    liveEventId: String(liveEventId),
  }
}
