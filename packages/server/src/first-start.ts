import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openAccount } from '@sonde/actions/accounts/open-account.ts'
import { describeKey, newKey } from '@sonde/actions/api-keys/new-key.ts'
import { hashSetupToken } from '@sonde/api/setup/claim-installation.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import { keyPrefixes } from '@sonde/schema/accounts/api-key.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { findFirstAccount } from '@sonde/store/accounts/accounts.ts'
import { insertApiKey } from '@sonde/store/accounts/api-keys.ts'
import { insertSetupToken } from '@sonde/store/installation/setup-tokens.ts'
import { lockInstallation } from '@sonde/store/installation/installation-lock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { insertUser } from '@sonde/store/accounts/users.ts'
import { writeSecretFile } from './secret-file.ts'

/** How long a set-up address opens. */
export const setupTokenMs = dayMs

/** A name that no mail can reach: the owner says their own with the set-up address. */
const unclaimedEmail = 'owner@sonde.invalid'

export type FirstStart =
  | { isFirst: true; accountId: string; key: string; setupToken: string; keyFile: string }
  | { isFirst: false; accountId: string; keyFile: string; hasKeyFile: boolean }

/**
 * Makes the first account with its owner and a key, exactly once, however many servers start at once. The
 * key is written to its file before the transaction commits, so that a crash in between cannot leave an
 * account whose key nobody has.
 */
export async function ensureFirstAccount(deps: {
  store: Store
  clock: Clock
  dataDir: string
  accountId: string | null
  apiKey: string | null
}): Promise<FirstStart> {
  const keyFile = join(deps.dataDir, 'api-key')
  const account = await findFirstAccount(deps.store.read)
  const later = ({ id: accountId }: { id: string }) =>
    ({ isFirst: false, accountId, keyFile, hasKeyFile: existsSync(keyFile) }) as const
  if (account) return later(account)
  return deps.store.write(async (db) => {
    await lockInstallation(db)
    const other = await findFirstAccount(db)
    if (other) return later(other)
    const now = deps.clock.now()
    const ownerId = randomUUIDv7()
    const accountId = deps.accountId ?? randomUUIDv7()
    const { key, hash, lastFour } = deps.apiKey === null ? newKey(keyPrefixes.user) : describeKey(deps.apiKey)
    const setupToken = randomBytes(32).toString('hex')
    await insertUser(db, {
      id: ownerId,
      name: null,
      email: unclaimedEmail,
      passwordHash: null,
      createdAt: now,
      updatedAt: null,
    })
    await openAccount(db, { id: accountId, name: 'My account', ownerId, now })
    await insertApiKey(db, {
      id: randomUUIDv7(),
      kind: 'user',
      userId: ownerId,
      name: 'First key',
      hash,
      lastFour,
      createdAt: now,
    })
    await insertSetupToken(db, {
      hash: hashSetupToken(setupToken),
      accountId,
      userId: ownerId,
      expiresAt: now + setupTokenMs,
      createdAt: now,
    })
    writeSecretFile(keyFile, `${key}\n`, now)
    return { isFirst: true, accountId, key, setupToken, keyFile }
  })
}
