import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCertificateAuthority } from '../../testing/certificate-authority.ts'
import { writeOcspAnswer } from '../../testing/ocsp-answer.ts'
import { readStaple } from './read-staple.ts'

const authority = createCertificateAuthority()
const { x509: leaf } = authority.issue()
const write = (answer: Parameters<typeof writeOcspAnswer>[2]) =>
  writeOcspAnswer(leaf, authority.intermediateKey, answer)
const statusOf = (staple: Buffer) => readStaple(staple, leaf, Date.now()).status

test('good, revoked and unknown are read', () => {
  for (const status of ['good', 'revoked', 'unknown'] as const)
    assert.equal(statusOf(write({ status })), status)
})

test('timestamps in a staple are seen', () => {
  assert.equal(readStaple(write({ status: 'good' }), leaf, Date.now()).hasTimestamps, false)
  assert.equal(
    readStaple(write({ status: 'good', hasTimestamps: true }), leaf, Date.now()).hasTimestamps,
    true,
  )
})

test('an answer about another certificate says nothing', () => {
  assert.equal(statusOf(write({ status: 'good', serialNumber: 1n })), 'unknown')
  assert.equal(statusOf(write({ status: 'revoked', serialNumber: 1n })), 'unknown')
})

test('an old answer vouches for nothing, but still revokes', () => {
  const nextUpdateAt = Date.now() - 60_000
  assert.equal(statusOf(write({ status: 'good', nextUpdateAt })), 'unknown')
  assert.equal(statusOf(write({ status: 'revoked', nextUpdateAt })), 'revoked')
})

test('whatever is cut or changed on its way is read without an error', () => {
  const staple = write({ status: 'good', hasTimestamps: true })
  for (let length = 0; length < staple.length; length += 1) {
    assert.equal(statusOf(staple.subarray(0, length)), 'unknown')
  }
  for (let index = 0; index < staple.length; index += 1) {
    for (const bit of [0x01, 0x20, 0x80, 0xff]) {
      const changed = Buffer.from(staple)
      changed[index] = (changed[index] ?? 0) ^ bit
      assert.ok(['good', 'revoked', 'unknown'].includes(statusOf(changed)))
    }
  }
})
