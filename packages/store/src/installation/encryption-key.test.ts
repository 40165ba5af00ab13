import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createKeyFile, encryptionKeyFile, loadEncryptionKey, parseEncryptionKey } from './encryption-key.ts'

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a key is 32 bytes in hex or base64, and nothing else', () => {
  const key = Buffer.from(randomBytes(32))
  for (const text of [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
    key.toString('base64url'),
    ` ${key.toString('hex')}\n`,
  ]) {
    assert.deepEqual(parseEncryptionKey(text), key, text)
  }
  for (const text of [
    '',
    'secret',
    'ab'.repeat(31),
    'ab'.repeat(33),
    'zz'.repeat(32),
    randomBytes(33).toString('base64'),
  ]) {
    assert.equal(parseEncryptionKey(text), null, text)
  }
})

test('a new key file is private and holds the key', (t) => {
  const dataDir = makeFolder(t)
  const key = createKeyFile(dataDir)
  assert.equal(statSync(encryptionKeyFile(dataDir)).mode & 0o777, 0o600)
  assert.deepEqual(loadEncryptionKey({ dataDir, encryptionKey: null }), key)
  assert.deepEqual(readdirSync(dataDir), ['encryption.key'])
})

test('an existing key is never replaced', (t) => {
  const dataDir = makeFolder(t)
  const key = createKeyFile(dataDir)
  assert.deepEqual(createKeyFile(dataDir), key)
  assert.deepEqual(readdirSync(dataDir), ['encryption.key'])
})

test('a key file that others may read is made private', (t) => {
  const dataDir = makeFolder(t)
  createKeyFile(dataDir)
  chmodSync(encryptionKeyFile(dataDir), 0o644)
  loadEncryptionKey({ dataDir, encryptionKey: null })
  assert.equal(statSync(encryptionKeyFile(dataDir)).mode & 0o777, 0o600)
})

test('the key of the setting comes before the file, and no file is made for it', (t) => {
  const dataDir = makeFolder(t)
  const key = Buffer.from(randomBytes(32))
  assert.deepEqual(loadEncryptionKey({ dataDir, encryptionKey: key.toString('base64') }), key)
  assert.equal(existsSync(encryptionKeyFile(dataDir)), false)
  assert.equal(loadEncryptionKey({ dataDir, encryptionKey: null }), null)
})

test('a damaged key and a malformed setting are named, and the key is not shown', (t) => {
  const dataDir = makeFolder(t)
  writeFileSync(encryptionKeyFile(dataDir), 'half a k')
  assert.throws(() => loadEncryptionKey({ dataDir, encryptionKey: null }), {
    name: 'StoreFailure',
    setting: 'SONDE_ENCRYPTION_KEY',
    message: /encryption\.key is damaged/,
  })
  assert.throws(() => loadEncryptionKey({ dataDir, encryptionKey: 'hunter2' }), {
    setting: 'SONDE_ENCRYPTION_KEY',
    message: 'SONDE_ENCRYPTION_KEY: must be 32 bytes, written as 64 hex digits or as base64',
  })
})
