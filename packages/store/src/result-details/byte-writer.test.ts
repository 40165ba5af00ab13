import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteReader, createByteWriter } from './byte-writer.ts'

const numbers = [0, 1, 127, 128, 255, 16_383, 16_384, 2 ** 31, 2 ** 32 + 1, 2 ** 40, Number.MAX_SAFE_INTEGER]

test('what was written is read, in its order, beyond the first buffer', () => {
  const writer = createByteWriter()
  for (let round = 0; round < 100; round += 1) {
    for (const number of numbers) writer.varint(number)
    writer.byte(round)
    writer.double(round / 3)
    writer.bytes(Uint8Array.of(1, 2, round))
  }
  const reader = createByteReader(writer.take())
  for (let round = 0; round < 100; round += 1) {
    for (const number of numbers) assert.equal(reader.varint(), number)
    assert.equal(reader.byte(), round)
    assert.equal(reader.double(), round / 3)
    assert.deepEqual(reader.bytes(3), Uint8Array.of(1, 2, round))
  }
})

test('taking gives a copy and starts anew', () => {
  const writer = createByteWriter()
  writer.byte(1)
  const first = writer.take()
  writer.byte(2)
  assert.deepEqual(
    [first, writer.take(), writer.take()],
    [Uint8Array.of(1), Uint8Array.of(2), new Uint8Array()],
  )
})

test('small numbers take one byte', () => {
  const writer = createByteWriter()
  writer.varint(127)
  assert.equal(writer.take().length, 1)
})

test('bytes that end too early are an error, not a number', () => {
  assert.throws(() => createByteReader(Uint8Array.of(0x80)).varint(), RangeError)
  assert.throws(() => createByteReader(new Uint8Array(7)).double(), RangeError)
})
