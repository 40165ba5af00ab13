import { findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { forbidden } from '../refusal.ts'

/**
 * Agents of a data center run the checks of every account there. Anybody can open an account and own it, so
 * that only the first one, which came with the installation, hands out their keys.
 */
export async function requireOperators(
  { store }: Pick<ActionDeps, 'store'>,
  { accountId }: Actor,
): Promise<void> {
  const first = await findFirstAccount(store.read)
  if (first?.id !== accountId) {
    throw forbidden('Only the first account of this installation manages the keys of data-center locations')
  }
}
