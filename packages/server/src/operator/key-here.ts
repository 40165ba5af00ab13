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
    if (fingerprint === needed) return `also keep ${place}, separate from the backup.`
    // A rotation that was killed after its commit: the next start of the server puts it in its place.
    if (source.encryptionKey === null && fingerprintOf(readNextKey(source.dataDir)) === needed) {
      return `also keep the file ${nextKeyFile(source.dataDir)}, separate from the backup.`
    }
    return fingerprint === null
      ? `WARNING: no encryption key found: ${encryptionKeyFile(source.dataDir)} does not exist and SONDE_ENCRYPTION_KEY is not set. Find the key with the fingerprint ${needed} and store it safely.`
      : `WARNING: the key here (${fingerprint}, ${place}) is NOT the key of this database (${needed}). Find that key and store it safely.`
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    return `WARNING: ${error.message}. Find the key with the fingerprint ${needed} and store it safely.`
  }
}

function fingerprintOf(key: Buffer | null): string | null {
  return key === null ? null : createSealer(key).keyFingerprint
}
