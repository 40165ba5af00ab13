import type { Clock } from '@sonde/ground/clock.ts'
import type { Db } from '../engine/database.ts'
import {
  createKeyFile,
  encryptionKeyFile,
  loadEncryptionKey,
  promoteNextKey,
  readNextKey,
} from './encryption-key.ts'
import { StoreFailure } from '../engine/failures.ts'
import { type Sealer, createSealer } from './sealer.ts'

export type KeySource = { dataDir: string; encryptionKey: string | null }

const fingerprintKey = 'encryption_key_fingerprint'
const createdKey = 'created_at'

/** A database remembers its key by fingerprint. Only a database without one may be given a new key. */
export async function agreeOnKey(
  db: Db,
  options: KeySource & { clock: Clock },
  databaseName: string,
): Promise<Sealer> {
  const remembered = await rememberedFingerprint(db)
  if (remembered !== null) return openingSealer(options, remembered, databaseName)
  // On the disk before the database remembers it: a crash in between leaves a key without a database.
  const sealer = createSealer(loadEncryptionKey(options) ?? createKeyFile(options.dataDir))
  await db
    .insertInto('installation')
    .values([
      { key: fingerprintKey, value: sealer.keyFingerprint },
      { key: createdKey, value: String(options.clock.now()) },
    ])
    .execute()
  return sealer
}

/** Null when the database was never given a key. */
export async function rememberedFingerprint(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', fingerprintKey)
    .executeTakeFirst()
  return row?.value ?? null
}

export async function rememberFingerprint(db: Db, fingerprint: string): Promise<void> {
  await db
    .updateTable('installation')
    .set({ value: fingerprint })
    .where('key', '=', fingerprintKey)
    .executeTakeFirstOrThrow()
}

/** The sealer of a database that remembers this key. Ends a rotation whose program was killed after its commit. */
export function openingSealer(options: KeySource, remembered: string, databaseName: string): Sealer {
  const key = loadEncryptionKey(options)
  const sealer = key === null ? null : createSealer(key)
  if (sealer?.keyFingerprint === remembered) return sealer
  const rotated = options.encryptionKey === null ? rotatedSealer(options.dataDir, remembered) : null
  if (rotated !== null) {
    promoteNextKey(options.dataDir, sealer?.keyFingerprint ?? null)
    return rotated
  }
  if (sealer === null) {
    throw new StoreFailure(
      'SONDE_ENCRYPTION_KEY',
      `the encryption key of ${databaseName} was not found: put its key file back as ${encryptionKeyFile(options.dataDir)} or set SONDE_ENCRYPTION_KEY`,
    )
  }
  const source = options.encryptionKey === null ? encryptionKeyFile(options.dataDir) : 'SONDE_ENCRYPTION_KEY'
  throw new StoreFailure(
    'SONDE_ENCRYPTION_KEY',
    `${databaseName} was created with another encryption key (fingerprint ${remembered}, ${source} has ${sealer.keyFingerprint}): use that key`,
  )
}

function rotatedSealer(dataDir: string, remembered: string): Sealer | null {
  const next = readNextKey(dataDir)
  if (next === null) return null
  const sealer = createSealer(next)
  return sealer.keyFingerprint === remembered ? sealer : null
}
