import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { dayMs } from '@sonde/ground/durations.ts'
import { assertion } from '@sonde/verdict/testing/ssl-run.ts'
import { createCertificateAuthority, type LeafOptions } from '../../testing/certificate-authority.ts'
import { writeOcspAnswer } from '../../testing/ocsp-answer.ts'
import { probeContext } from '../../testing/probe-context.ts'
import { authority, look, lookAtLeaf, summary } from '../../testing/ssl-probing.ts'
import { startTcpServer, startTlsServer } from '../../testing/tls-server.ts'
import { denyTargets } from '../denied-targets.ts'

function lasting(days: number): LeafOptions {
  return { notAfterAt: Date.now() + days * dayMs + 3_600_000 }
}

const seclevel0 = 'DEFAULT:@SECLEVEL=0'

suite('an SSL probe', () => {
  test('S1: a sound certificate passes with everything that it says', async (t) => {
    const issued = authority.issue(lasting(61))
    const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
    const evaluation = await look(port)
    assert.deepEqual(summary(evaluation), ['passed', null])
    const { detail, target } = evaluation
    assert.equal(target, '127.0.0.1')
    assert.deepEqual([detail.baselineVerdict, detail.baselineGrade], ['pass', 'A-'])
    const { response } = detail
    assert.equal(response?.protocol, 'TLS1.3')
    assert.match(response.cipherSuite ?? '', /^TLS_(AES|CHACHA20)_/)
    assert.equal(response.daysUntilExpiry, 61)
    assert.equal(evaluation.verdict.responseTime, response.handshakeTimeMs)
    const { certificate, chain } = response
    assert.equal(certificate?.subject, 'CN=localhost')
    assert.equal(certificate.issuerCN, 'Test Intermediate')
    assert.equal(certificate.serialNumber, BigInt(`0x${issued.x509.serialNumber}`).toString())
    assert.deepEqual(certificate.sans, ['localhost', '127.0.0.1', '::1'])
    assert.deepEqual([certificate.keyAlgorithm, certificate.keySizeBits], ['ECDSA', 256])
    assert.equal(certificate.signatureAlgorithm, 'ECDSA-SHA256')
    assert.deepEqual([certificate.selfSigned, certificate.isCA], [false, false])
    assert.equal(certificate.issuerFingerprintSha256, chain?.[0]?.fingerprintSha256)
    assert.match(certificate.notAfter, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual(
      chain?.map(({ subjectCN, isCA }) => [subjectCN, isCA]),
      [['Test Intermediate', true]],
    )
    assert.equal(chain[0]?.issuerFingerprintSha256?.length, 64)
  })

  test('S1: 21 days pass and 20 are degraded; RSA 2048 gets B', async (t) => {
    assert.deepEqual(summary(await lookAtLeaf(t, lasting(21))), ['passed', null])
    const soon = await lookAtLeaf(t, lasting(20))
    assert.deepEqual([summary(soon)[0], soon.detail.daysUntilExpiry], ['degraded', 20])
    const rsa = await lookAtLeaf(t, { key: 'rsa-2048' })
    assert.deepEqual([summary(rsa)[0], rsa.detail.baselineGrade], ['passed', 'B'])
  })

  test('S2: expired a minute ago is -1 and expired under a trusted chain, 3 hours left are 0', async (t) => {
    const past = await lookAtLeaf(t, { notBeforeAt: Date.now() - dayMs, notAfterAt: Date.now() - 60_000 })
    assert.deepEqual(summary(past), ['failed', 'expired'])
    assert.deepEqual([past.detail.daysUntilExpiry, past.detail.chainTrusted], [-1, true])
    const today = await lookAtLeaf(t, { notAfterAt: Date.now() + 3 * 3_600_000 })
    assert.deepEqual([summary(today)[0], today.detail.daysUntilExpiry], ['degraded', 0])
    const future = await lookAtLeaf(t, { notBeforeAt: Date.now() + dayMs })
    assert.deepEqual(summary(future), ['failed', 'notYetValid'])
  })

  test('S3: self-signed fails by its chain, unless that is skipped; a wrong name fails all the same', async (t) => {
    const self = { signedBy: 'self' } as const
    const skip = { sslConfig: { skipChainValidation: true } }
    const plain = await lookAtLeaf(t, self)
    assert.deepEqual(summary(plain), ['failed', 'chain'])
    const { response } = plain.detail
    assert.equal(response?.chainTrustReason, 'DEPTH_ZERO_SELF_SIGNED_CERT')
    assert.deepEqual([response.incompleteChain, response.certificate?.selfSigned], [false, true])
    const skipped = await lookAtLeaf(t, self, skip)
    assert.deepEqual([summary(skipped)[0], skipped.detail.chainTrusted], ['passed', false])
    const elsewhere = await lookAtLeaf(t, { ...self, names: ['other.example'] }, skip)
    assert.deepEqual(summary(elsewhere), ['failed', 'hostname'])
  })

  test('S4: a missing intermediate is named', async (t) => {
    const issued = authority.issue()
    const { port } = await startTlsServer(t, { key: issued.key, cert: issued.cert })
    const evaluation = await look(port)
    assert.deepEqual(summary(evaluation), ['failed', 'chain'])
    const { response } = evaluation.detail
    assert.deepEqual(
      [response?.incompleteChain, response?.missingIntermediate, response?.chain],
      [true, 'Test Intermediate', []],
    )
    assert.equal(response?.certificate?.issuerFingerprintSha256, null)
  })

  test('an intermediate that has expired fails by its name, however good the leaf is, unless another way is good', async (t) => {
    const old = createCertificateAuthority({ name: 'Old', intermediateNotAfterAt: Date.now() - dayMs })
    const issued = old.issue()
    const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
    const trusting = { context: { authorities: [old.root] } }
    const evaluation = await look(port, trusting)
    assert.deepEqual(summary(evaluation), ['failed', 'expired'])
    const { response, requestError, chainTrusted } = evaluation.detail
    assert.deepEqual([chainTrusted, response?.chainTrustReason], [true, 'CERT_HAS_EXPIRED'])
    assert.match(
      requestError ?? '',
      /^Certificate of CN=Old Intermediate in the chain of localhost expired on /,
    )
    assert.equal(response?.chainTrustDetail, requestError)
    const skipped = await look(port, { ...trusting, sslConfig: { skipChainValidation: true } })
    assert.deepEqual(summary(skipped), ['passed', null])
    // Whoever trusts the new certificate of the same authority needs none of what the server has sent.
    const renewed = createCertificateAuthority({ name: 'Old' })
    const better = { context: { authorities: [old.root, renewed.intermediate] } }
    assert.deepEqual(summary(await look(port, better)), ['passed', null])
  })

  test('an authority that nobody trusts fails, and one that the agent was given passes', async (t) => {
    const own = createCertificateAuthority({ name: 'Private' })
    const issued = own.issue()
    const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
    const stranger = await look(port)
    assert.deepEqual(summary(stranger), ['failed', 'chain'])
    assert.equal(stranger.detail.response?.incompleteChain, false)
    assert.deepEqual(summary(await look(port, { context: { authorities: [own.root] } })), ['passed', null])
  })

  test('S5: a name in the common name alone does not count, a wildcard covers one label', async (t) => {
    const bare = await lookAtLeaf(t, { names: [], commonName: 'localhost' })
    assert.deepEqual(summary(bare), ['failed', 'hostname'])
    const wildcard = { names: ['*.example.com'] }
    const covered = await lookAtLeaf(t, wildcard, { sslConfig: { serverName: 'a.example.com' } })
    assert.deepEqual(summary(covered), ['passed', null])
    const deeper = await lookAtLeaf(t, wildcard, { sslConfig: { serverName: 'a.b.example.com' } })
    assert.deepEqual(summary(deeper), ['failed', 'hostname'])
    assert.match(
      deeper.detail.requestError ?? '',
      /does not cover a\.b\.example\.com \(names: \*\.example\.com\)/,
    )
  })

  test('the server name is what the server is asked for; an address asks for none', async (t) => {
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
    await look(port, { sslConfig: { serverName: 'shop.example.com' } })
    await look(port, { sslConfig: { serverName: '' } })
    assert.deepEqual(summary(await look(port, { sslConfig: { hostname: '127.0.0.1' } })), ['passed', null])
    assert.deepEqual(asked, ['shop.example.com', 'localhost'])
  })

  test('S6: a server that speaks only TLS 1.1 is reached, and fails the baseline', async (t) => {
    const server: TlsOptions = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: seclevel0 }
    const old = await lookAtLeaf(t, {}, { server })
    assert.deepEqual(summary(old), ['failed', 'baseline'])
    assert.deepEqual([old.detail.tlsVersion, old.detail.baselineGrade], ['TLS1.1', 'F'])
    const rule = (severity: string) => ({
      server,
      sslConfig: { securityBaseline: { minTLSVersion: { severity } } },
    })
    const warned = await lookAtLeaf(t, {}, rule('degrade'))
    assert.deepEqual([summary(warned)[0], warned.detail.baselineVerdict], ['degraded', 'warn'])
    assert.equal(summary(await lookAtLeaf(t, {}, rule('ignore')))[0], 'passed')
    const oldest = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: seclevel0 } as const
    assert.equal((await lookAtLeaf(t, {}, { server: oldest })).detail.tlsVersion, 'TLS1.0')
  })

  test('S7: an RSA key of 1024 bits fails the baseline', async (t) => {
    const short = await lookAtLeaf(t, { key: 'rsa-1024' }, { server: { ciphers: seclevel0 } })
    assert.deepEqual(summary(short), ['failed', 'baseline'])
    assert.deepEqual(short.detail.response?.securityBaseline?.minKeySizeBits, {
      violated: true,
      severity: 'fail',
    })
    assert.equal(short.detail.response?.certificate?.keySizeBits, 1024)
  })

  test('S8: TLS 1.2 passes with B, and is degraded when TLS 1.3 is asked for', async (t) => {
    const server: TlsOptions = { maxVersion: 'TLSv1.2' }
    const older = await lookAtLeaf(t, {}, { server })
    assert.deepEqual([summary(older)[0], older.detail.baselineGrade], ['passed', 'B'])
    assert.match(older.detail.cipherSuite ?? '', /^TLS_ECDHE_ECDSA_WITH_/)
    const sslConfig = { securityBaseline: { recommendedTLSVersion: { severity: 'degrade' } } }
    assert.equal(summary(await lookAtLeaf(t, {}, { server, sslConfig }))[0], 'degraded')
  })

  test('S9: a handshake that stalls fails in time, and plain text fails as a handshake', async (t) => {
    const silent = await startTcpServer(t, () => undefined)
    const stalled = await look(silent.port, { sslConfig: { handshakeTimeoutMs: 150 } })
    assert.deepEqual(summary(stalled), ['failed', 'timeout'])
    assert.match(stalled.detail.requestError ?? '', /within 150 ms \(TLS\)$/)
    assert.equal(stalled.verdict.isNetworkError, true)
    const plain = await startTcpServer(t, (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    const text = await look(plain.port)
    assert.deepEqual([...summary(text), text.detail.response?.error?.code], ['failed', 'handshake', 'EPROTO'])
  })

  test('a name, a port and a denied target that cannot be reached have their categories', async (t) => {
    const unknown = await look(443, { sslConfig: { hostname: 'name.invalid' } })
    assert.deepEqual(summary(unknown), ['failed', 'dns'])
    const { port } = await startTcpServer(t, () => undefined)
    const closing = connect(port, '127.0.0.1')
    await once(closing, 'connect')
    const free = closing.localPort ?? 0
    closing.destroy()
    assert.deepEqual(summary(await look(free)), ['failed', 'connect'])
    const resolveName = denyTargets(probeContext().resolveName, { ranges: ['127.0.0.0/8'], metadata: false })
    const denied = await look(port, { context: { resolveName } })
    assert.deepEqual([...summary(denied), denied.verdict.isNetworkError], ['failed', 'connect', false])
  })

  test('S10: assertions look at the connection and the certificate', async (t) => {
    const assertions = [
      assertion('CONNECTION', 'tlsVersion', 'GREATER_THAN', 'TLSv1.2'),
      assertion('CERTIFICATE', 'sans', 'CONTAINS', 'example.com'),
    ]
    const evaluation = await lookAtLeaf(t, { names: ['*.example.com', 'localhost'] }, { assertions })
    assert.deepEqual(
      evaluation.detail.assertions.map(({ error }) => error === null),
      [true, false],
    )
    assert.deepEqual(summary(evaluation), ['failed', null])
  })

  test('S11: a machine whose clock is years off goes by the time of the service', async (t) => {
    const servedAt = Date.now() - 730 * dayMs
    const leaf = { notBeforeAt: servedAt - dayMs, notAfterAt: servedAt + 61 * dayMs + 3_600_000 }
    const passed = await lookAtLeaf(t, leaf, { context: { now: () => servedAt } })
    assert.deepEqual([...summary(passed), passed.detail.daysUntilExpiry], ['passed', null, 61])
    const late = await lookAtLeaf(t, {}, { context: { now: () => Date.now() + 730 * dayMs } })
    assert.deepEqual(summary(late), ['failed', 'expired'])
  })

  test('a stapled answer is read: good passes, revoked fails, must-staple without one is a violation', async (t) => {
    const issued = authority.issue({ demandsStaple: true })
    const start = async (staple: Buffer | null) => {
      const server: TlsOptions = { key: issued.key, cert: issued.fullChain }
      return startTlsServer(t, server, (_cert, _issuer, done) => done(null, staple ?? Buffer.alloc(0)))
    }
    const answer = (status: 'good' | 'revoked') =>
      writeOcspAnswer(issued.x509, authority.intermediateKey, { status })
    const sslConfig = { securityBaseline: { ocspMustStapleRespected: { severity: 'fail' } } }
    const good = await look((await start(answer('good'))).port, { sslConfig })
    assert.deepEqual([...summary(good), good.detail.response?.ocspStatus], ['passed', null, 'good'])
    assert.equal(good.detail.response?.certificate?.mustStaple, true)
    const revoked = await look((await start(answer('revoked'))).port)
    assert.deepEqual(summary(revoked), ['failed', 'chain'])
    assert.match(revoked.detail.requestError ?? '', /is revoked/)
    const garbage = await look((await start(Buffer.from('no DER at all'))).port)
    assert.deepEqual([...summary(garbage), garbage.detail.response?.ocspStatus], ['passed', null, 'unknown'])
    const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
    assert.deepEqual(summary(await look(port, { sslConfig })), ['failed', 'baseline'])
    assert.deepEqual(summary(await look(port)), ['passed', null])
  })

  test('timestamps, signatures, keys and banned authorities are seen', async (t) => {
    const stamped = await lookAtLeaf(t, { hasTimestamps: true })
    assert.equal(stamped.detail.response?.sctPresent, true)
    assert.equal((await lookAtLeaf(t, {})).detail.response?.sctPresent, false)
    const ed = await lookAtLeaf(t, { key: 'ed25519' })
    assert.deepEqual(
      [ed.detail.response?.certificate?.keyAlgorithm, ed.detail.response?.certificate?.keySizeBits],
      ['Ed25519', 256],
    )
    const rsa = createCertificateAuthority({ name: 'RSA', key: 'rsa-2048' })
    const signed = async (leaf: LeafOptions) => {
      const issued = rsa.issue(leaf)
      const server = { key: issued.key, cert: issued.fullChain, ciphers: seclevel0 }
      const { port } = await startTlsServer(t, server)
      return look(port, { context: { authorities: [rsa.root] } })
    }
    const old = await signed({ hash: 'sha1' })
    assert.equal(old.detail.response?.certificate?.signatureAlgorithm, 'SHA1-RSA')
    assert.deepEqual(summary(old), ['failed', 'baseline'])
    const pss = await signed({ hash: 'sha384', hasPssSignature: true })
    assert.equal(pss.detail.response?.certificate?.signatureAlgorithm, 'SHA384-RSAPSS')
    const banned = createCertificateAuthority({ name: 'DigiNotar' })
    const issued = banned.issue()
    const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain })
    const trusted = await look(port, { context: { authorities: [banned.root] } })
    assert.deepEqual(summary(trusted), ['failed', 'baseline'])
    assert.equal(trusted.detail.response?.distrustedCA, 'DigiNotar Intermediate')
  })

  test('a date that no calendar has fails by its chain, and as expired where that is skipped', async (t) => {
    const leaf = { notAfterText: '20301301000000Z' }
    const evaluation = await lookAtLeaf(t, leaf)
    assert.deepEqual(summary(evaluation), ['failed', 'chain'])
    assert.equal(evaluation.detail.response?.error?.code, 'ERROR_IN_CERT_NOT_AFTER_FIELD')
    const skipped = await lookAtLeaf(t, leaf, { sslConfig: { skipChainValidation: true } })
    assert.deepEqual(summary(skipped), ['failed', 'expired'])
  })

  test('a certificate full of names is cut, not refused', async (t) => {
    const names = ['localhost', ...Array.from({ length: 1500 }, (_, index) => `n${index}.example.com`)]
    const evaluation = await lookAtLeaf(t, { names })
    assert.deepEqual(summary(evaluation), ['passed', null])
    assert.equal(evaluation.detail.response?.certificate?.sans.length, 1000)
  })

  test('an abort is no verdict', async (t) => {
    const abort = new AbortController()
    const { port } = await startTcpServer(t, (socket) =>
      socket.once('data', () => abort.abort(new Error('the agent stops'))),
    )
    const evaluation = await look(port, { context: { signal: abort.signal } })
    assert.deepEqual([...summary(evaluation), evaluation.notRunCause], ['withheld', null, 'aborted'])
  })
})
