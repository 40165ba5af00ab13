import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { onCode, onJson, onText } from '@sonde/verdict/testing/dns-run.ts'
import { errorOf, levelOf, look, lookAt, nxdomain, refused, servfail } from '../../testing/dns-probing.ts'
import {
  closedUdpPort,
  framed,
  ipv4,
  replyTo,
  resource,
  startResponder,
} from '../../testing/dns-responder.ts'
import { closedPort, droppingPort } from '../../testing/tcp-peer.ts'

suite('the cases of the specification', () => {
  test('D1: NOERROR with an A record passes', async (t) => {
    const server = await startResponder(t, (query, say) =>
      say(replyTo(query, { answers: [ipv4(192, 0, 2, 10)] })),
    )
    const evaluation = await look([server.address])
    assert.equal(levelOf(evaluation), 'passed')
    const { response, nameServerInfo } = evaluation.detail
    assert.deepEqual(nameServerInfo, { host: '127.0.0.1', port: server.port })
    assert.equal(response?.returnCode, 'NOERROR')
    assert.equal(response?.json?.Answer[0]?.data, '192.0.2.10')
    assert.match(response?.answer ?? '', /^www\.example\.org\.\t300\tIN\tA\t192\.0\.2\.10$/m)
    assert.equal(response?.responseTime, Math.round(evaluation.verdict.responseTime ?? -1))
    assert.equal(server.queries.length, 1)
  })

  test('D2: NXDOMAIN fails after three servers, and after one when it is wanted', async (t) => {
    const says = (code: number) => startResponder(t, (query, say) => say(replyTo(query, { code })))
    const servers = await Promise.all([says(nxdomain), says(nxdomain), says(nxdomain)])
    const addresses = servers.map(({ address }) => address)
    const asked = () => servers.map(({ queries }) => queries.length)
    assert.equal(levelOf(await look(addresses)), 'failed')
    assert.deepEqual(asked(), [1, 1, 1])
    const wanted = { request: { assertions: [onCode('EQUALS', 'NXDOMAIN')] } }
    assert.equal(levelOf(await look(addresses, wanted)), 'passed')
    assert.deepEqual(asked(), [2, 1, 1])
    const exists = await startResponder(t, (query, say) => say(replyTo(query)))
    assert.equal(levelOf(await look([exists.address], wanted)), 'failed')
  })

  test('D3: the second server answers when the first fails, and the time is the second one alone', async (t) => {
    const first = await startResponder(t, (query, say) => {
      setTimeout(() => say(replyTo(query, { code: servfail })), 300)
    })
    const second = await startResponder(t, (query, say) => say(replyTo(query)))
    const evaluation = await look([first.address, second.address])
    assert.equal(levelOf(evaluation), 'passed')
    assert.deepEqual(evaluation.detail.nameServerInfo, { host: '127.0.0.1', port: second.port })
    assert.ok((evaluation.verdict.responseTime ?? Infinity) < 300)
  })

  test('D3: silence and closed ports lead to the next server too', async (t) => {
    const silent = await startResponder(t, () => undefined)
    const answers = await startResponder(t, (query, say) => say(replyTo(query)))
    const closed = `127.0.0.1:${await closedUdpPort()}`
    const evaluation = await look([closed, silent.address, answers.address], { limits: { giveUpMs: 200 } })
    assert.equal(evaluation.detail.nameServerInfo?.port, answers.port)
  })

  test('D4: a server that the check names has no other behind it', async (t) => {
    const other = await startResponder(t, (query, say) => say(replyTo(query)))
    for (const code of [servfail, refused]) {
      const { port } = await startResponder(t, (query, say) => say(replyTo(query, { code })))
      const evaluation = await look([other.address], { request: { nameServer: '127.0.0.1', port } })
      assert.equal(levelOf(evaluation), 'failed')
      assert.equal(evaluation.verdict.isNetworkError, false)
    }
    assert.equal(other.queries.length, 0)
  })

  test('D4: a silent server is ETIMEDOUT', async (t) => {
    const server = await startResponder(t, () => undefined)
    const evaluation = await lookAt(server, { limits: { resendMs: [50, 150], giveUpMs: 250 } })
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'ETIMEDOUT')
    assert.equal(evaluation.verdict.isNetworkError, true)
    assert.equal(
      evaluation.detail.requestError,
      `No answer from 127.0.0.1:${server.port} within 250 ms (query)`,
    )
    assert.equal(server.queries.length, 3, 'sent three times')
    assert.deepEqual(evaluation.detail.nameServerInfo, { host: '127.0.0.1', port: server.port })
  })

  test('D5: the time counts from the first datagram, also when the second one is answered', async (t) => {
    const server = await startResponder(t, (query, say, { number }) => number === 2 && say(replyTo(query)))
    const limits = { resendMs: [200] }
    const evaluation = await lookAt(server, { limits })
    assert.ok((evaluation.detail.response?.responseTime ?? 0) > 150)
    const [first, second] = server.queries
    assert.deepEqual(first?.bytes, second?.bytes, 'the same question again')
  })

  test('D6: a cut reply passes, and nobody is asked over TCP', async (t) => {
    const server = await startResponder(t, (query, say) => say(replyTo(query, { flags: 0x0200 })))
    const assertions = [onJson('$.TC', 'EQUALS', 'true')]
    assert.equal(levelOf(await lookAt(server, { request: { assertions } })), 'passed')
    assert.deepEqual(
      server.queries.map(({ protocol }) => protocol),
      ['UDP'],
    )
  })

  test('D11: a pattern finds the protocols of an HTTPS record', async (t) => {
    const data = Buffer.concat([Buffer.from([0, 1, 0, 0, 1, 0, 6]), Buffer.from('\u0002h3\u0002h2')])
    const server = await startResponder(t, (query, say) =>
      say(replyTo(query, { answers: [resource(65, data)] })),
    )
    const assertions = [onText('alpn="([^"]*)"', 'EQUALS', 'h3,h2')]
    assert.equal(levelOf(await lookAt(server, { request: { recordType: 'HTTPS', assertions } })), 'passed')
  })

  test('D12: a reply with the wrong id, the wrong question or from another port is ignored', async (t) => {
    const liar = createSocket('udp4')
    liar.bind(0, '127.0.0.1')
    await once(liar, 'listening')
    t.after(() => liar.close())
    const lie = [ipv4(192, 0, 2, 66)]
    const server = await startResponder(t, (query, say, { port }) => {
      liar.send(replyTo(query, { answers: lie }), port, '127.0.0.1', () => {
        say(replyTo(query, { answers: lie, id: (query.readUInt16BE(0) + 1) & 0xffff }))
        const question = Buffer.from(
          '\u0003www\u0007example\u0003net\u0000\u0000\u0001\u0000\u0001',
          'latin1',
        )
        say(replyTo(query, { answers: lie, question }))
        say(Buffer.from('x'))
        say(replyTo(query, { answers: [ipv4(192, 0, 2, 10)] }))
      })
    })
    const evaluation = await lookAt(server)
    assert.equal(evaluation.detail.response?.json?.Answer[0]?.data, '192.0.2.10')
  })

  test('D13: over TCP, a closed port is ECONNREFUSED and a cut message EBADRESP', async (t) => {
    const request = { protocol: 'TCP' } as const
    const closed = await lookAt({ port: await closedPort() }, { request })
    assert.equal(errorOf(closed)?.code, 'ECONNREFUSED')
    const cutting = await startResponder(t, () => undefined, {
      onConnection: (socket) =>
        socket.on('data', (chunk: Buffer) => {
          const message = framed(replyTo(chunk.subarray(2), { answers: [ipv4(1, 2, 3, 4)] }))
          socket.end(message.subarray(0, message.length - 3))
        }),
    })
    const cut = await lookAt(cutting, { request })
    assert.equal(levelOf(cut), 'failed')
    assert.equal(errorOf(cut)?.code, 'EBADRESP')
    assert.match(cut.detail.requestError ?? '', /^127\.0\.0\.1 sent a malformed reply/)
  })
})

suite('UDP', () => {
  test('a closed port is ECONNREFUSED', async () => {
    const evaluation = await lookAt({ port: await closedUdpPort() })
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'ECONNREFUSED')
    assert.equal(evaluation.verdict.isNetworkError, true)
  })

  test('garbage with the right id is EBADRESP at once', async (t) => {
    const server = await startResponder(t, (query, say) => {
      say(Buffer.concat([replyTo(query, { answers: [ipv4(1, 2, 3, 4)] }).subarray(0, 40)]))
    })
    const evaluation = await lookAt(server)
    assert.equal(errorOf(evaluation)?.code, 'EBADRESP')
  })

  test('a flood of foreign replies does not hide the deadline', async (t) => {
    const server = await startResponder(t, (query, say) => {
      const foreign = replyTo(query, { id: (query.readUInt16BE(0) + 1) & 0xffff })
      const timer = setInterval(() => say(foreign), 5)
      t.after(() => clearInterval(timer))
    })
    const evaluation = await lookAt(server, { limits: { giveUpMs: 200 } })
    assert.equal(errorOf(evaluation)?.code, 'ETIMEDOUT')
  })

  test('each server gets an id of its own', async (t) => {
    const server = await startResponder(t, (query, say) => say(replyTo(query, { code: servfail })))
    await look([server.address, server.address, server.address])
    const ids = new Set(server.queries.map(({ bytes }) => bytes.readUInt16BE(0)))
    assert.ok(ids.size > 1)
  })
})

suite('TCP', () => {
  const request = { protocol: 'TCP' } as const

  test('a reply in pieces of one byte, after a foreign one, is read', async (t) => {
    const server = await startResponder(t, () => undefined, {
      onConnection(socket) {
        socket.setNoDelay(true)
        socket.on('data', (chunk: Buffer) => {
          const query = chunk.subarray(2)
          assert.equal(chunk.readUInt16BE(0), query.length)
          const foreign = framed(replyTo(query, { id: (query.readUInt16BE(0) + 1) & 0xffff }))
          const bytes = Buffer.concat([foreign, framed(replyTo(query, { answers: [ipv4(192, 0, 2, 10)] }))])
          for (const byte of bytes) socket.write(Buffer.from([byte]))
        })
      },
    })
    const evaluation = await lookAt(server, { request })
    assert.equal(evaluation.detail.response?.json?.Answer[0]?.data, '192.0.2.10')
  })

  test('only TCP is used, and SERVFAIL is an answer', async (t) => {
    const server = await startResponder(t, (query, say) => say(replyTo(query, { code: servfail })))
    const evaluation = await lookAt(server, { request })
    assert.equal(evaluation.detail.response?.returnCode, 'SERVFAIL')
    assert.deepEqual(
      server.queries.map(({ protocol }) => protocol),
      ['TCP'],
    )
  })

  test('a server that accepts and says nothing, or does not even accept, is ETIMEDOUT', async (t) => {
    const silent = await startResponder(t, () => undefined)
    const limits = { giveUpMs: 200 }
    assert.equal(errorOf(await lookAt(silent, { request, limits }))?.code, 'ETIMEDOUT')
    const port = await droppingPort(t)
    assert.equal(errorOf(await lookAt({ port }, { request, limits }))?.code, 'ETIMEDOUT')
  })

  test('a connection that is closed without a reply is EBADRESP, and a reset ECONNRESET', async (t) => {
    const closing = await startResponder(t, () => undefined, {
      onConnection: (socket) => socket.on('data', () => socket.end()),
    })
    assert.equal(errorOf(await lookAt(closing, { request }))?.code, 'EBADRESP')
    const resetting = await startResponder(t, () => undefined, {
      onConnection: (socket) => socket.on('data', () => socket.resetAndDestroy()),
    })
    assert.equal(errorOf(await lookAt(resetting, { request }))?.code, 'ECONNRESET')
  })

  test('replies without end to other questions are EBADRESP', async (t) => {
    const server = await startResponder(t, (query, say) => {
      for (let sent = 0; sent < 1_000; sent += 1)
        say(replyTo(query, { id: (query.readUInt16BE(0) + 1) & 0xffff }))
    })
    assert.equal(errorOf(await lookAt(server, { request }))?.code, 'EBADRESP')
  })
})

test('an aborted run is no verdict, over UDP and over TCP', async (t) => {
  for (const protocol of ['UDP', 'TCP'] as const) {
    const stopper = new AbortController()
    const server = await startResponder(t, () => stopper.abort(new Error('shutting down')))
    const evaluation = await lookAt(server, { request: { protocol }, context: { signal: stopper.signal } })
    assert.equal(evaluation.notRunCause, 'aborted')
    const early = await lookAt(server, { request: { protocol }, context: { signal: stopper.signal } })
    assert.equal(early.notRunCause, 'aborted')
  }
})
