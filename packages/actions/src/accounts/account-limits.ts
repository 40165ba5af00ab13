import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { limitReached } from '../refusal.ts'

/** Who may open a further account: the owner of the first one, of any, or every user. */
type AccountCreators = 'operators' | 'owners' | 'everybody'

/** What the operator lets accounts have. Alert channels are limited beside what sends them. */
export type AccountLimits = {
  creation: AccountCreators
  checks: number
  /** Keys of the account; those of users are not among them. */
  keys: number
  /** With those who are invited. */
  members: number
  /** All snippets together, in millions of bytes. */
  snippetMegabytes: number
}

/** What a setting is called, and what it counts. */
const limits = {
  checks: { setting: 'CHECKS_MAX', what: 'checks' },
  keys: { setting: 'API_KEYS_MAX', what: 'API keys' },
  members: { setting: 'MEMBERS_MAX', what: 'members and invites' },
} as const

/** Refuses one more where the account has as many as it may have: inside the write that adds it. */
export async function requireRoomFor(
  db: Db,
  {
    accountId,
    limit,
    most,
    count,
  }: {
    accountId: string
    limit: keyof typeof limits
    most: number
    count(db: Db, accountId: string): Promise<number>
  },
): Promise<void> {
  await lockAccount(db, accountId)
  if ((await count(db, accountId)) < most) return
  const { setting, what } = limits[limit]
  throw limitReached(`The account has reached its limit of ${most} ${what} (${setting})`)
}
