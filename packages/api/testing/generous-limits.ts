import type { AccountLimits } from '@sonde/actions/accounts/account-limits.ts'

/** What a server lets accounts have unless told. */
export const generousLimits: AccountLimits = {
  creation: 'operators',
  checks: 200_000,
  keys: 1_000,
  members: 1_000,
  snippetMegabytes: 20,
}
