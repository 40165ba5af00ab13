import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreFailure, describeError, errorCode } from '../engine/failures.ts'

const setting = 'SONDE_ENCRYPTION_KEY'
const fileName = 'encryption.key'
const keyBytes = 32

export function encryptionKeyFile(dataDir: string): string {
  return join(dataDir, fileName)
}

/** 32 bytes, written as 64 hex digits or as base64 of either alphabet. */
export function parseEncryptionKey(text: string): Buffer | null {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null
  const key = Buffer.from(trimmed, 'base64')
  return key.length === keyBytes ? key : null
}

/** The key that the operator gave, else the one in the data folder, else null. */
export function loadEncryptionKey(options: { dataDir: string; encryptionKey: string | null }): Buffer | null {
  return options.encryptionKey === null
    ? readKeyFile(encryptionKeyFile(options.dataDir))
    : parseGivenKey(options.encryptionKey)
}

function parseGivenKey(text: string): Buffer {
  const key = parseEncryptionKey(text)
  if (key === null) throw new StoreFailure(setting, 'must be 32 bytes, written as 64 hex digits or as base64')
  return key
}

/** Null when there is no such file. */
export function readKeyFile(file: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw new StoreFailure(
      setting,
      `cannot read the key file ${file} or restrict its permissions: ${describeError(error)}`,
      error,
    )
  }
  const key = parseEncryptionKey(text)
  if (key === null)
    throw new StoreFailure(setting, `the key file ${file} is damaged: restore it from a backup`)
  return key
}

export function newEncryptionKey(): Buffer {
  return randomBytes(keyBytes)
}

/**
 * Makes a new key file that is on the disk when this returns. When two programs do so at once, both get
 * the key of the one that came first.
 */
export function createKeyFile(dataDir: string, key: Buffer = newEncryptionKey()): Buffer {
  const file = encryptionKeyFile(dataDir)
  const draft = draftOf(file)
  try {
    writeDurably(draft, `${key.toString('hex')}\n`)
    const isFirst = publish(draft, file)
    syncFolder(dataDir)
    return isFirst ? key : (readKeyFile(file) ?? key)
  } catch (error) {
    throw error instanceof StoreFailure ? error : cannotWrite(file, error)
  }
}

/** The key of a rotation that has begun: the database may have it already, or never will. */
export function nextKeyFile(dataDir: string): string {
  return `${encryptionKeyFile(dataDir)}.new`
}

export function readNextKey(dataDir: string): Buffer | null {
  return readKeyFile(nextKeyFile(dataDir))
}

/** On the disk when this returns. Replaces the key of a rotation that came to nothing. */
export function writeNextKey(dataDir: string, key: Buffer): void {
  replaceKeyFile(nextKeyFile(dataDir), key)
}

/**
 * Makes the next key the key. The one before is kept beside it, by its fingerprint, for the backups that were made
 * with it. At every moment the folder has both.
 */
export function promoteNextKey(dataDir: string, formerFingerprint: string | null): void {
  const file = encryptionKeyFile(dataDir)
  try {
    const former = readKeyFile(file)
    if (former !== null && formerFingerprint !== null) {
      replaceKeyFile(formerKeyFile(dataDir, formerFingerprint), former)
    }
    renameSync(nextKeyFile(dataDir), file)
    syncFolder(dataDir)
  } catch (error) {
    throw error instanceof StoreFailure ? error : cannotWrite(file, error)
  }
}

export function formerKeyFile(dataDir: string, fingerprint: string): string {
  return `${encryptionKeyFile(dataDir)}.before-${fingerprint}`
}

/** With all of its content or not at all, and on the disk when this returns. */
export function replaceKeyFile(file: string, key: Buffer): void {
  const draft = draftOf(file)
  try {
    writeDurably(draft, `${key.toString('hex')}\n`)
    renameSync(draft, file)
    syncFolder(dirname(file))
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

function cannotWrite(file: string, error: unknown): StoreFailure {
  return new StoreFailure(
    'SONDE_DATA_DIR',
    `cannot write the key file ${file}: ${describeError(error)}`,
    error,
  )
}

function draftOf(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}`
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } catch (error) {
    unlinkSync(file)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** A link never replaces a file, and shows it with all of its content or not at all. */
function publish(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    unlinkSync(draft)
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') {
      unlinkSync(draft)
      return false
    }
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    // No hard links on this file system; starters of one database are kept apart by its lock as well.
    renameSync(draft, file)
    return true
  }
}

export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
