import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesGlob } from './glob.ts'

test('a star stands for any characters, a question mark for one, and case does not matter', () => {
  const yes = ['*', 'capture.pcap', '*.PCAP', 'c*e.p*', 'capture.????', '**', 'c*']
  const no = ['', 'capture', '*.json', 'capture.???', 'x*', '*x']
  assert.deepEqual(
    yes.filter((pattern) => !matchesGlob(pattern, 'capture.pcap')),
    [],
  )
  assert.deepEqual(
    no.filter((pattern) => matchesGlob(pattern, 'capture.pcap')),
    [],
  )
  assert.equal(matchesGlob('', ''), true)
  assert.equal(matchesGlob('a*b*c', 'aXbYbZc'), true)
})

test('a pattern made to take long is answered at once', () => {
  assert.equal(matchesGlob(`${'*a'.repeat(100)}b`, 'a'.repeat(5_000)), false)
})
