import assert from 'node:assert/strict'
import type { X509Certificate } from 'node:crypto'
import type { ServerOptions } from 'node:https'
import { TLSSocket } from 'node:tls'
import { suite, test, type TestContext } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { createCertificateAuthority, type LeafOptions } from '../../testing/certificate-authority.ts'
import { closedPort, codeOf, levelOf, look, serve, serveSecurely } from '../../testing/url-probing.ts'

const authority = createCertificateAuthority()
const context = { authorities: [authority.root] }
const skipping = { config: { request: { skipSSL: true } }, context }

/** The port of a server that answers everything with 200. */
function secureServer(t: TestContext, leaf: LeafOptions = {}, options: ServerOptions = {}): Promise<number> {
  const { key, fullChain } = authority.issue(leaf)
  return serveSecurely(t, { key, cert: fullChain, ...options }, (_request, response) => response.end('ok'))
}

function clientCertificate(host: string, commonName: string): RunCertificate {
  const { cert, key } = authority.issueClient(commonName)
  const id = '0b9a7d1c-2f53-4b1e-9f0c-0d3f6f0b8a11'
  return { id, host, cert, key, ca: null, passphrase: null }
}

suite('a URL probe over TLS', () => {
  test('a good certificate passes, and the phases hold the handshake', async (t) => {
    const port = await secureServer(t)
    const evaluation = await look(`https://localhost:${port}/`, { context })
    const { response } = evaluation.detail
    assert.deepEqual([levelOf(evaluation), response.status], ['passed', 200])
    assert.equal(response.tls?.protocol, 'TLSv1.3')
    assert.match(response.tls?.cipher ?? '', /^TLS_/)
    assert.deepEqual([response.tls?.subject, response.tls?.issuer], ['CN=localhost', 'CN=Test Intermediate'])
    const { timings, timingPhases: phases } = response
    const sum = [phases?.wait, phases?.dns, phases?.tcp, phases?.tls, phases?.firstByte, phases?.download]
      .map(Number)
      .reduce((total, part) => total + part, 0)
    assert.ok(Math.abs(sum - Number(phases?.total)) < 0.001)
    assert.ok(Number(phases?.tls) > 0 && Number(timings?.secureConnect) > Number(timings?.connect))
  })

  test('U12: an expired certificate fails, and passes with skipSSL', async (t) => {
    const now = Date.now()
    const port = await secureServer(t, { notBeforeAt: now - 9 * dayMs, notAfterAt: now - dayMs })
    const evaluation = await look(`https://localhost:${port}/`, { context })
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'CERT_HAS_EXPIRED'])
    assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [0, true])
    assert.ok(evaluation.detail.response.tls?.validTo)
    assert.equal(levelOf(await look(`https://localhost:${port}/`, skipping)), 'passed')
  })

  const bad: [string, LeafOptions, ServerOptions, string][] = [
    ['a self-signed certificate', { signedBy: 'self' }, {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['a certificate of another host', { names: ['other.example'] }, {}, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ]
  for (const [what, leaf, options, code] of bad) {
    test(`U13: ${what} fails with ${code}, and passes with skipSSL`, async (t) => {
      const port = await secureServer(t, leaf, options)
      const evaluation = await look(`https://localhost:${port}/`, { context })
      assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', code])
      assert.equal(levelOf(await look(`https://localhost:${port}/`, skipping)), 'passed')
    })
  }

  test('U13: a chain without its intermediate fails with UNABLE_TO_VERIFY_LEAF_SIGNATURE', async (t) => {
    const { key, cert } = authority.issue()
    const port = await serveSecurely(t, { key, cert }, (_request, response) => response.end())
    const evaluation = await look(`https://localhost:${port}/`, { context })
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
  })

  test('U14: skipSSL holds on every hop, and without it the second hop fails', async (t) => {
    const second = await secureServer(t, { signedBy: 'self' })
    const { key, fullChain: cert } = authority.issue()
    const port = await serveSecurely(t, { key, cert }, (_request, response) =>
      response.writeHead(302, { location: `https://localhost:${second}/` }).end(),
    )
    const evaluation = await look(`https://localhost:${port}/`, skipping)
    assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', 200])
    const strict = await look(`https://localhost:${port}/`, { context })
    assert.deepEqual([levelOf(strict), codeOf(strict)], ['failed', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
  })

  suite('the certificate of the written address is shown', () => {
    const fingerprintOf = ({ x509 }: { x509: X509Certificate }) =>
      x509.fingerprint256.replaceAll(':', '').toLowerCase()

    test('wherever a redirect leads', async (t) => {
      const http = await serve(t, (_request, response) => response.end('ok'))
      const second = await secureServer(t, { commonName: 'second' })
      for (const location of [http, `https://localhost:${second}/`]) {
        const issued = authority.issue()
        const port = await serveSecurely(
          t,
          { key: issued.key, cert: issued.fullChain },
          (_request, response) => response.writeHead(302, { location }).end(),
        )
        const { response } = (await look(`https://localhost:${port}/`, { context })).detail
        assert.deepEqual([response.status, response.redirects.length], [200, 1])
        assert.deepEqual(response.certificate, {
          host: `localhost:${port}`,
          fingerprint: fingerprintOf(issued),
          validTo: issued.x509.validToDate.toISOString(),
        })
        assert.notEqual(response.tls?.fingerprint, response.certificate.fingerprint)
      }
    })

    test('also when it is refused, and with skipSSL', async (t) => {
      const now = Date.now()
      for (const leaf of [
        { notBeforeAt: now - 9 * dayMs, notAfterAt: now - dayMs },
        { names: ['other.example'] },
        { signedBy: 'self' as const },
      ]) {
        const issued = authority.issue(leaf)
        const port = await serveSecurely(
          t,
          { key: issued.key, cert: issued.fullChain },
          (_request, response) => response.end(),
        )
        for (const options of [{ context }, skipping]) {
          const evaluation = await look(`https://localhost:${port}/`, options)
          assert.equal(levelOf(evaluation), options === skipping ? 'passed' : 'failed')
          const { certificate, tls } = evaluation.detail.response
          assert.equal(certificate?.fingerprint, fingerprintOf(issued))
          assert.equal(tls?.fingerprint, certificate.fingerprint)
          assert.equal(certificate.validTo, issued.x509.validToDate.toISOString())
        }
      }
    })

    test('and none where http was written or no handshake came about', async (t) => {
      const second = await secureServer(t)
      const http = await serve(t, (_request, response) =>
        response.writeHead(302, { location: `https://localhost:${second}/` }).end(),
      )
      const led = await look(http, { context })
      assert.ok(led.detail.response.tls)
      const refused = await look(`https://localhost:${await closedPort()}/`, { context })
      for (const { detail } of [led, refused]) assert.equal(detail.response.certificate, undefined)
    })
  })

  test('a date that no calendar has is null, and fails unless skipSSL', async (t) => {
    const port = await secureServer(t, { notAfterText: '20301301000000Z' })
    const skipped = await look(`https://localhost:${port}/`, skipping)
    const { tls, certificate } = skipped.detail.response
    assert.deepEqual([levelOf(skipped), skipped.notRunCause], ['passed', null])
    assert.deepEqual([typeof tls?.validFrom, tls?.validTo, certificate], ['string', null, undefined])
    const evaluation = await look(`https://localhost:${port}/`, { context })
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'ERROR_IN_CERT_NOT_AFTER_FIELD'])
    assert.equal(evaluation.detail.response.tls?.validTo, null)
  })

  test('U15: https on a port that speaks plain HTTP fails with EPROTO', async (t) => {
    const url = await serve(t, (_request, response) => response.end())
    const evaluation = await look(url.replace('http:', 'https:'), { context })
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'EPROTO'])
    assert.match(evaluation.detail.requestError ?? '', /^TLS handshake with 127\.0\.0\.1:\d+ failed: /)
  })

  test('http on a port that speaks TLS fails', async (t) => {
    const port = await secureServer(t)
    const evaluation = await look(`http://localhost:${port}/`)
    assert.equal(levelOf(evaluation), 'failed')
    assert.match(codeOf(evaluation) ?? '', /^HPE_|^ECONNRESET$/)
  })

  test('dates are compared with the time of the service', async (t) => {
    const port = await secureServer(t)
    const later = Date.now() + 400 * dayMs
    const evaluation = await look(`https://localhost:${port}/`, { context: { ...context, now: () => later } })
    assert.equal(codeOf(evaluation), 'CERT_HAS_EXPIRED')
  })

  /** Answers with the name in the certificate that the client showed. */
  function askingServer(t: TestContext, location: string | null = null): Promise<number> {
    const { key, fullChain: cert } = authority.issue()
    const options = { key, cert, requestCert: true, ca: [authority.root, authority.intermediate] }
    return serveSecurely(t, { ...options, rejectUnauthorized: false }, (request, response) => {
      const { socket } = request
      const shown = (socket instanceof TLSSocket && socket.getPeerCertificate().subject?.CN) || 'none'
      response.writeHead(location === null ? 200 : 302, {
        'x-client': String(shown),
        ...(location && { location }),
      })
      response.end()
    })
  }

  test('the client certificate of the host is shown, and to no other host', async (t) => {
    const clientCertificates = [
      clientCertificate('localhost', 'ours'),
      clientCertificate('b.localhost', 'theirs'),
    ]
    const port = await askingServer(t)
    const evaluation = await look(`https://localhost:${port}/`, {
      context: { ...context, clientCertificates },
    })
    assert.equal(evaluation.detail.response.headers['x-client'], 'ours')
    const other = await look(`https://127.0.0.1:${port}/`, { context: { ...context, clientCertificates } })
    assert.equal(other.detail.response.headers['x-client'], 'none')
  })

  test('the client certificate is chosen anew for each hop', async (t) => {
    const clientCertificates = [clientCertificate('localhost', 'ours')]
    const second = await askingServer(t)
    const port = await askingServer(t, `https://127.0.0.1:${second}/`)
    const evaluation = await look(`https://localhost:${port}/`, {
      context: { ...context, clientCertificates },
    })
    assert.equal(evaluation.detail.response.headers['x-client'], 'none')
  })

  test('a client certificate that cannot be used is no trouble of the target', async (t) => {
    const port = await secureServer(t)
    const broken = { ...clientCertificate('localhost', 'ours'), key: 'no key' }
    const evaluation = await look(`https://localhost:${port}/`, {
      context: { ...context, clientCertificates: [broken] },
    })
    assert.deepEqual([levelOf(evaluation), evaluation.notRunCause], ['withheld', 'unreadable-job'])
    assert.match(evaluation.verdict.reason ?? '', /client certificate for localhost/)
  })

  test('a server that refuses clients without a certificate fails with EPROTO', async (t) => {
    const port = await secureServer(
      t,
      {},
      { requestCert: true, rejectUnauthorized: true, ca: authority.root },
    )
    const evaluation = await look(`https://localhost:${port}/`, { context })
    assert.equal(levelOf(evaluation), 'failed')
    assert.match(codeOf(evaluation) ?? '', /^EPROTO$|^ECONNRESET$/)
    if (codeOf(evaluation) === 'EPROTO')
      assert.match(
        evaluation.verdict.reason ?? '',
        /certificate required \(the server requires a client certificate\)$/,
      )
  })
})
