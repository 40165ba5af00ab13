import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReceivedData } from './received-data.ts'

const pieces = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    Buffer.from(text.slice(index * size, (index + 1) * size)),
  )

test('what is wanted is found across the borders of pieces, whatever their size', () => {
  for (const size of [1, 2, 3, 5, 100]) {
    const received = createReceivedData(1_000, ['PONG', 'ready', 'PONG'])
    let isFound = false
    for (const piece of pieces('xx+PONG and ready', size)) {
      assert.equal(isFound, false)
      received.add(piece)
      isFound = received.hasAllWanted()
    }
    assert.equal(isFound, true)
    assert.equal(received.text(), 'xx+PONG and ready')
  }
})

test('nothing is found before a byte has come, and never when nothing is looked for', () => {
  const any = createReceivedData(1_000, [])
  assert.equal(any.hasAllWanted(), false)
  any.add(Buffer.from('x'))
  assert.equal(any.hasAllWanted(), true)
  const none = createReceivedData(1_000, null)
  none.add(Buffer.from('x'))
  assert.equal(none.hasAllWanted(), false)
})

test('a megabyte in pieces of one byte costs no more than it must', () => {
  const received = createReceivedData(1024 * 1024, ['never there'])
  const byte = Buffer.from('a')
  while (!received.isFull()) received.add(byte)
  received.add(byte)
  assert.equal(received.length, 1024 * 1024)
  assert.equal(received.text().length, 1024 * 1024)
})
