import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { dayMs } from '@sonde/ground/durations.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { createCertificateAuthority, type LeafOptions } from '../../testing/certificate-authority.ts'
import { startTcpServer, startTlsServer } from '../../testing/tls-server.ts'
import { createNameResolver } from '../resolve-name.ts'
import type { Connection } from './connection.ts'
import { openConnection } from './open-connection.ts'
import { UnusableClientCertificate } from './secure-contexts.ts'
import { startTls, type TlsRequest, type TlsStart } from './start-tls.ts'

const authority = createCertificateAuthority()
const authorities = [authority.root]

type Attempt = Partial<Omit<TlsRequest, 'connection'>> & {
  nowAt?: number
  now?: () => number
  onOpen?: (connection: Connection) => void
  trusted?: readonly string[]
  signal?: AbortSignal
}

async function attempt(t: TestContext, port: number, options: Attempt = {}): Promise<TlsStart> {
  const { nowAt, trusted = authorities, signal = new AbortController().signal, ...others } = options
  const { now = () => nowAt ?? Date.now(), onOpen, ...request } = others
  const resolveName = createNameResolver({ servers: ['127.0.0.1:9'] })
  const opening = await openConnection(
    { host: 'localhost', port, family: 'IPv4', connectMs: 10_000 },
    { resolveName, resolveProxy: resolveName, proxy: null, authorities: trusted },
    new AbortController().signal,
  )
  assert.equal(opening.kind, 'open')
  const { connection } = opening
  onOpen?.(connection)
  const start = await startTls(
    {
      connection,
      host: 'localhost',
      isVerified: true,
      clientCertificate: null,
      handshakeMs: 20_000,
      ...request,
    },
    { authorities: trusted, now },
    signal,
  )
  if (start.kind === 'secure') t.after(() => start.socket.destroy())
  return start
}

async function problemWith(t: TestContext, leaf: LeafOptions, options: Attempt & { cert?: string } = {}) {
  const { cert, ...rest } = options
  const issued = authority.issue(leaf)
  const { port } = await startTlsServer(t, { key: issued.key, cert: cert ?? issued.fullChain })
  const start = await attempt(t, port, rest)
  assert.equal(start.kind, 'secure')
  return start.problem
}

function clientCertificate(fields: Partial<RunCertificate> = {}): RunCertificate {
  const { cert, key } = authority.issueClient('client-of-the-test')
  const id = '0b9a7d1c-2f53-4b1e-9f0c-0d3f6f0b8a11'
  return { id, host: 'localhost', cert, key, ca: null, passphrase: null, ...fields }
}

test('a certificate of a trusted authority for the host has no problem', async (t) => {
  assert.equal(await problemWith(t, {}), null)
})

test('an IP address is covered by an IP name, and sends no SNI', async (t) => {
  const issued = authority.issue()
  const asked: string[] = []
  const { port } = await startTlsServer(t, {
    key: issued.key,
    cert: issued.fullChain,
    SNICallback(name, done) {
      asked.push(name)
      done(null)
    },
  })
  const byAddress = await attempt(t, port, { host: '127.0.0.1' })
  assert.equal(byAddress.kind === 'secure' && byAddress.problem, null)
  await attempt(t, port, { host: 'LOCALHOST.' })
  assert.deepEqual(asked, ['localhost'])
})

test('bad certificates are named by code and by words', async (t) => {
  const endedAt = Date.now() - 5 * dayMs
  const beginsAt = Date.now() + 5 * dayMs
  const lone = authority.issue()
  const stranger = createCertificateAuthority({ name: 'Stranger' })
  const strange = stranger.issue()
  const cases: [
    name: string,
    problem: Awaited<ReturnType<typeof problemWith>>,
    code: string,
    message: RegExp,
  ][] = [
    [
      'expired',
      await problemWith(t, { notBeforeAt: endedAt - dayMs, notAfterAt: endedAt }),
      'CERT_HAS_EXPIRED',
      /^Certificate of localhost expired on [A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d UTC$/,
    ],
    [
      'not yet valid',
      await problemWith(t, { notBeforeAt: beginsAt }),
      'CERT_NOT_YET_VALID',
      /^Certificate of localhost is not valid before [A-Z][a-z]{2} \d+, \d{4}, /,
    ],
    [
      'self-signed',
      await problemWith(t, { signedBy: 'self' }),
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      /^Certificate of localhost is self-signed$/,
    ],
    [
      'missing intermediate',
      await problemWith(t, {}, { cert: lone.cert }),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      /^Certificate chain of localhost is incomplete or not trusted$/,
    ],
    [
      'unknown authority',
      await problemWith(t, {}, { trusted: [stranger.root] }),
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      /not trusted$/,
    ],
    [
      'unknown root that was sent',
      await problemWith(t, {}, { cert: `${strange.fullChain}${stranger.root}` }),
      'SELF_SIGNED_CERT_IN_CHAIN',
      /not trusted$/,
    ],
    [
      'another host',
      await problemWith(t, { names: ['other.example', '*.example.com'] }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      /^Certificate does not cover localhost \(names: other\.example, \*\.example\.com\)$/,
    ],
    [
      'a common name without names',
      await problemWith(t, { names: [] }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      /\(names: none\)$/,
    ],
  ]
  for (const [name, problem, code, message] of cases) {
    assert.equal(problem?.code, code, name)
    assert.match(problem.message, message, name)
  }
})

test('a date error never hides an untrusted chain', async (t) => {
  const endedAt = Date.now() - dayMs
  const past = { notBeforeAt: endedAt - dayMs, notAfterAt: endedAt }
  const selfSigned = await problemWith(t, { ...past, signedBy: 'self' })
  assert.equal(selfSigned?.code, 'DEPTH_ZERO_SELF_SIGNED_CERT')
  assert.match(selfSigned.message, /self-signed; the certificate also expired on [A-Z][a-z]{2} \d+, \d{4}, /)
  const stranger = createCertificateAuthority({ name: 'Stranger' })
  const untrusted = await problemWith(t, past, { trusted: [stranger.root] })
  assert.equal(untrusted?.code, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
  const lone = await problemWith(t, past, { cert: authority.issue(past).cert })
  assert.equal(lone?.code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
})

test('an expired intermediate is told as such', async (t) => {
  const old = createCertificateAuthority({ name: 'Old', intermediateNotAfterAt: Date.now() - dayMs })
  const issued = old.issue()
  const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
  const start = await attempt(t, port, { trusted: [old.root] })
  assert.equal(start.kind === 'secure' && start.problem?.code, 'CERT_HAS_EXPIRED')
  assert.match(
    (start.kind === 'secure' && start.problem?.message) || '',
    /^Certificate of CN=Old Intermediate in the chain of localhost expired on /,
  )
})

test('the time of the service decides, not the clock of this machine', async (t) => {
  const endedAt = Date.now() - 5 * dayMs
  const past = { notBeforeAt: endedAt - 10 * dayMs, notAfterAt: endedAt }
  assert.equal(await problemWith(t, past, { nowAt: endedAt - dayMs }), null)
  const valid = await problemWith(t, {}, { nowAt: Date.now() + 365 * dayMs })
  assert.equal(valid?.code, 'CERT_HAS_EXPIRED')
  const wrongName = await problemWith(t, { ...past, names: ['other.example'] }, { nowAt: endedAt - dayMs })
  assert.equal(wrongName?.code, 'ERR_TLS_CERT_ALTNAME_INVALID')
})

test('without verification any certificate will do', async (t) => {
  assert.equal(await problemWith(t, { signedBy: 'self', names: [] }, { isVerified: false }), null)
})

test('plain text, an alert, a reset and silence fail the handshake, each by its name', async (t) => {
  const plain = await startTcpServer(t, (socket) => socket.end('220 mail.example ESMTP\r\n'))
  const alerting = await startTcpServer(t, (socket) =>
    socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]))),
  )
  const resetting = await startTcpServer(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  const closing = await startTcpServer(t, (socket) => socket.end())
  const silent = await startTcpServer(t, () => undefined)
  const expected: [{ port: number }, string, RegExp][] = [
    [
      plain,
      'EPROTO',
      /^TLS handshake with 127\.0\.0\.1:\d+ failed: wrong version number \(the port does not speak TLS\)$/,
    ],
    [alerting, 'EPROTO', /^TLS handshake with 127\.0\.0\.1:\d+ failed: .*alert handshake failure$/],
    [resetting, 'ECONNRESET', /^Connection to 127\.0\.0\.1:\d+ was reset$/],
    [closing, 'ECONNRESET', /was reset$/],
    [silent, 'ETIMEDOUT', /^No answer from 127\.0\.0\.1:\d+ within 100 ms \(TLS\)$/],
  ]
  for (const [{ port }, code, message] of expected) {
    const start = await attempt(t, port, code === 'ETIMEDOUT' ? { handshakeMs: 100 } : {})
    assert.equal(start.kind, 'failed')
    assert.equal(start.error.code, code)
    assert.match(start.error.message, message)
    assert.equal(start.error.phase, 'tls')
  }
})

test('junk that comes with the end of the handshake breaks the connection and nothing else', async (t) => {
  const issued = authority.issue()
  const server = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
  const { port } = await startTcpServer(t, (client) => {
    const upstream = connect(server.port, '127.0.0.1')
    upstream.on('error', () => client.destroy())
    client.pipe(upstream)
    upstream.on('data', (chunk: Buffer) =>
      client.write(Buffer.concat([chunk, Buffer.from('no record of TLS')])),
    )
    client.on('close', () => upstream.destroy())
  })
  for (let round = 0; round < 5; round += 1) {
    const start = await attempt(t, port)
    if (start.kind === 'failed') assert.equal(start.error.code, 'EPROTO')
    else await new Promise((resolve) => start.socket.on('close', resolve).resume())
  }
})

test('an abort ends the handshake and the connection', async (t) => {
  const abort = new AbortController()
  let hungUp: Promise<unknown> = Promise.resolve()
  const { port } = await startTcpServer(t, (socket) => {
    hungUp = once(socket.resume(), 'close')
    socket.once('data', () => abort.abort(new Error('enough')))
  })
  await assert.rejects(attempt(t, port, { signal: abort.signal }), /enough/)
  await hungUp
})

const mutual = (): TlsOptions => {
  const issued = authority.issue()
  return {
    key: issued.key,
    cert: issued.fullChain,
    ca: [authority.root, authority.intermediate],
    requestCert: true,
    rejectUnauthorized: true,
    maxVersion: 'TLSv1.2',
  }
}

test('a client certificate is shown, and again when it was replaced under its id', async (t) => {
  const { port } = await startTlsServer(t, mutual())
  const without = await attempt(t, port)
  assert.equal(without.kind === 'failed' && without.error.code, 'EPROTO')
  const own = await attempt(t, port, { clientCertificate: clientCertificate() })
  assert.equal(own.kind, 'secure')
  const stranger = createCertificateAuthority({ name: 'Stranger' }).issueClient('stranger')
  const replaced = clientCertificate({ cert: stranger.cert, key: stranger.key })
  const other = await attempt(t, port, { clientCertificate: replaced })
  assert.equal(other.kind, 'failed')
})

test('the authority of a client certificate is trusted for its runs, dates checked or not', async (t) => {
  const stranger = createCertificateAuthority({ name: 'Stranger' })
  const endedAt = Date.now() - 5 * dayMs
  const issued = stranger.issue({ notBeforeAt: endedAt - dayMs, notAfterAt: endedAt })
  const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
  const own = clientCertificate({ ca: stranger.root })
  const expired = await attempt(t, port, { clientCertificate: own })
  assert.equal(expired.kind === 'secure' && expired.problem?.code, 'CERT_HAS_EXPIRED')
  const inTime = await attempt(t, port, { clientCertificate: own, nowAt: endedAt - 1000 })
  assert.equal(inTime.kind === 'secure' && inTime.problem, null)
})

test('a client certificate that cannot be used is named, and is nobody else’s fault', async (t) => {
  const { port } = await startTlsServer(t, mutual())
  const mismatched = clientCertificate({ key: authority.issue({ key: 'ec-384' }).key })
  await assert.rejects(attempt(t, port, { clientCertificate: mismatched }), (error) => {
    assert.ok(error instanceof UnusableClientCertificate)
    assert.match(error.message, /^The client certificate for localhost cannot be used: /)
    return true
  })
})

test('a server that speaks only TLS 1.1 is reached when old versions are offered', async (t) => {
  const issued = authority.issue()
  const { port } = await startTlsServer(t, {
    key: issued.key,
    cert: issued.fullChain,
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
  })
  const modern = await attempt(t, port)
  assert.equal(modern.kind === 'failed' && modern.error.code, 'EPROTO')
  const old = await attempt(t, port, { offersOldVersions: true })
  assert.equal(old.kind === 'secure' && old.socket.getProtocol(), 'TLSv1.1')
})

test('no session is ever resumed', async (t) => {
  const issued = authority.issue()
  const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
  for (let round = 0; round < 3; round += 1) {
    const start = await attempt(t, port)
    assert.equal(start.kind === 'secure' && start.socket.isSessionReused(), false)
  }
})

test('the certificate can be read from the socket as from any other, and is handed over read', async (t) => {
  const issued = authority.issue({ commonName: 'shown.example' })
  const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
  const start = await attempt(t, port)
  assert.equal(start.kind, 'secure')
  assert.equal(start.socket.getPeerCertificate().fingerprint256, issued.x509.fingerprint256)
  assert.equal(start.certificate?.fingerprint256, issued.x509.fingerprint256)
})

test('a certificate with a date that no calendar has is not trusted', async (t) => {
  const issued = authority.issue({ notAfterText: '20301301000000Z' })
  const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
  const start = await attempt(t, port)
  assert.equal(start.kind === 'secure' && start.problem?.code, 'ERROR_IN_CERT_NOT_AFTER_FIELD')
})

test('the connection is gone when checking the certificate breaks', { timeout: 60_000 }, async (t) => {
  const issued = authority.issue()
  const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
  const closed = Promise.withResolvers<void>()
  const broken = (): never => {
    throw new RangeError('no time')
  }
  const watch = ({ socket }: Connection): void => void socket.on('close', () => closed.resolve())
  await assert.rejects(attempt(t, port, { now: broken, onOpen: watch }), RangeError)
  await closed.promise
})
