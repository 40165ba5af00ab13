import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import grpc from '@grpc/grpc-js'
import { dayMs } from '@sonde/ground/durations.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { createCertificateAuthority, type LeafOptions } from '../../testing/certificate-authority.ts'
import { startConnectProxy } from '../../testing/connect-proxy.ts'
import { behavior, callAndEvaluate } from '../../testing/grpc-probing.ts'
import { startGrpcServer } from '../../testing/grpc-server.ts'
import { startTlsServer } from '../../testing/tls-server.ts'
import { levelOf, serveRaw } from '../../testing/url-probing.ts'

const authority = createCertificateAuthority()
const context = { authorities: [authority.root] }
const secure = { request: { url: 'localhost', grpcConfig: { tls: true } } }

function secureServer(t: TestContext, leaf: LeafOptions = {}, wantsCertificate = false) {
  const { key, fullChain } = authority.issue(leaf)
  const credentials = grpc.ServerCredentials.createSsl(
    wantsCertificate ? Buffer.from(authority.root + authority.intermediate) : null,
    [{ private_key: Buffer.from(key), cert_chain: Buffer.from(fullChain) }],
    wantsCertificate,
  )
  return startGrpcServer(t, { credentials })
}

test('a call over TLS passes', async (t) => {
  const { port } = await secureServer(t)
  assert.equal(levelOf(await callAndEvaluate(port, secure, { context })), 'passed')
  const { grpcConfig } = behavior('monitored.v1.Greeter/Greet', { name: 'Ann' })
  const request = { url: 'localhost', grpcConfig: { ...grpcConfig, tls: true } }
  const evaluation = await callAndEvaluate(port, { request }, { context })
  assert.equal(evaluation.detail.response?.responseMessage, '{"greeting":"Hello Ann","timesGreeted":3}')
})

const bad: [string, LeafOptions, string][] = [
  [
    'an expired certificate',
    { notBeforeAt: Date.now() - 9 * dayMs, notAfterAt: Date.now() - dayMs },
    'CERT_HAS_EXPIRED',
  ],
  ['a self-signed certificate', { signedBy: 'self' }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['a certificate of another host', { names: ['other.example'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
]
for (const [what, leaf, code] of bad) {
  test(`${what} is code 14 with ${code}, and passes with skipSSL`, async (t) => {
    const { port, seen } = await secureServer(t, leaf)
    const evaluation = await callAndEvaluate(port, secure, { context })
    assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 14])
    assert.deepEqual(
      [evaluation.detail.response?.error?.code, evaluation.verdict.isNetworkError],
      [code, true],
    )
    assert.equal(seen.length, 0)
    const skipping = { request: { ...secure.request, skipSSL: true } }
    assert.equal(levelOf(await callAndEvaluate(port, skipping, { context })), 'passed')
  })
}

test('G7: TLS on a server that speaks plain text is code 14', async (t) => {
  const { port } = await startGrpcServer(t)
  const evaluation = await callAndEvaluate(port, secure, { context })
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 14])
  assert.match(evaluation.detail.response?.error?.code ?? '', /^(EPROTO|ECONNRESET)$/)
})

test('plain text on a server that speaks TLS fails as a network error', async (t) => {
  const { port } = await secureServer(t)
  const evaluation = await callAndEvaluate(port)
  assert.deepEqual([levelOf(evaluation), evaluation.verdict.isNetworkError], ['failed', true])
})

test('a TLS server that never speaks HTTP/2 uses up the time of the check', async (t) => {
  const { key, fullChain: cert } = authority.issue()
  const { port } = await startTlsServer(t, { key, cert })
  const evaluation = await callAndEvaluate(port, secure, { context, timeoutMs: 1_000 })
  assert.deepEqual([levelOf(evaluation), evaluation.detail.grpcStatusCode], ['failed', 4])
})

test('the client certificate of the account is shown to a server that asks for one', async (t) => {
  const { port } = await secureServer(t, {}, true)
  const without = await callAndEvaluate(port, secure, { context })
  assert.deepEqual([levelOf(without), without.detail.grpcStatusCode], ['failed', 14])
  const { fullChain, key } = authority.issueClient('monitor')
  const certificate: RunCertificate = {
    id: '0b9a7d1c-2f53-4b1e-9f0c-0d3f6f0b8a11',
    host: 'localhost',
    cert: fullChain,
    key,
    ca: null,
    passphrase: null,
  }
  const shown = await callAndEvaluate(port, secure, {
    context: { ...context, clientCertificates: [certificate] },
  })
  assert.equal(levelOf(shown), 'passed')
  const broken = await callAndEvaluate(port, secure, {
    context: { ...context, clientCertificates: [{ ...certificate, key: 'no key' }] },
  })
  assert.deepEqual([levelOf(broken), broken.notRunCause], ['withheld', 'unreadable-job'])
})

test('a certificate with a date that no calendar has fails, and passes with skipSSL', async (t) => {
  const { port } = await secureServer(t, { notAfterText: '20301301000000Z' })
  const evaluation = await callAndEvaluate(port, secure, { context })
  assert.deepEqual(
    [levelOf(evaluation), evaluation.detail.response?.error?.code],
    ['failed', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
  )
  const skipping = { request: { ...secure.request, skipSSL: true } }
  assert.equal(levelOf(await callAndEvaluate(port, skipping, { context })), 'passed')
})

test('a silent proxy is named as what did not answer, and is no failure that a check waits for', async (t) => {
  const proxy = new URL(await serveRaw(t, () => undefined))
  const evaluation = await callAndEvaluate(
    50051,
    { shouldFail: true, request: { url: 'inside.example' } },
    { context: { proxy }, timeoutMs: 500 },
  )
  assert.deepEqual([levelOf(evaluation), evaluation.detail.response?.error?.phase], ['failed', 'proxy'])
})

test('behind a proxy every call goes by CONNECT, and only the proxy looks up the name', async (t) => {
  const { port: plain } = await startGrpcServer(t)
  const { port } = await secureServer(t, { names: ['inside.example'] })
  const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
  const inside = { url: 'inside.example' }
  const first = await callAndEvaluate(plain, { request: inside }, { context: { proxy } })
  const second = await callAndEvaluate(
    port,
    { request: { ...inside, grpcConfig: { tls: true } } },
    { context: { ...context, proxy } },
  )
  for (const evaluation of [first, second]) {
    assert.equal(levelOf(evaluation), 'passed', evaluation.verdict.reason ?? '')
    assert.equal(evaluation.detail.response?.resolvedIp, undefined)
  }
  assert.deepEqual(seen, [`CONNECT inside.example:${plain}`, `CONNECT inside.example:${port}`])
  proxy.password = 'wrong-one'
  const refused = await callAndEvaluate(plain, { request: inside }, { context: { proxy } })
  assert.deepEqual([refused.detail.grpcStatusCode, refused.detail.response?.error?.code], [14, 'ERR_PROXY'])
  assert.doesNotMatch(JSON.stringify(refused), /wrong-one/)
})
