import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import { compileProto } from './compile-proto.ts'
import type { MessageType } from './link-protos.ts'

function compiled(text: string) {
  const result = compileProto(text)
  assert.ok(result.kind === 'compiled', result.kind === 'mistake' ? result.message : '')
  return result.types
}

function messageOf(text: string, name: string): MessageType {
  const type = compiled(text).types.get(name)
  assert.ok(type?.kind === 'message')
  return type
}

const shop = `
// A comment; with "quotes" { and braces }
syntax = "proto3"; /* another
one */
package shop.v1;
import "google/protobuf/timestamp.proto";
import public "google/api/annotations.proto";
option go_package = "example.net/shop";
option (custom.thing) = { a: 1 nested { b: [1, 2] } text: 'x;y' };

service Cart {
  option deprecated = true;
  rpc List(ListRequest) returns (stream .shop.v1.Item) {
    option (google.api.http) = { get: "/v1/{user}" additional_bindings { get: "/x" } };
  }
  rpc Add(stream Item) returns (ListRequest);
}

message ListRequest {
  reserved 7, 9 to 11, 1000 to max;
  reserved "old";
  string user_id = 1 [json_name = "user", deprecated = true];
  optional int32 limit = 2;
  oneof filter { string by_name = 3; Item.Kind by_kind = 4; }
  map<string, Item> items = 5;
  repeated int32 numbers = 6;
  repeated int32 loose = 8 [packed = false, (opt).x = "]"];
  google.protobuf.Timestamp at = 12;
}
message Item {
  enum Kind { option allow_alias = true; FOOD = 0; MEAL = 0; DRINK = 0x1 [deprecated = true]; COLD = -1; reserved 5; }
  Kind kind = 1;
  Inner inner = 2;
  message Inner { Item item = 1; }
};
`

test('a file with everything in it compiles, and names find their types', () => {
  const { methods, types } = compiled(shop)
  const list = methods.get('shop.v1.Cart/List')
  assert.deepEqual([list?.isClientStreaming, list?.isServerStreaming], [false, true])
  assert.equal(list?.response, types.get('shop.v1.Item'))
  assert.deepEqual(methods.get('shop.v1.Cart/Add')?.isClientStreaming, true)
  const request = messageOf(shop, 'shop.v1.ListRequest')
  assert.deepEqual(
    request.fields.map(({ name, jsonName, number, hasPresence, isRepeated, isPacked, oneof }) => [
      name,
      jsonName,
      number,
      [hasPresence, isRepeated, isPacked],
      oneof,
    ]),
    [
      ['user_id', 'user', 1, [false, false, false], null],
      ['limit', 'limit', 2, [true, false, false], null],
      ['by_name', 'byName', 3, [true, false, false], 'filter'],
      ['by_kind', 'byKind', 4, [true, false, false], 'filter'],
      ['items', 'items', 5, [false, true, false], null],
      ['numbers', 'numbers', 6, [false, true, true], null],
      ['loose', 'loose', 8, [false, true, false], null],
      ['at', 'at', 12, [true, false, false], null],
    ],
  )
  const kind = types.get('shop.v1.Item.Kind')
  assert.ok(kind?.kind === 'enum')
  assert.deepEqual(
    [...kind.numbers],
    [
      ['FOOD', 0],
      ['MEAL', 0],
      ['DRINK', 1],
      ['COLD', -1],
    ],
  )
  assert.equal(kind.names.get(0), 'FOOD')
})

test('proto2 has presence and groups, editions say what they want', () => {
  const old = messageOf(
    `message M {
      required string a = 1 [default = "x;]"]; repeated int32 b = 2; repeated int32 c = 3 [packed = true];
      repeated group Result = 4 { optional string url = 1; }
      extensions 100 to max;
    }
    extend M { optional int32 extra = 100; }`,
    'M',
  )
  assert.deepEqual(
    old.fields.map(({ name, hasPresence, isPacked, isGroup }) => [name, hasPresence, isPacked, isGroup]),
    [
      ['a', true, false, false],
      ['b', false, false, false],
      ['c', false, true, false],
      ['result', false, false, true],
    ],
  )
  const modern = messageOf(
    `edition = "2023"; option features.field_presence = IMPLICIT;
    message M { string a = 1; string b = 2 [features.field_presence = EXPLICIT]; repeated int32 c = 3;
      M d = 4 [features.message_encoding = DELIMITED]; }`,
    'M',
  )
  assert.deepEqual(
    modern.fields.map(({ name, hasPresence, isPacked, isGroup }) => [name, hasPresence, isPacked, isGroup]),
    [
      ['a', false, false, false],
      ['b', true, false, false],
      ['c', false, true, false],
      ['d', true, false, true],
    ],
  )
})

test('words of the language are names where a name may stand', () => {
  const type = messageOf(
    `syntax = "proto3";
    message M { string message = 1; string option = 2; string reserved = 3; string map = 4; bool optional = 5;
      repeated string repeated = 6; string oneof = 7; string enum = 8; string extend = 9; string import = 10; }`,
    'M',
  )
  assert.equal(type.fields.length, 10)
})

test('the nearest type of a name is meant, and a dot before it means the outermost', () => {
  const type = messageOf(
    `syntax = "proto3"; package a.b;
    message T {} message M { message T { int32 x = 1; } T near = 1; .a.b.T far = 2; b.T also_far = 3; }`,
    'a.b.M',
  )
  assert.deepEqual(
    type.fields.map(({ value }) => (value.kind === 'message' ? value.name : value.kind)),
    ['a.b.M.T', 'a.b.T', 'a.b.T'],
  )
})

test('who pastes a well-known file has it once', () => {
  const pasted = `syntax = "proto3"; package google.protobuf; message Timestamp { int64 seconds = 1; }`
  assert.equal(messageOf(pasted, 'google.protobuf.Timestamp').fields.length, 1)
})

const mistakes: [string, RegExp][] = [
  ['<html>', /^line 1: expected a message, an enum or a service, found "<"$/],
  ['syntax = "proto4";', /^line 1: expected "proto2" or "proto3"/],
  ['message A {\n  int32 a = 1\n}', /^line 3: expected ";", found "}"$/],
  ['message A { int32 a = 0; }', /field number from 1 to 536870911/],
  ['message A { int32 a = 19500; }', /field number/],
  ['message A { optional B b = 1; }', /^A: there is no type "B"$/],
  [
    'import "b.proto"; message A {}',
    /^it imports "b.proto", which does not exist: put all types into this file$/,
  ],
  [
    'import "google/api/annotations.proto"; message A { optional google.api.HttpRule b = 1; }',
    /there is no type "google.api.HttpRule" \(imports are not followed/,
  ],
  ['message A { optional int32 a = 1; optional int32 b = 1; }', /^"A" gives the number 1 to "a" and to "b"$/],
  ['message A { optional int32 a = 1; optional int32 a = 2; }', /^"A" has two fields "a"$/],
  ['message A {} enum A { X = 0; }', /^"A" is declared twice$/],
  ['enum A { }', /expected a value in the enum "A"/],
  ['message A { map<float, int32> m = 1; }', /expected a key/],
  ['service S { rpc A(B) returns (C); }', /^S\/A: there is no type "B"$/],
  ['message A { /* no end', /^line 1: a comment has no end$/],
  ['message A { string a = "', /^line 1: "\\"" is out of place$/],
  ['message Ä {}', /"Ä" is out of place/],
  [`${'message a{'.repeat(100)}`, /messages at most 32 deep/],
  [`package ${'a.'.repeat(1_000)}a;`, /a name of at most 512 characters/],
  [`package ${'a.'.repeat(100)}a; message M {}`, /is too long$/],
  ['message A { optional int32 a = 1 [', /expected "]", found the end of the file/],
  ['option a = {', /expected ";", found the end of the file/],
]
for (const [text, message] of mistakes) {
  test(`a mistake is named: ${text.slice(0, 40)}`, () => {
    const result = compileProto(text)
    assert.ok(result.kind === 'mistake')
    assert.match(result.message, message)
  })
}

suite('the time to read a file grows with its length and no faster', () => {
  const times = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i)).join('')
  // With the size to begin with; eight times of it is as long as a file may be.
  const hostile: readonly [string, number, (count: number) => string][] = [
    // The libraries take 22 s for 12,000 of these.
    [
      'many fields',
      1_500,
      (count) => `syntax="proto3";message M{${times(count, (i) => `int32 a${i}=${i + 1};`)}}`,
    ],
    [
      'many messages',
      1_100,
      (count) => `syntax="proto3";${times(count, (i) => `message m${i}{int32 a=1;}`)}`,
    ],
    [
      'many unknown types',
      1_500,
      (count) => `message M{${times(count, (i) => `optional F${i} a${i}=${i + 1};`)}}`,
    ],
    ['many reserved numbers', 5_000, (count) => `message M{reserved ${times(count, (i) => `${i + 1},`)}1;}`],
    ['a deep option', 7_500, (count) => `message M{optional int32 a=1 [(x)=${'{a:'.repeat(count)}`],
    ['empty comments', 10_000, (count) => '//\n'.repeat(count)],
    ['quotes', 25_000, (count) => '"'.repeat(count)],
  ]
  for (const [name, size, make] of hostile) {
    test(name, () => assertLinear(size, (count) => void compileProto(make(count))))
  }
})
