import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionLimitsFor, readDescriptorLimit, warnOfFewDescriptors } from './descriptor-limit.ts'

const table = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${soft}                 20000                files\n`

test('the limit of descriptors is read from the system, and assumed where it does not tell', () => {
  assert.equal(
    readDescriptorLimit(() => table('1024')),
    1024,
  )
  assert.equal(
    readDescriptorLimit(() => table('unlimited')),
    Infinity,
  )
  assert.equal(
    readDescriptorLimit(() => ''),
    10_240,
  )
  assert.ok(readDescriptorLimit() > 0)
})

test('half of the descriptors are for connections, and an eighth for those of one address, unless told', () => {
  const unset = { most: null, mostPerAddress: null }
  assert.deepEqual(connectionLimitsFor(20_000, unset), { most: 10_000, mostPerAddress: 2_500 })
  assert.deepEqual(connectionLimitsFor(20, unset), { most: 16, mostPerAddress: 16 })
  assert.deepEqual(connectionLimitsFor(Infinity, unset), { most: 100_000, mostPerAddress: 25_000 })
  assert.deepEqual(connectionLimitsFor(20_000, { most: 100, mostPerAddress: 7 }), {
    most: 100,
    mostPerAddress: 7,
  })
})

test('a low limit is said, with what to do about it', () => {
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  warnOfFewDescriptors(log, 4_096)
  assert.deepEqual(warnings, [])
  warnOfFewDescriptors(log, 1_024)
  assert.match(warnings[0] ?? '', / is 1024: .*ulimit -n/)
})
