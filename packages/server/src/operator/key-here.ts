import {
  encryptionKeyFile,
  loadEncryptionKey,
  nextKeyFile,
  readNextKey,
} from '@sonde/store/installation/encryption-key.ts'
import { StoreFailure } from '@sonde/store/engine/failures.ts'
import { createSealer } from '@sonde/store/installation/sealer.ts'

type KeySource = { dataDir: string; encryptionKey: string | null }

/** What to keep beside a backup without its key; loud when the key that is here is not the one it needs. */
export function describeKeyHere(source: KeySource, needed: string): string {
  const place =
    source.encryptionKey === null
      ? `the file ${encryptionKeyFile(source.dataDir)}`
      : 'the value of SONDE_ENCRYPTION_KEY'
  try {
    const fingerprint = fingerprintOf(loadEncryptionKey(source))
    if (fingerprint === needed) return `keep ${place} as well, in another place than the backup.`
    // A rotation that was killed after its commit: the next start of the server puts it in its place.
    if (source.encryptionKey === null && fingerprintOf(readNextKey(source.dataDir)) === needed) {
      return `keep the file ${nextKeyFile(source.dataDir)} as well, in another place than the backup.`
    }
    return fingerprint === null
      ? `WARNING: the key is not here: there is no ${encryptionKeyFile(source.dataDir)} and SONDE_ENCRYPTION_KEY is not set. Find the key with the fingerprint ${needed} and keep it.`
      : `WARNING: the key here (${fingerprint}, ${place}) is NOT the key of this database (${needed}). Find that one and keep it.`
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    return `WARNING: ${error.message}. Find the key with the fingerprint ${needed} and keep it.`
  }
}

function fingerprintOf(key: Buffer | null): string | null {
  return key === null ? null : createSealer(key).keyFingerprint
}
