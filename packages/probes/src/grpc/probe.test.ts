import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { test } from 'node:test'
import { behavior, callAndEvaluate } from '../../testing/grpc-probing.ts'
import { monitoredProto, startGrpcServer } from '../../testing/grpc-server.ts'
import { startTcpServer } from '../../testing/tls-server.ts'
import { levelOf, listen } from '../../testing/url-probing.ts'
import { assertion } from '@sonde/verdict/testing/grpc-run.ts'

test('G1: a health service that says SERVING passes', async (t) => {
  const { port, seen } = await startGrpcServer(t)
  const evaluation = await callAndEvaluate(port)
  assert.equal(levelOf(evaluation), 'passed')
  const { response, ...detail } = evaluation.detail
  assert.deepEqual([detail.grpcStatusCode, detail.healthStatus, detail.requestError], [0, 1, null])
  const { timingPhases, metadata, ...rest } = response ?? {}
  assert.deepEqual(rest, {
    grpcMode: 'HEALTH',
    host: '127.0.0.1',
    resolvedIp: '127.0.0.1',
    port,
    grpcMethod: 'grpc.health.v1.Health/Check',
    responseMessage: '{"status":"SERVING"}',
    grpcStatusCode: 0,
    grpcStatusMessage: 'OK',
    healthStatus: 1,
    healthStatusLabel: 'SERVING',
    discoveredMethods: [],
    requestError: null,
  })
  assert.deepEqual(metadata?.[0]?.key, 'content-type')
  assert.ok(timingPhases && timingPhases.connect > 0)
  assert.equal(timingPhases.total, timingPhases.dns + timingPhases.connect)
  assert.equal(evaluation.verdict.responseTime, timingPhases.total)
  assert.equal(evaluation.target, '127.0.0.1')
  assert.equal(seen.length, 1)
})

test('G1: NOT_SERVING fails, and passes where that is asserted', async (t) => {
  const { port } = await startGrpcServer(t, { health: { '': 'NOT_SERVING' } })
  const evaluation = await callAndEvaluate(port)
  assert.deepEqual([levelOf(evaluation), evaluation.detail.healthStatus], ['failed', 2])
  assert.equal(evaluation.verdict.reason, 'The health service reports NOT_SERVING')
  const asserted = await callAndEvaluate(port, {
    request: { assertions: [assertion('GRPC_HEALTHCHECK_STATUS', 'EQUALS', '2')] },
  })
  assert.equal(levelOf(asserted), 'passed')
})

test('G2: an unknown service fails with health status 3, a missing health service with none', async (t) => {
  const { port } = await startGrpcServer(t)
  const unknown = await callAndEvaluate(port, { request: { grpcConfig: { service: 'shop' } } })
  assert.deepEqual(
    [levelOf(unknown), unknown.detail.grpcStatusCode, unknown.detail.healthStatus],
    ['failed', 5, 3],
  )
  assert.equal(unknown.detail.response?.healthStatusLabel, 'SERVICE_UNKNOWN')
  const { port: bare } = await startGrpcServer(t, { health: null })
  const missing = await callAndEvaluate(bare)
  assert.deepEqual(
    [levelOf(missing), missing.detail.grpcStatusCode, missing.detail.healthStatus],
    ['failed', 12, null],
  )
  assert.equal(missing.verdict.isNetworkError, false)
})

test('the health of one service is asked for by its name', async (t) => {
  const { port } = await startGrpcServer(t, { health: { '': 'NOT_SERVING', shop: 'SERVING' } })
  assert.equal(
    levelOf(await callAndEvaluate(port, { request: { grpcConfig: { service: 'shop' } } })),
    'passed',
  )
})

test('G3: status 5 of a method fails, and passes where that is asserted', async (t) => {
  const { port } = await startGrpcServer(t)
  const request = behavior('monitored.v1.Greeter/Fail', { code: 5, text: 'no such größe' })
  const evaluation = await callAndEvaluate(port, { request })
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 5])
  assert.equal(evaluation.detail.response?.grpcStatusMessage, 'no such größe')
  assert.equal(evaluation.verdict.reason, 'gRPC status 5 NOT_FOUND: no such größe')
  assert.deepEqual([evaluation.detail.requestError, evaluation.verdict.isNetworkError], [null, false])
  const assertions = [assertion('GRPC_STATUS_CODE', 'EQUALS', '5')]
  assert.equal(levelOf(await callAndEvaluate(port, { request: { ...request, assertions } })), 'passed')
})

for (const reflection of ['both', 'v1alpha'] as const) {
  test(`a method is called by its reflected types (${reflection})`, async (t) => {
    const { port } = await startGrpcServer(t, { reflection })
    const evaluation = await callAndEvaluate(port, {
      request: {
        ...behavior('/monitored.v1.Greeter/Greet', { name: 'Ann' }),
        assertions: [
          assertion('GRPC_RESPONSE', 'EQUALS', 'Hello Ann', '$.greeting'),
          assertion('GRPC_RESPONSE', 'GREATER_THAN', '2', '$.timesGreeted'),
          assertion('TEXT_BODY', 'CONTAINS', 'Hello'),
          assertion('TEXT_BODY', 'EQUALS', 'Ann', 'Hello (\\w+)'),
          assertion('GRPC_METADATA', 'EQUALS', 'one, two', 'X-Served-By'),
          assertion('GRPC_METADATA', 'EQUALS', '7', 'x-cost'),
          assertion('GRPC_METADATA', 'EQUALS', Buffer.from('trace').toString('base64'), 'x-trace-bin'),
          assertion('RESPONSE_TIME', 'LESS_THAN', '60000'),
        ],
      },
    })
    assert.equal(levelOf(evaluation), 'passed', JSON.stringify(evaluation, null, 1))
    const { response } = evaluation.detail
    assert.equal(response?.responseMessage, '{"greeting":"Hello Ann","timesGreeted":3}')
    assert.deepEqual(response.discoveredMethods, [
      'monitored.v1.Greeter/Greet',
      'monitored.v1.Greeter/Echo',
      'monitored.v1.Greeter/Fail',
      'monitored.v1.Greeter/Count',
      'monitored.v1.Greeter/Collect',
      'monitored.v1.Greeter/Chat',
      'monitored.v1.Greeter/Wait',
      'monitored.v1.Greeter/Grow',
      'grpc.health.v1.Health/Check',
      'grpc.health.v1.Health/Watch',
    ])
  })
}

test('a method is called by a proto file, without any reflection', async (t) => {
  const { port } = await startGrpcServer(t, { reflection: 'none' })
  const { grpcConfig } = behavior('monitored.v1.Greeter/Greet')
  const evaluation = await callAndEvaluate(port, {
    request: { grpcConfig: { ...grpcConfig, serviceDefinition: 'PROTO_FILE', protoContent: monitoredProto } },
  })
  assert.equal(levelOf(evaluation), 'passed')
  assert.equal(evaluation.detail.response?.responseMessage, '{"greeting":"Hello ","timesGreeted":3}')
})

test('G4: without reflection the message points to PROTO_FILE, and nothing was called', async (t) => {
  const { port } = await startGrpcServer(t, { reflection: 'none' })
  const evaluation = await callAndEvaluate(port, { request: behavior('monitored.v1.Greeter/Greet') })
  assert.equal(levelOf(evaluation), 'failed')
  assert.equal(evaluation.detail.requestError, 'server reflection is not available; use PROTO_FILE')
  assert.equal(evaluation.detail.response?.error?.code, 'ERR_GRPC_REFLECTION')
  assert.deepEqual([evaluation.verdict.isNetworkError, evaluation.detail.grpcStatusCode], [false, null])
})

test('G5: a refused connection is code 14 and a network error, status 14 of a server is not', async (t) => {
  const { port } = await startGrpcServer(t)
  const refused = await callAndEvaluate(1, {
    request: { assertions: [assertion('GRPC_STATUS_CODE', 'EQUALS', '14')] },
  })
  assert.deepEqual([levelOf(refused), refused.detail.grpcStatusCode], ['failed', 14])
  assert.equal(refused.detail.response?.error?.code, 'ECONNREFUSED')
  assert.equal(refused.detail.requestError, 'Connection to 127.0.0.1:1 was refused')
  assert.equal(refused.detail.assertions[0]?.error, 'not evaluated')
  assert.equal(refused.verdict.isNetworkError, true)
  const answered = await callAndEvaluate(port, {
    request: behavior('monitored.v1.Greeter/Fail', { code: 14 }),
  })
  assert.deepEqual([levelOf(answered), answered.detail.grpcStatusCode], ['failed', 14])
  assert.equal(answered.verdict.isNetworkError, false)
})

test('a name that does not exist is code 14', async () => {
  const evaluation = await callAndEvaluate(443, { request: { url: 'nowhere.invalid' } })
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 14])
  assert.equal(evaluation.detail.response?.error?.code, 'EAI_AGAIN')
})

test('G6: a call without an answer is code 4 when its time is up', async (t) => {
  const { port } = await startGrpcServer(t)
  const request = behavior('monitored.v1.Greeter/Wait')
  const { grpcConfig } = request
  const evaluation = await callAndEvaluate(
    port,
    {
      request: {
        grpcConfig: { ...grpcConfig, serviceDefinition: 'PROTO_FILE', protoContent: monitoredProto },
      },
    },
    { timeoutMs: 1_000 },
  )
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 4])
  assert.deepEqual(
    [evaluation.detail.response?.error?.code, evaluation.detail.response?.error?.phase],
    ['ETIMEDOUT', 'call'],
  )
  assert.equal(evaluation.detail.requestError, `No answer from 127.0.0.1:${port} within 1 s (call)`)
  assert.equal(evaluation.verdict.isNetworkError, true)
  // A timer may be a fraction of a millisecond early.
  assert.ok((evaluation.verdict.responseTime ?? 0) > 990)
})

test('G6: a server that accepts and is silent is code 4, with TLS and without', async (t) => {
  const { port } = await startTcpServer(t, (socket) => socket.resume())
  for (const [tls, phase] of [
    [false, 'call'],
    [true, 'tls'],
  ] as const) {
    const evaluation = await callAndEvaluate(port, { request: { grpcConfig: { tls } } }, { timeoutMs: 1_000 })
    assert.deepEqual([levelOf(evaluation), evaluation.detail.response?.error?.phase], ['failed', phase])
    assert.equal(evaluation.detail.grpcStatusCode, 4)
  }
})

test('a name that nobody answers for uses up the time of the check', async () => {
  const resolveName = () => new Promise<never>(() => undefined)
  const evaluation = await callAndEvaluate(443, {}, { timeoutMs: 50, context: { resolveName } })
  assert.deepEqual([evaluation.detail.grpcStatusCode, evaluation.detail.response?.error?.phase], [4, 'dns'])
})

test('G7: a server that speaks HTTP/1.1 is code 13', async (t) => {
  const port = await listen(
    t,
    createHttpServer((_request, response) => response.end('hello')),
  )
  const evaluation = await callAndEvaluate(port)
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 13])
  assert.equal(evaluation.detail.requestError, `127.0.0.1:${port} did not answer with valid HTTP/2`)
  assert.equal(evaluation.verdict.isNetworkError, true)
})

test('a method that streams yields a list, of at most a hundred messages', async (t) => {
  const { port } = await startGrpcServer(t)
  const count = (upto: number) =>
    callAndEvaluate(port, { request: behavior('monitored.v1.Greeter/Count', { upto }) })
  assert.equal((await count(2)).detail.response?.responseMessage, '[{"value":1},{"value":2}]')
  assert.equal((await count(0)).detail.response?.responseMessage, '[]')
  const endless = await callAndEvaluate(port, {
    request: {
      ...behavior('monitored.v1.Greeter/Count', { upto: 1_000_000 }),
      assertions: [assertion('GRPC_RESPONSE', 'EQUALS', '100', '$.length')],
    },
  })
  assert.deepEqual([levelOf(endless), endless.detail.grpcStatusCode], ['passed', 0])
})

test('methods that take a stream are refused', async (t) => {
  const { port } = await startGrpcServer(t)
  for (const method of ['Collect', 'Chat']) {
    const evaluation = await callAndEvaluate(port, { request: behavior(`monitored.v1.Greeter/${method}`) })
    assert.deepEqual(
      [levelOf(evaluation), evaluation.detail.response?.error?.code],
      ['failed', 'ERR_GRPC_STREAMING'],
    )
  }
})

test('a method, a service and a message that are not there are told apart', async (t) => {
  const { port } = await startGrpcServer(t)
  const errorOf = async (method: string, message: unknown = null) =>
    (await callAndEvaluate(port, { request: behavior(method, message) })).detail.requestError
  assert.equal(await errorOf('monitored.v1.Greeter/Gone'), 'There is no method "monitored.v1.Greeter/Gone"')
  assert.equal(await errorOf('shop.v1.Cart/Add'), 'The server has no service "shop.v1.Cart"')
  assert.equal(
    await errorOf('monitored.v1.Greeter/Greet', { nam: 'Ann' }),
    'Field "nam" of the message is not a field of monitored.v1.GreetRequest',
  )
  assert.equal(
    await errorOf('monitored.v1.Greeter/Greet', { name: 5 }),
    'Field "name" of the message must be a string',
  )
})

test('a proto file that does not compile fails the run with its line', async () => {
  const { grpcConfig } = behavior('a.B/C')
  const evaluation = await callAndEvaluate(1, {
    request: { grpcConfig: { ...grpcConfig, serviceDefinition: 'PROTO_FILE', protoContent: 'message {' } },
  })
  assert.equal(levelOf(evaluation), 'failed')
  assert.match(evaluation.detail.requestError ?? '', /^The proto file does not compile: line 1: /)
  assert.equal(evaluation.verdict.isNetworkError, false)
})

test('metadata is sent with the call, binary keys as base64', async (t) => {
  const { port, seen } = await startGrpcServer(t)
  const metadata = [
    { key: 'X-Team', value: 'a' },
    { key: 'x-team', value: 'b' },
    { key: 'x-token-bin', value: Buffer.from([1, 2, 255]).toString('base64') },
  ]
  const { grpcConfig } = behavior('monitored.v1.Greeter/Greet')
  await callAndEvaluate(port, { request: { grpcConfig: { ...grpcConfig, metadata } } })
  const [call] = seen
  assert.equal(call?.metadata['x-team'], 'a, b')
  assert.deepEqual(call.metadata['x-token-bin'], Buffer.from([1, 2, 255]))
  assert.match(String(call.metadata['user-agent']), /^Sonde\//)
})

test('an answer above 4 MB is status 8', async (t) => {
  const { port } = await startGrpcServer(t)
  const grow = (upto: number) =>
    callAndEvaluate(port, { request: behavior('monitored.v1.Greeter/Grow', { upto }) })
  const large = await grow(4 * 1024 * 1024)
  assert.deepEqual([levelOf(large), large.detail.grpcStatusCode], ['failed', 8])
  assert.equal(large.verdict.isNetworkError, false)
  const fitting = await grow(4 * 1024 * 1024 - 100)
  assert.equal(levelOf(fitting), 'passed')
  const stored = fitting.detail.response?.responseMessage ?? ''
  assert.equal(Buffer.byteLength(stored), 10_240)
})

test('an aborted run says nothing about the target', async (t) => {
  const { port } = await startGrpcServer(t)
  const controller = new AbortController()
  const running = callAndEvaluate(
    port,
    { request: behavior('monitored.v1.Greeter/Wait') },
    { context: { signal: controller.signal } },
  )
  setImmediate(() => controller.abort(new Error('enough')))
  const evaluation = await running
  assert.deepEqual([levelOf(evaluation), evaluation.notRunCause], ['withheld', 'aborted'])
  assert.equal(evaluation.detail.response, null)
})

for (const tls of [false, true]) {
  test(`no connection outlives its attempt, ${tls ? 'with' : 'without'} TLS`, async (t) => {
    const closed: Promise<unknown>[] = []
    const controller = new AbortController()
    const { port } = await startTcpServer(t, (socket) => {
      closed.push(once(socket, 'close'))
      socket.resume()
      if (closed.length === 2) controller.abort(new Error('enough'))
    })
    await callAndEvaluate(port, { request: { grpcConfig: { tls } } }, { timeoutMs: 1_000 })
    await callAndEvaluate(
      port,
      { request: { grpcConfig: { tls } } },
      { context: { signal: controller.signal } },
    )
    assert.equal(closed.length, 2)
    await Promise.all(closed)
  })
}

test('a port that a variable left open is no trouble of the target', async () => {
  const evaluation = await callAndEvaluate('{{PORT}}')
  assert.deepEqual([levelOf(evaluation), evaluation.notRunCause], ['withheld', 'unreadable-job'])
})

test('a port that a variable filled in is a port', async (t) => {
  const { port } = await startGrpcServer(t)
  assert.equal(levelOf(await callAndEvaluate(String(port))), 'passed')
})
