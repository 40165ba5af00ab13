import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { UnreadableSecret, createSealer } from './sealer.ts'

const key = randomBytes(32)
const sealer = createSealer(key)

test('what was sealed opens again in the same place', () => {
  for (const plain of ['', 'pässwörd', '{"a":"\u0000"}', 'x'.repeat(100_000)]) {
    assert.equal(sealer.open(sealer.seal(plain, 'checks/1'), 'checks/1'), plain)
    assert.equal(createSealer(key).open(sealer.seal(plain, 'checks/1'), 'checks/1'), plain)
  }
})

test('the same text is never sealed the same way twice, and does not show', () => {
  const [first, second] = [sealer.seal('hunter2', 'a'), sealer.seal('hunter2', 'a')]
  assert.notEqual(first, second)
  assert.ok(!Buffer.from(first.split('.')[2] ?? '', 'base64url').includes('hunter2'))
})

test('a sealed text names its form and its key, so that keys can be changed later', () => {
  const [form, fingerprint] = sealer.seal('x', 'a').split('.')
  assert.deepEqual([form, fingerprint], ['v1', sealer.keyFingerprint])
  assert.match(sealer.keyFingerprint, /^[0-9a-f]{16}$/)
  assert.notEqual(createSealer(randomBytes(32)).keyFingerprint, sealer.keyFingerprint)
})

test('a sealed text that was moved, changed, cut off or sealed by another key is refused', () => {
  const sealed = sealer.seal('secret', 'checks/1')
  const [form, fingerprint, body = ''] = sealed.split('.')
  const flipped = `${body.slice(0, 20)}${body[20] === 'A' ? 'B' : 'A'}${body.slice(21)}`
  const refused: [string, string][] = [
    [sealed, 'checks/2'],
    [`${form}.${fingerprint}.${flipped}`, 'checks/1'],
    [`${form}.${fingerprint}.${body.slice(0, 10)}`, 'checks/1'],
    [`${form}.${fingerprint}`, 'checks/1'],
    [`v2.${fingerprint}.${body}`, 'checks/1'],
    [createSealer(randomBytes(32)).seal('secret', 'checks/1'), 'checks/1'],
    ['secret', 'checks/1'],
  ]
  for (const [text, context] of refused) {
    assert.throws(() => sealer.open(text, context), UnreadableSecret, text)
  }
})
