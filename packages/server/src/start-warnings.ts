import { existsSync } from 'node:fs'
import { hashKey } from '@sonde/actions/api-keys/hash-key.ts'
import { findCaller } from '@sonde/store/accounts/api-keys.ts'
import { sqliteFile } from '@sonde/store/engine/sqlite/sqlite-engine.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'

/** What an operator should know of the settings and of the database; nothing of it keeps the server from its work. */
export async function warnAtStart(
  { settings, store, log }: { settings: Settings; store: Store; log: Logger },
  { isFirst, accountId }: { isFirst: boolean; accountId: string },
): Promise<void> {
  warnOfOtherDatabase()
  await warnOfDatabase()
  warnOfPlainProvider()
  if (!isFirst) await warnOfIgnoredCredentials()

  /** Commands that are called without DATABASE_URL would work on the other one. */
  function warnOfOtherDatabase(): void {
    const file = sqliteFile(settings.dataDir)
    if (settings.databaseUrl === null || !existsSync(file)) return
    log.warn({ file }, 'DATABASE_URL is set, so the database in the data folder is not used')
  }

  async function warnOfDatabase(): Promise<void> {
    try {
      for (const warning of await store.warnings()) log.warn({}, warning)
    } catch (error) {
      log.warn({ err: error }, 'the settings of the database could not be read')
    }
  }

  /** Whoever can listen on the way could sign in as anybody. */
  function warnOfPlainProvider(): void {
    const issuer = settings.oidc?.issuer ?? ''
    if (issuer.startsWith('http://')) log.warn({ issuer }, 'OIDC_ISSUER is not encrypted: use https')
  }

  /** They are for the first start only; silence would let somebody believe that they were changed. */
  async function warnOfIgnoredCredentials(): Promise<void> {
    if (settings.accountId !== null && settings.accountId !== accountId) {
      log.warn({ accountId }, 'SONDE_ACCOUNT_ID is ignored: this database already has its first account')
    }
    if (settings.apiKey === null) return
    const caller = await findCaller(store.read, { hash: hashKey(settings.apiKey), accountId: null })
    if (!caller) log.warn({}, 'SONDE_API_KEY is ignored: this database already has its first key')
  }
}
