import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAgentProcess } from '../../testing/agent-process.ts'
import { testKey } from '../../testing/agent-under-test.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { startConnectProxy } from '../../testing/connect-proxy.ts'
import { icmpConfig, makeRun, startFakeService } from '../../testing/fake-service.ts'

const key = { API_KEY: testKey }
const password = 'p@ss/word-93xq'

for (const { kind, setting } of [
  { kind: 'forward', setting: 'HTTP_PROXY' },
  { kind: 'forward', setting: 'HTTPS_PROXY' },
]) {
  test(`case 33: with ${setting} all traffic to an http service goes through the proxy, its password in no log`, async (t) => {
    const service = await startFakeService()
    t.after(service.stop)
    const proxy = await startConnectProxy(t, `user:${password}`)
    const agent = startAgentProcess(t, {
      ...key,
      SERVICE_URL: service.url,
      [setting]: `http://user:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`,
    })
    await service.until(() => service.openPolls() === 1)
    service.give(makeRun({ config: icmpConfig() }))
    await service.until(() => service.results.length === 1)
    agent.kill('SIGTERM')
    assert.equal(await agent.ended, 0)
    assert.ok(
      proxy.seen.every((call) => call.kind === kind && call.isAllowed && call.target.startsWith(service.url)),
    )
    assert.equal(proxy.seen.length, service.calls.length)
    assertHidden(agent.output())
  })
}

test('case 33: an https service is reached by CONNECT', async (t) => {
  const certificate = makeCertificate(t)
  if (certificate === null) return t.skip('openssl is not installed')
  const service = await startFakeService({ tls: certificate })
  t.after(service.stop)
  const proxy = await startConnectProxy(t, `user:${password}`)
  const agent = startAgentProcess(t, {
    ...key,
    SERVICE_URL: service.url,
    NODE_EXTRA_CA_CERTS: certificate.authorityFile,
    HTTPS_PROXY: `http://user:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`,
  })
  await service.until(() => service.openPolls() === 1)
  agent.kill('SIGTERM')
  assert.equal(await agent.ended, 0)
  assert.ok(proxy.seen.length > 0)
  assert.ok(
    proxy.seen.every((call) => call.kind === 'connect' && call.target === `127.0.0.1:${service.port}`),
  )
  assertHidden(agent.output())
})

test('case 33: a wrong proxy password is told without it, and NO_PROXY needs none', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const proxy = await startConnectProxy(t, 'user:another')
  const settings = {
    ...key,
    SERVICE_URL: service.url,
    HTTP_PROXY: `http://user:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`,
  }
  const refused = startAgentProcess(t, settings)
  await refused.says(`proxy 127.0.0.1:${proxy.port} answered 407: it requires a user name and a password`)
  assertHidden(refused.output())
  assert.equal(service.calls.length, 0)
  startAgentProcess(t, { ...settings, NO_PROXY: 'example.com, 127.0.0.0/8' })
  await service.until(() => service.openPolls() === 1)
})

function assertHidden(output: string): void {
  for (const secret of [
    password,
    encodeURIComponent(password),
    Buffer.from(`user:${password}`).toString('base64'),
  ]) {
    assert.equal(output.includes(secret), false, secret)
  }
  assert.equal(output.includes(testKey), false)
}

test('case 35: a private authority is believed with NODE_EXTRA_CA_CERTS, and only then', async (t) => {
  const certificate = makeCertificate(t)
  if (certificate === null) return t.skip('openssl is not installed')
  const service = await startFakeService({ tls: certificate })
  t.after(service.stop)
  const without = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  await without.says('unable to verify the first certificate')
  assert.equal(service.calls.length, 0)
  startAgentProcess(t, { ...key, SERVICE_URL: service.url, NODE_EXTRA_CA_CERTS: certificate.authorityFile })
  await service.until(() => service.openPolls() === 1)
})

test('case 35: an authority file that is missing or holds none ends the start and is named', async (t) => {
  for (const file of ['/nowhere/ca.pem', import.meta.filename]) {
    const agent = startAgentProcess(t, {
      ...key,
      SERVICE_URL: 'https://127.0.0.1:9',
      NODE_EXTRA_CA_CERTS: file,
    })
    assert.equal(await agent.ended, 1)
    const line = agent.lines().find((candidate) => candidate.startsWith('sonde-agent:'))
    assert.ok(line?.startsWith(`sonde-agent: NODE_EXTRA_CA_CERTS: ${file} `), agent.output())
  }
})

test('case 36: NODE_TLS_REJECT_UNAUTHORIZED=0 holds for the service only, and is warned of', async (t) => {
  const certificate = makeCertificate(t)
  if (certificate === null) return t.skip('openssl is not installed')
  const service = await startFakeService({ tls: certificate })
  t.after(service.stop)
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url, NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  await service.until(() => service.openPolls() === 1)
  assert.deepEqual(await agent.warnings(), [
    'NODE_TLS_REJECT_UNAUTHORIZED: 0 means that the certificate of the service is not verified',
  ])
})
