import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { FastifyRequest } from 'fastify'
import { settingsOf } from '@sonde/actions/accounts/account-settings.ts'
import { accountOf } from './access.ts'

/**
 * How an update of a check is read. By the letter: `heartbeat` and `script` are required and omitted fields
 * with a default get it. Lenient: nothing is required and omitted fields keep their value, which is what the
 * clients of the newer contract rely on; their headers give them away. This is the only place that decides.
 */
export type Reading = 'letter' | 'lenient'

/** An account that has settled it settles it for every client. */
export async function readingOf(request: FastifyRequest, { read }: { read: Db }): Promise<Reading> {
  const account = await findAccount(read, accountOf(request).id)
  const settled = account === null ? null : settingsOf(account).checkUpdateReading
  return settled ?? readingByHeaders(request)
}

function readingByHeaders({ headers }: Pick<FastifyRequest, 'headers'>): Reading {
  const fromKnownClient = 'x-checkly-account' in headers || 'x-checkly-source' in headers
  return fromKnownClient ? 'lenient' : 'letter'
}
