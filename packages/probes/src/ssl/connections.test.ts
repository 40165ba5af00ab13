import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, suite, test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { dayMs } from '@sonde/ground/durations.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { authority, look, lookAtLeaf, summary } from '../../testing/ssl-probing.ts'
import { startTcpServer, startTlsServer } from '../../testing/tls-server.ts'

suite('client certificates of an SSL probe', () => {
  const client = authority.issueClient('client')
  const id = '3d2f1f6e-6b0f-4a51-8a1a-4b6b7d1c9e10'
  const stored: RunCertificate = {
    id,
    host: 'localhost',
    cert: client.cert,
    key: client.key,
    ca: null,
    passphrase: null,
  }
  const demanding: TlsOptions = {
    requestCert: true,
    rejectUnauthorized: true,
    ca: [authority.root, authority.intermediate],
    maxVersion: 'TLSv1.2',
  }
  const context = { clientCertificates: [stored] }
  const auto = { clientCertificateMode: 'auto' }
  const explicit = { clientCertificateMode: 'explicit' }

  test('none is shown unless the check says so; auto matches the host, explicit the id', async (t) => {
    const none = await lookAtLeaf(t, {}, { server: demanding, context })
    assert.deepEqual(summary(none), ['failed', 'handshake'])
    const byHost = await lookAtLeaf(t, {}, { server: demanding, context, sslConfig: auto })
    assert.deepEqual(summary(byHost), ['passed', null])
    const byId = { server: demanding, context, sslConfig: explicit, sslClientCertificateId: id.toUpperCase() }
    assert.deepEqual(summary(await lookAtLeaf(t, {}, byId)), ['passed', null])
    const otherHost = { clientCertificates: [{ ...stored, host: 'other.example' }] }
    const unmatched = await lookAtLeaf(t, {}, { server: demanding, context: otherHost, sslConfig: auto })
    assert.deepEqual(summary(unmatched), ['failed', 'handshake'])
  })

  test('one that is gone or cannot be opened is our trouble, never the target’s', async (t) => {
    const gone = await lookAtLeaf(t, {}, { sslConfig: explicit, sslClientCertificateId: id })
    assert.deepEqual([summary(gone)[0], gone.notRunCause], ['withheld', 'unreadable-job'])
    assert.match(gone.detail.requestError ?? '', /no longer exists$/)
    const broken = { clientCertificates: [{ ...stored, key: authority.issue({ key: 'ec-384' }).key }] }
    const unusable = await lookAtLeaf(t, {}, { context: broken, sslConfig: auto })
    assert.deepEqual([summary(unusable)[0], unusable.notRunCause], ['withheld', 'unreadable-job'])
    assert.match(unusable.detail.requestError ?? '', /^The client certificate for localhost cannot be used/)
  })
})

suite('an SSL probe behind a proxy', () => {
  async function startProxy(t: TestContext, tls: TlsOptions | null) {
    const closed: Promise<unknown>[] = []
    const onConnection = (client: Socket): void => {
      closed.push(once(client, 'close'))
      client.once('data', (head) => {
        const port = Number(/^CONNECT [^ ]*:(?<port>\d+) /.exec(head.toString())?.groups?.['port'])
        const target = connect(port, '127.0.0.1', () => {
          client.write('HTTP/1.1 200 Connection established\r\n\r\n')
          client.pipe(target).pipe(client)
        })
        target.on('error', () => client.destroy())
        target.on('close', () => client.end().resume())
        client.on('close', () => target.destroy())
      })
    }
    const { port } =
      tls === null
        ? await startTcpServer(t, onConnection)
        : await startTlsServer(t, tls, undefined, onConnection)
    return { proxy: new URL(`${tls === null ? 'http' : 'https'}://127.0.0.1:${port}`), closed }
  }

  for (const kind of ['http', 'https'] as const) {
    test(`goes through an ${kind} proxy by CONNECT, and leaves no connection behind`, async (t) => {
      const issued = authority.issue()
      const own = { key: issued.key, cert: issued.fullChain }
      const { proxy, closed } = await startProxy(t, kind === 'http' ? null : own)
      const through = { context: { proxy } }
      const passed = await lookAtLeaf(t, {}, through)
      assert.deepEqual([...summary(passed), passed.detail.response?.resolvedIp], ['passed', null, null])
      const expired = { notBeforeAt: Date.now() - 2 * dayMs, notAfterAt: Date.now() - dayMs }
      assert.deepEqual(summary(await lookAtLeaf(t, expired, through)), ['failed', 'expired'])
      const plain = await startTcpServer(t, (socket) => socket.end('no TLS here\r\n'))
      assert.deepEqual(summary(await look(plain.port, through)), ['failed', 'handshake'])
      const silent = await startTcpServer(t, () => undefined)
      const stalled = await look(silent.port, { ...through, sslConfig: { handshakeTimeoutMs: 150 } })
      assert.deepEqual(summary(stalled), ['failed', 'timeout'])
      assert.match(stalled.detail.requestError ?? '', new RegExp(`^No answer from localhost:${silent.port} `))
      assert.equal(closed.length, 4)
      await Promise.all(closed)
    })
  }
})
