import { findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { FastifyRequest } from 'fastify'
import { accountOf } from '../http/access.ts'
import { forbidden } from '@sonde/actions/refusal.ts'

/**
 * Agents of a data center run the checks of every account there. Anybody can open an account and own it, so
 * that only the first one, which came with the installation, hands out their keys.
 */
export async function requireOperators(request: FastifyRequest, store: Store): Promise<void> {
  const first = await findFirstAccount(store.read)
  if (first?.id !== accountOf(request).id) {
    throw forbidden('Only the first account of this installation manages the keys of data-center locations')
  }
}
