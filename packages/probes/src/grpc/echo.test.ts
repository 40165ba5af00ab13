import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behavior, callAndEvaluate } from '../../testing/grpc-probing.ts'
import { monitoredProto, startGrpcServer } from '../../testing/grpc-server.ts'

/** What a server made with another library reads, and writes again. */
async function echo(
  t: Parameters<typeof startGrpcServer>[0],
  message: unknown,
  definition: 'REFLECTION' | 'PROTO_FILE',
) {
  const { port } = await startGrpcServer(t, { reflection: definition === 'REFLECTION' ? 'both' : 'none' })
  const { grpcConfig } = behavior('monitored.v1.Greeter/Echo', message)
  const evaluation = await callAndEvaluate(port, {
    request: { grpcConfig: { ...grpcConfig, serviceDefinition: definition, protoContent: monitoredProto } },
  })
  assert.equal(evaluation.detail.requestError, null)
  assert.equal(evaluation.detail.grpcStatusCode, 0, evaluation.verdict.reason ?? '')
  return readAnswer(evaluation.detail.response?.responseMessage ?? '')
}

/** The reflection of this library tells nobody of names that were changed for JSON. */
function readAnswer(text: string): Record<string, unknown> {
  const { renamed, ...answer } = JSON.parse(text)
  return renamed === undefined ? answer : { ...answer, newName: renamed }
}

const defaults = {
  aDouble: 0,
  aFloat: 0,
  anInt32: 0,
  anInt64: '0',
  aUint32: 0,
  aUint64: '0',
  aSint32: 0,
  aSint64: '0',
  aFixed32: 0,
  aFixed64: '0',
  aSfixed32: 0,
  aSfixed64: '0',
  aBool: false,
  aString: '',
  someBytes: '',
  colour: 'COLOUR_UNKNOWN',
  numbers: [],
  names: [],
  colours: [],
  several: [],
  counts: {},
  byNumber: {},
  newName: '',
}

const full = {
  aDouble: -1.5e300,
  aFloat: 0.1,
  anInt32: -2147483648,
  anInt64: '-9223372036854775808',
  aUint32: 4294967295,
  aUint64: '18446744073709551615',
  aSint32: -2147483648,
  aSint64: '-9223372036854775808',
  aFixed32: 4294967295,
  aFixed64: '18446744073709551615',
  aSfixed32: -1,
  aSfixed64: '-1',
  aBool: true,
  aString: 'naïve 🎈 "quoted"',
  someBytes: 'AAEC/w==',
  colour: 'COLOUR_BLUE',
  nested: { label: 'a', child: { label: 'b' } },
  numbers: [1, -1, 300],
  names: ['x', ''],
  colours: ['COLOUR_RED', 'COLOUR_UNKNOWN'],
  several: [{ label: 'one' }, { label: '' }],
  counts: { __proto: 1, apples: 3 },
  byNumber: { '-7': { label: 'minus' } },
  maybe: '',
  chosenNested: { label: 'chosen' },
  at: '2026-01-31T12:00:00.250Z',
  takes: '-1.500s',
  wrappedText: '',
  wrappedNumber: '9007199254740993',
  struct: { list: [1, 'two', null, { deep: true }], nothing: null },
  value: [false],
  mask: 'user.displayName,photo',
  any: { '@type': 'type.googleapis.com/monitored.v1.Number', value: 7 },
  newName: 'renamed',
}

for (const definition of ['REFLECTION', 'PROTO_FILE'] as const) {
  test(`an empty message comes back with its defaults shown (${definition})`, async (t) => {
    assert.deepEqual(await echo(t, {}, definition), defaults)
  })

  test(`every kind of field survives the way there and back (${definition})`, async (t) => {
    const { newName: renamed, ...rest } = full
    const sent = { ...rest, renamed }
    assert.deepEqual(await echo(t, sent, definition), full)
  })
}

test('fields may be named as in the file, and numbers as numbers', async (t) => {
  const sent = { an_int64: 5, a_uint64: 7, colour: 2, aDouble: 'NaN', a_float: '-Infinity', renamed: 'r' }
  const { anInt64, aUint64, colour, aDouble, aFloat, newName } = await echo(t, sent, 'PROTO_FILE')
  assert.deepEqual(
    [anInt64, aUint64, colour, aDouble, aFloat, newName],
    ['5', '7', 'COLOUR_BLUE', 'NaN', '-Infinity', 'r'],
  )
})

test('the forms of well-known types have no digits that nobody wrote', async (t) => {
  for (const [at, takes] of [
    ['1969-12-31T23:59:59Z', '0s'],
    ['0001-01-01T00:00:00.000001Z', '3600s'],
    ['9999-12-31T23:59:59.999999999Z', '-0.000000001s'],
  ]) {
    const answer = await echo(t, { at, takes }, 'PROTO_FILE')
    assert.deepEqual([answer.at, answer.takes], [at, takes])
  }
})

test('a well-known type inside of Any stands under "value"', async (t) => {
  const any = { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '1.500s' }
  assert.deepEqual((await echo(t, { any }, 'PROTO_FILE')).any, any)
})

const mistakes = [
  [{ anInt32: 1.5 }, 'Field "anInt32" of the message must be a whole number from -2147483648 to 2147483647'],
  [{ aUint32: -1 }, 'Field "aUint32" of the message must be a whole number from 0 to 4294967295'],
  [{ anInt64: '9223372036854775808' }, /whole number from -9223372036854775808 to 9223372036854775807$/],
  [{ colour: 'GREEN' }, /must be one of COLOUR_UNKNOWN, COLOUR_RED, COLOUR_BLUE$/],
  [{ someBytes: '*' }, /must be a base64 string$/],
  [{ numbers: 5 }, /"numbers" of the message must be a list$/],
  [{ several: [{ label: 1 }] }, 'Field "several.0.label" of the message must be a string'],
  [{ counts: [] }, /must be an object$/],
  [{ nested: 'x' }, 'Field "nested" of the message must be an object (monitored.v1.Everything.Nested)'],
  [
    { chosenText: 'a', chosenNested: {} },
    /"chosenNested" of the message cannot be set together with chosenText$/,
  ],
  [{ at: 'yesterday' }, /must be a time such as/],
  [{ takes: 5 }, /must be a duration such as 1.5s$/],
  [{ any: { '@type': 'a/b.C' } }, /is of the type b.C, which is not declared$/],
  [[], 'The message must be an object (monitored.v1.Everything)'],
] as const

test('a message that does not fit its type is refused, by the name of the field', async () => {
  const { grpcConfig } = behavior('monitored.v1.Greeter/Echo')
  for (const [message, expected] of mistakes) {
    const text = JSON.stringify(message)
    const evaluation = await callAndEvaluate(1, {
      request: {
        grpcConfig: {
          ...grpcConfig,
          serviceDefinition: 'PROTO_FILE',
          protoContent: monitoredProto,
          message: text,
        },
      },
    })
    const { requestError, response } = evaluation.detail
    assert.equal(response?.error?.code, 'ERR_GRPC_MESSAGE', text)
    if (typeof expected === 'string') assert.equal(requestError, expected)
    else assert.match(requestError ?? '', expected)
  }
})

test('a message that is no JSON is refused by its place, without a word of what stands there', async () => {
  const { grpcConfig } = behavior('monitored.v1.Greeter/Greet')
  for (const message of ['{"name":"hunter2" "x"}', '{"name":hunter2}', '{"name":"hunter2']) {
    const evaluation = await callAndEvaluate(1, {
      request: {
        grpcConfig: { ...grpcConfig, serviceDefinition: 'PROTO_FILE', protoContent: monitoredProto, message },
      },
    })
    assert.match(evaluation.detail.requestError ?? '', /^The message is not JSON(?:: line 1, column \d+)?$/)
  }
})

test('a message nested without end is refused, not followed', async () => {
  const { grpcConfig } = behavior('monitored.v1.Greeter/Echo')
  const message = `{"nested":${'{"child":'.repeat(5_000)}{}${'}'.repeat(5_000)}}`
  const evaluation = await callAndEvaluate(1, {
    request: {
      grpcConfig: { ...grpcConfig, serviceDefinition: 'PROTO_FILE', protoContent: monitoredProto, message },
    },
  })
  assert.match(evaluation.detail.requestError ?? '', /is nested too deep$/)
})
