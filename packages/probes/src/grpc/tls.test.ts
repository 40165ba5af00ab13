import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import grpc from '@grpc/grpc-js'
import { dayMs } from '@sonde/ground/durations.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { createCertificateAuthority, type LeafOptions } from '../../testing/certificate-authority.ts'
import { startConnectProxy } from '../../testing/connect-proxy.ts'
import { behavior, callAndJudge } from '../../testing/grpc-probing.ts'
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
  assert.equal(levelOf(await callAndJudge(port, secure, { context })), 'passed')
  const { grpcConfig } = behavior('monitored.v1.Greeter/Greet', { name: 'Ann' })
  const request = { url: 'localhost', grpcConfig: { ...grpcConfig, tls: true } }
  const judged = await callAndJudge(port, { request }, { context })
  assert.equal(judged.detail.response?.responseMessage, '{"greeting":"Hello Ann","timesGreeted":3}')
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
    const judged = await callAndJudge(port, secure, { context })
    assert.deepEqual([levelOf(judged), judged.detail.grpcStatusCode], ['failed', 14])
    assert.deepEqual([judged.detail.response?.error?.code, judged.verdict.isNetworkError], [code, true])
    assert.equal(seen.length, 0)
    const skipping = { request: { ...secure.request, skipSSL: true } }
    assert.equal(levelOf(await callAndJudge(port, skipping, { context })), 'passed')
  })
}

test('G7: TLS on a server that speaks plain text is code 14', async (t) => {
  const { port } = await startGrpcServer(t)
  const judged = await callAndJudge(port, secure, { context })
  assert.deepEqual([levelOf(judged), judged.detail.grpcStatusCode], ['failed', 14])
  assert.match(judged.detail.response?.error?.code ?? '', /^(EPROTO|ECONNRESET)$/)
})

test('plain text on a server that speaks TLS fails as a network error', async (t) => {
  const { port } = await secureServer(t)
  const judged = await callAndJudge(port)
  assert.deepEqual([levelOf(judged), judged.verdict.isNetworkError], ['failed', true])
})

test('a TLS server that never speaks HTTP/2 uses up the time of the check', async (t) => {
  const { key, fullChain: cert } = authority.issue()
  const { port } = await startTlsServer(t, { key, cert })
  const judged = await callAndJudge(port, secure, { context, timeoutMs: 1_000 })
  assert.deepEqual([levelOf(judged), judged.detail.grpcStatusCode], ['failed', 4])
})

test('the client certificate of the account is shown to a server that asks for one', async (t) => {
  const { port } = await secureServer(t, {}, true)
  const without = await callAndJudge(port, secure, { context })
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
  const shown = await callAndJudge(port, secure, {
    context: { ...context, clientCertificates: [certificate] },
  })
  assert.equal(levelOf(shown), 'passed')
  const broken = await callAndJudge(port, secure, {
    context: { ...context, clientCertificates: [{ ...certificate, key: 'no key' }] },
  })
  assert.deepEqual([levelOf(broken), broken.notRunCause], ['error', 'unreadable-job'])
})

test('a certificate with a date that no calendar has fails, and passes with skipSSL', async (t) => {
  const { port } = await secureServer(t, { notAfterText: '20301301000000Z' })
  const judged = await callAndJudge(port, secure, { context })
  assert.deepEqual(
    [levelOf(judged), judged.detail.response?.error?.code],
    ['failed', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
  )
  const skipping = { request: { ...secure.request, skipSSL: true } }
  assert.equal(levelOf(await callAndJudge(port, skipping, { context })), 'passed')
})

test('a silent proxy is named as what did not answer, and is no failure that a check waits for', async (t) => {
  const proxy = new URL(await serveRaw(t, () => undefined))
  const judged = await callAndJudge(
    50051,
    { shouldFail: true, request: { url: 'inside.example' } },
    { context: { proxy }, timeoutMs: 500 },
  )
  assert.deepEqual([levelOf(judged), judged.detail.response?.error?.phase], ['failed', 'proxy'])
})

test('behind a proxy every call goes by CONNECT, and only the proxy looks up the name', async (t) => {
  const { port: plain } = await startGrpcServer(t)
  const { port } = await secureServer(t, { names: ['inside.example'] })
  const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
  const inside = { url: 'inside.example' }
  const first = await callAndJudge(plain, { request: inside }, { context: { proxy } })
  const second = await callAndJudge(
    port,
    { request: { ...inside, grpcConfig: { tls: true } } },
    { context: { ...context, proxy } },
  )
  for (const judged of [first, second]) {
    assert.equal(levelOf(judged), 'passed', judged.verdict.reason ?? '')
    assert.equal(judged.detail.response?.resolvedIp, undefined)
  }
  assert.deepEqual(seen, [`CONNECT inside.example:${plain}`, `CONNECT inside.example:${port}`])
  proxy.password = 'wrong-one'
  const refused = await callAndJudge(plain, { request: inside }, { context: { proxy } })
  assert.deepEqual([refused.detail.grpcStatusCode, refused.detail.response?.error?.code], [14, 'ERR_PROXY'])
  assert.doesNotMatch(JSON.stringify(refused), /wrong-one/)
})
