import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileProto } from '@sonde/schema/proto/compile-proto.ts'
import type { MessageType } from '@sonde/schema/proto/link-protos.ts'
import { decodeMessage } from './decode-message.ts'
import { encodeMessage } from './encode-message.ts'
import { createFrameReader, frame } from './message-frames.ts'
import { lengthDelimited, tag, textField, varint } from './wire-writer.ts'

function typesOf(text: string) {
  const compiled = compileProto(text)
  assert.ok(compiled.kind === 'compiled', compiled.kind === 'mistake' ? compiled.message : '')
  const { types } = compiled.types
  const message = (name: string): MessageType => {
    const type = types.get(name)
    assert.ok(type?.kind === 'message')
    return type
  }
  const context = () => ({ types, budget: { left: 1_000 } })
  return {
    read: (name: string, bytes: Buffer): unknown =>
      JSON.parse(JSON.stringify(decodeMessage(message(name), bytes, context()))),
    write: (name: string, json: unknown): Buffer => encodeMessage(message(name), json, types),
  }
}

const { read, write } = typesOf(`
  syntax = "proto3";
  message M {
    map<int64, string> by_long = 1; map<bool, E> by_bool = 2; repeated sint32 zigzag = 3; M self = 4;
    oneof one { string text = 5; int32 number = 6; } google.protobuf.Any any = 7; repeated E list = 8;
    google.protobuf.Timestamp at = 9; float f = 10;
  }
  enum E { ZERO = 0; ONE = 1; }
`)

test('what was written is read again', () => {
  const json = {
    byLong: { '-9223372036854775808': 'low', '5': '' },
    byBool: { true: 'ONE', false: 'ZERO' },
    zigzag: [-1, 1, -2147483648],
    self: { byLong: {}, byBool: {}, zigzag: [], list: [], f: 0 },
    number: 0,
    list: ['ONE', 7],
    f: 3.4028235e38,
  }
  assert.deepEqual(read('M', write('M', json)), json)
})

test('packed and single values, and parts of one message, are read alike', () => {
  const zigzag = Buffer.concat([
    lengthDelimited(3, Buffer.concat([varint(1n), varint(2n)])),
    tag(3, 0),
    varint(3n),
  ])
  const parts = Buffer.concat([lengthDelimited(4, textField(5, 'a')), lengthDelimited(4, zigzag)])
  const { self } = read('M', parts) as { self: { text: string; zigzag: number[] } }
  assert.deepEqual([self.text, self.zigzag], ['a', [-1, 1, -2]])
})

test('of a oneof the last one counts, and unknown fields do not', () => {
  const bytes = Buffer.concat([
    textField(5, 'a'),
    tag(6, 0),
    varint(4n),
    textField(99, 'x'),
    tag(98, 5),
    Buffer.alloc(4),
  ])
  const { text, number } = read('M', bytes) as { text?: string; number?: number }
  assert.deepEqual([text, number], [undefined, 4])
})

test('an Any of an unknown type stays bytes', () => {
  const any = Buffer.concat([textField(1, 'type.googleapis.com/a.B'), textField(2, 'abc')])
  const { any: shown } = read('M', lengthDelimited(7, any)) as { any: unknown }
  assert.deepEqual(shown, { '@type': 'type.googleapis.com/a.B', value: 'YWJj' })
})

test('a time beyond the calendar is shown as its numbers', () => {
  const at = Buffer.concat([tag(1, 0), varint(1_000_000_000_000n)])
  const { at: shown } = read('M', lengthDelimited(9, at)) as { at: unknown }
  assert.deepEqual(shown, { seconds: '1000000000000', nanos: 0 })
})

const malformed: [string, Buffer][] = [
  ['a cut-off number', Buffer.from([0x30, 0x80])],
  ['a number without end', Buffer.concat([tag(6, 0), Buffer.alloc(11, 0xff)])],
  ['a field beyond the end', Buffer.from([0x2a, 0x7f])],
  ['field zero', Buffer.from([0x00, 0x00])],
  ['an unknown wire type', Buffer.from([0x2f])],
  ['a group without end', tag(50, 3)],
  ['a group that ends in another', Buffer.concat([tag(50, 3), tag(51, 4)])],
  ['groups without end', Buffer.concat(Array.from({ length: 5_000 }, () => tag(50, 3)))],
  ['a text where a number should be', textField(6, 'x')],
  ['a number where a message should be', Buffer.concat([tag(4, 0), varint(1n)])],
  ['a length of exabytes', Buffer.concat([tag(5, 2), varint(2n ** 63n)])],
]
for (const [what, bytes] of malformed) {
  test(`${what} is no message`, () => {
    assert.throws(() => read('M', bytes), { name: 'MalformedMessage' })
  })
}

test('groups of proto2 are written and read', () => {
  const old = typesOf('message M { optional group Part = 1 { optional string a = 1; optional M more = 2; } }')
  const json = { part: { a: 'x', more: { part: { a: 'y' } } } }
  assert.deepEqual(old.read('M', old.write('M', json)), json)
})

test('more values than a run may keep are refused', () => {
  const bytes = lengthDelimited(3, Buffer.alloc(2_000, 1))
  assert.throws(() => read('M', bytes), { name: 'OversizedMessage' })
})

test('messages are put together however they are cut', () => {
  const sent = [Buffer.from('abc'), Buffer.alloc(0), Buffer.alloc(300, 7)]
  const stream = Buffer.concat(sent.map(frame))
  for (const size of [1, 4, 5, 6, 1_000]) {
    const reader = createFrameReader({ longestMessageBytes: 300, mostBytes: 10_000 })
    const got: Buffer[] = []
    for (let at = 0; at < stream.length; at += size) {
      for (const piece of reader.read(stream.subarray(at, at + size))) {
        assert.ok(piece.kind === 'message')
        got.push(piece.message)
      }
    }
    assert.deepEqual(got, sent)
    assert.equal(reader.isCut(), false)
  }
})
