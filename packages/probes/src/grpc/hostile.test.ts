import assert from 'node:assert/strict'
import { createServer, type ServerHttp2Stream } from 'node:http2'
import { test, type TestContext } from 'node:test'
import { frame } from './message-frames.ts'
import { lengthDelimited, tag, textField, varint } from './wire-writer.ts'
import { behavior, callAndEvaluate } from '../../testing/grpc-probing.ts'
import { startTcpServer } from '../../testing/tls-server.ts'
import { levelOf, listen } from '../../testing/url-probing.ts'

/** An HTTP/2 server that does what a test wants with every call. */
function serveCalls(
  t: TestContext,
  onCall: (stream: ServerHttp2Stream, path: string) => void,
): Promise<number> {
  const server = createServer()
  server.on('sessionError', ignore)
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', ignore)
    onCall(stream, String(headers[':path']))
  })
  return listen(t, server)
}

function ignore(): void {
  return undefined
}

const grpcHeaders = { ':status': 200, 'content-type': 'application/grpc' }

/** Answers a call with messages and a status. */
function answer(stream: ServerHttp2Stream, messages: readonly Buffer[], status = '0', message = ''): void {
  stream.respond(grpcHeaders, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status, 'grpc-message': message }))
  for (const each of messages) stream.write(frame(each))
  stream.end()
}

const broken: [string, (stream: ServerHttp2Stream) => void, RegExp][] = [
  [
    'a web page',
    (stream) => {
      stream.respond({ ':status': 404, 'content-type': 'text/html' })
      stream.end('<html>')
    },
    /did not answer as a gRPC server: HTTP 404, text\/html$/,
  ],
  [
    'an answer without a status',
    (stream) => {
      stream.respond(grpcHeaders)
      stream.end()
    },
    /ended the call without a gRPC status$/,
  ],
  ['a reset call', (stream) => stream.close(2), /reset the call \(HTTP\/2 code 2\)$/],
  ['OK without a message', (stream) => answer(stream, []), /answered OK without a message$/],
  [
    'two messages for one',
    (stream) => answer(stream, [Buffer.alloc(0), Buffer.alloc(0)]),
    /sent several messages where one is expected$/,
  ],
  [
    'a message that was cut off',
    (stream) => {
      stream.respond(grpcHeaders, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      stream.end(Buffer.from([0, 0, 0, 0, 9, 1]))
    },
    /ended in the middle of a message$/,
  ],
  [
    'a compressed message',
    (stream) => {
      stream.respond(grpcHeaders)
      stream.write(Buffer.from([1, 0, 0, 0, 1, 1]))
    },
    /sent a compressed message, which was not requested$/,
  ],
]
for (const [what, onCall, message] of broken) {
  test(`${what} is code 13`, async (t) => {
    const port = await serveCalls(t, onCall)
    const evaluation = await callAndEvaluate(port)
    assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 13])
    assert.match(evaluation.detail.requestError ?? '', message)
    assert.equal(evaluation.verdict.isNetworkError, true)
  })
}

const lost: [string, (stream: ServerHttp2Stream) => void][] = [
  ['a connection that is closed during the call', (stream) => stream.session?.destroy()],
  ['a call that is refused', (stream) => stream.close(7)],
]
for (const [what, onCall] of lost) {
  test(`${what} is code 14`, async (t) => {
    const evaluation = await callAndEvaluate(await serveCalls(t, onCall))
    assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 14])
    assert.equal(evaluation.detail.response?.error?.code, 'ECONNRESET')
  })
}

test('a reset connection is code 14, garbage is code 13', async (t) => {
  const reset = await startTcpServer(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  assert.equal((await callAndEvaluate(reset.port)).detail.grpcStatusCode, 14)
  const garbage = await startTcpServer(t, (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'))
  assert.equal((await callAndEvaluate(garbage.port)).detail.grpcStatusCode, 13)
})

test('frames without end that belong to no message are code 13', async (t) => {
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])
  const windowUpdates = Buffer.concat(
    Array.from({ length: 5_000 }, () => Buffer.from([0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
  )
  const { port } = await startTcpServer(t, (socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(windowUpdates)) continue
    }
    socket.on('error', ignore).on('drain', flood)
    socket.once('data', () => {
      socket.write(settings)
      flood()
    })
  })
  const { detail } = await callAndEvaluate(port)
  assert.equal(detail.grpcStatusCode, 13)
  assert.match(detail.requestError ?? '', /sent more than 33554432 bytes$/)
})

test('a connection that is closed at once, or between two calls, is code 14', async (t) => {
  const closing = await startTcpServer(t, (socket) => socket.end())
  assert.equal((await callAndEvaluate(closing.port)).detail.grpcStatusCode, 14)
  const leaving = await serveCalls(t, (stream) => {
    answer(stream, [], '12')
    stream.session?.close()
  })
  const evaluation = await callAndEvaluate(leaving, { request: behavior('a.S/M') })
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 14])
  assert.equal(evaluation.verdict.isNetworkError, true)
})

test('a status that is none is UNKNOWN, and its text is kept short', async (t) => {
  const port = await serveCalls(t, (stream) => answer(stream, [], '99', '%E2%9C%93 %zz'.padEnd(5_000, 'x')))
  const { detail } = await callAndEvaluate(port)
  assert.equal(detail.grpcStatusCode, 2)
  assert.equal(detail.response?.grpcStatusMessage?.length, 1_000)
})

test('a health answer that is no such message fails with what is wrong', async (t) => {
  const port = await serveCalls(t, (stream) => answer(stream, [Buffer.from([0xff])]))
  const evaluation = await callAndEvaluate(port)
  assert.deepEqual([levelOf(evaluation), evaluation.verdict.isNetworkError], ['failed', false])
  assert.match(
    evaluation.detail.requestError ?? '',
    /^The response is not a valid grpc\.health\.v1\.HealthCheckResponse: /,
  )
})

test('a health status that nobody knows is no status', async (t) => {
  const port = await serveCalls(t, (stream) => answer(stream, [Buffer.concat([tag(1, 0), varint(9n)])]))
  const evaluation = await callAndEvaluate(port)
  assert.deepEqual([levelOf(evaluation), evaluation.detail.healthStatus], ['failed', null])
  assert.equal(evaluation.detail.response?.responseMessage, '{"status":9}')
})

test('an endless stream of headers, data or messages ends with the time of the check', async (t) => {
  const port = await serveCalls(t, (stream) => {
    stream.respond(grpcHeaders)
    const more = (): void => {
      if (!stream.destroyed) stream.write(Buffer.alloc(5), () => setImmediate(more))
    }
    more()
  })
  const evaluation = await callAndEvaluate(port, {}, { timeoutMs: 500 })
  assert.equal(evaluation.detail.grpcStatusCode, 4)
})

test('a message that announces gigabytes is status 8 at once', async (t) => {
  const port = await serveCalls(t, (stream) => {
    stream.respond(grpcHeaders)
    stream.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]))
  })
  const evaluation = await callAndEvaluate(port)
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 8])
})

const empty = Buffer.alloc(0)

/** A reflection service that answers every question with the same files, and any call with one message. */
function serveReflection(t: TestContext, files: readonly Buffer[], reply: Buffer): Promise<number> {
  return serveCalls(t, (stream, path) => {
    if (!path.startsWith('/grpc.reflection.')) {
      answer(stream, [reply])
      return
    }
    stream.respond(grpcHeaders)
    let received = Buffer.alloc(0)
    stream.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 5 && received.length >= 5 + received.readUInt32BE(1)) {
        received = received.subarray(5 + received.readUInt32BE(1))
        stream.write(frame(lengthDelimited(4, Buffer.concat(files.map((file) => lengthDelimited(1, file))))))
      }
    })
  })
}

type Declared = { name: string; fields?: readonly Buffer[] }

/** A FileDescriptorProto with the service `a.S`, whose method `M` takes and gives `a.T`. */
function fileOf(name: string, messages: readonly Declared[], dependencies: readonly string[] = []): Buffer {
  const method = [textField(1, 'M'), textField(2, '.a.T'), textField(3, '.a.T')]
  return Buffer.concat([
    textField(1, name),
    textField(2, 'a'),
    ...dependencies.map((dependency) => textField(3, dependency)),
    ...messages.map((message) =>
      lengthDelimited(
        4,
        Buffer.concat([
          textField(1, message.name),
          ...(message.fields ?? []).map((declared) => lengthDelimited(2, declared)),
        ]),
      ),
    ),
    lengthDelimited(6, Buffer.concat([textField(1, 'S'), lengthDelimited(2, Buffer.concat(method))])),
    textField(12, 'proto3'),
  ])
}

function field(
  name: string,
  number: bigint,
  { type, typeName = '', label = 1n }: { type: bigint; typeName?: string; label?: bigint },
) {
  const numbers = [tag(3, 0), varint(number), tag(4, 0), varint(label), tag(5, 0), varint(type)]
  return Buffer.concat([textField(1, name), ...numbers, ...(typeName === '' ? [] : [textField(6, typeName)])])
}

const call = { request: behavior('a.S/M') }

test('types that refer to themselves and files that import each other are read once', async (t) => {
  const fields = [field('self', 1n, { type: 11n, typeName: '.a.T' }), field('text', 2n, { type: 9n })]
  const files = [
    fileOf('a.proto', [{ name: 'T', fields }], ['b.proto']),
    Buffer.concat([textField(1, 'b.proto'), textField(3, 'a.proto')]),
  ]
  const port = await serveReflection(t, files, lengthDelimited(1, textField(2, 'inside')))
  const evaluation = await callAndEvaluate(port, call)
  assert.equal(evaluation.detail.response?.responseMessage, '{"self":{"text":"inside"},"text":""}')
})

test('fields called like parts of an object are fields', async (t) => {
  const fields = [field('__proto__', 1n, { type: 9n }), field('constructor', 2n, { type: 9n })]
  const port = await serveReflection(t, [fileOf('a.proto', [{ name: 'T', fields }])], textField(1, 'x'))
  const evaluation = await callAndEvaluate(port, call)
  assert.equal(evaluation.detail.response?.responseMessage, '{"Proto":"x","constructor":""}')
})

const unusable: [string, Buffer[]][] = [
  ['garbage', [Buffer.from([0xff, 0xff, 0xff])]],
  ['a type that is declared twice', [fileOf('a.proto', [{ name: 'T' }, { name: 'T' }])]],
  [
    'two fields with one number',
    [
      fileOf('a.proto', [
        { name: 'T', fields: [field('x', 1n, { type: 9n }), field('y', 1n, { type: 9n })] },
      ]),
    ],
  ],
  ['a name without end', [fileOf('a.proto', [{ name: 'T'.repeat(100_000) }])]],
  [
    'files without end',
    Array.from({ length: 600 }, (_, index) => Buffer.concat([textField(1, `${index}.proto`)])),
  ],
  [
    'fields without end',
    [
      fileOf('a.proto', [
        {
          name: 'T',
          fields: Array.from({ length: 60_000 }, (_, index) =>
            field(`f${index}`, BigInt(index + 1), { type: 9n }),
          ),
        },
      ]),
    ],
  ],
  ['megabytes', [Buffer.concat([fileOf('a.proto', [{ name: 'T' }]), textField(99, 'x'.repeat(5_000_000))])]],
]
for (const [what, files] of unusable) {
  test(`reflection that sends ${what} is not available`, async (t) => {
    const evaluation = await callAndEvaluate(await serveReflection(t, files, empty), call)
    assert.deepEqual([levelOf(evaluation), evaluation.verdict.isNetworkError], ['failed', false])
    assert.match(
      evaluation.detail.requestError ?? '',
      /^server reflection is not available .*; use PROTO_FILE$/s,
    )
    assert.ok(JSON.stringify(evaluation.detail).length < 10_000)
  })
}

test('reflection that imports without end is given up', async (t) => {
  let files = 0
  const port = await serveCalls(t, (stream) => {
    stream.respond(grpcHeaders)
    stream.on('data', () => {
      files += 1
      const file = Buffer.concat([textField(1, `${files}.proto`), textField(3, `${files + 1}.proto`)])
      stream.write(frame(lengthDelimited(4, lengthDelimited(1, file))))
    })
  })
  const evaluation = await callAndEvaluate(port, call)
  assert.equal(levelOf(evaluation), 'failed')
  assert.ok(files < 2_000)
})

test('a small answer that stands for a huge one is status 8', async (t) => {
  const fields = [field('list', 1n, { type: 11n, typeName: '.a.U', label: 3n })]
  const wide = Array.from({ length: 1_000 }, (_, index) =>
    field(`f${index}`, BigInt(index + 1), { type: 9n }),
  )
  const reply = Buffer.concat(Array.from({ length: 10_000 }, () => lengthDelimited(1, empty)))
  const port = await serveReflection(
    t,
    [
      fileOf('a.proto', [
        { name: 'T', fields },
        { name: 'U', fields: wide },
      ]),
    ],
    reply,
  )
  const evaluation = await callAndEvaluate(port, call)
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 8])
})

test('an answer that is nested without end is refused', async (t) => {
  let reply: Buffer = empty
  for (let depth = 0; depth < 5_000; depth += 1) reply = lengthDelimited(1, reply)
  const fields = [field('self', 1n, { type: 11n, typeName: '.a.T' })]
  const port = await serveReflection(t, [fileOf('a.proto', [{ name: 'T', fields }])], reply)
  const evaluation = await callAndEvaluate(port, call)
  assert.match(evaluation.detail.requestError ?? '', /nested too deep$/)
})

test('a server that takes questions and never answers them uses up the time of the check', async (t) => {
  const port = await serveCalls(t, (stream) => stream.respond(grpcHeaders))
  const evaluation = await callAndEvaluate(port, call, { timeoutMs: 1_000 })
  assert.deepEqual(
    [evaluation.detail.grpcStatusCode, evaluation.detail.response?.error?.phase],
    [4, 'reflection'],
  )
})

test('reflection that is forbidden says so', async (t) => {
  const port = await serveCalls(t, (stream) => answer(stream, [], '16', 'no token'))
  const evaluation = await callAndEvaluate(port, call)
  assert.equal(
    evaluation.detail.requestError,
    'server reflection is not available (status 16: no token); use PROTO_FILE',
  )
})
