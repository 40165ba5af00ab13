import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import type { SslCertificate } from '@sonde/schema/check-types/ssl/result.ts'
import { sslKind } from '@sonde/schema/check-types/ssl/kind.ts'
import { updateCheck } from '@sonde/store/checks/update-checks.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { certificatesUnderTest } from '../../testing/certificates-under-test.ts'
import { resultOf } from '../../testing/fake-agent.ts'

const host = 'shop.example.net'
const url = `https://${host}/`
const renewed = 'bb'.repeat(32)

const someCertificate: SslCertificate = {
  subject: `CN=${host}`,
  issuer: 'CN=Some authority',
  subjectCN: host,
  issuerCN: 'Some authority',
  serialNumber: '1',
  notBefore: '2020-01-01T00:00:00.000Z',
  notAfter: '2030-01-01T00:00:00.000Z',
  sans: [host],
  fingerprintSha256: 'aa'.repeat(32),
  issuerFingerprintSha256: null,
  signatureAlgorithm: 'sha256WithRSAEncryption',
  keyAlgorithm: 'RSA',
  keySizeBits: 2048,
  selfSigned: false,
  isCA: false,
  mustStaple: false,
  hasSct: false,
}

forOneEngine('certificates that runs see', (engine) => {
  test('alerting case 53: days 15, 14, 13 give one alert at 14, and a new certificate at 90 none', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url)
    const channel = await c.addChannel([check])
    c.show(host, 15)
    await c.run()
    assert.deepEqual([await c.told(channel), await c.daysRemaining(check)], [[], 15])
    await c.pass(dayMs)
    await c.run(check)
    assert.deepEqual(await c.told(channel), [`${host} in 14 days`])
    await c.pass(dayMs)
    await c.run(check)
    assert.deepEqual([(await c.told(channel)).length, await c.daysRemaining(check)], [1, 13])
    c.show(host, 90, renewed)
    await c.run(check)
    assert.deepEqual([(await c.told(channel)).length, await c.daysRemaining(check)], [1, 90])
  })

  test('alerting case 53: two checks on the domain give one message, and both have its days', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const checks = [await c.addMonitor(url), await c.addMonitor(`${url}cart?id={{CART}}`)]
    const channel = await c.addChannel(checks)
    c.show(host, 7)
    await c.run()
    assert.deepEqual(await c.told(channel), [`${host} in 7 days`])
    assert.deepEqual(await Promise.all(checks.map(c.daysRemaining)), [7, 7])
  })

  test('a new certificate is looked at at once, and the same one once an hour', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url)
    c.show(host, 15)
    await c.run()
    const channel = await c.addChannel([check], { sslExpiryThreshold: 30 })
    await c.pass(hourMs / 2)
    await c.run(check)
    assert.deepEqual(await c.told(channel), [])
    await c.pass(hourMs / 2)
    await c.run(check)
    assert.deepEqual(await c.told(channel), [`${host} in 15 days`])
    c.show(host, 20, renewed)
    await c.run(check)
    assert.deepEqual((await c.told(channel)).slice(1), [`${host} in 20 days`])
  })

  test('a check that joins a domain that was just looked at need not wait for the next look', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    c.show(host, 3)
    await c.addMonitor(url)
    await c.run()
    const joined = await c.addMonitor(url)
    const channel = await c.addChannel([joined])
    await c.run()
    assert.deepEqual([await c.told(channel), await c.daysRemaining(joined)], [[`${host} in 3 days`], 3])
  })

  test('a muted check tells nobody, and is told at the first look after', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url, {}, { muted: true })
    const channel = await c.addChannel([check])
    c.show(host, 5)
    await c.run()
    assert.deepEqual([await c.told(channel), await c.daysRemaining(check)], [[], 5])
    await c.changeCheck(check, { muted: false })
    await c.pass(hourMs)
    await c.run(check)
    assert.deepEqual(await c.told(channel), [`${host} in 5 days`])
    await c.pass(hourMs)
    await c.run(check)
    assert.equal((await c.told(channel)).length, 1)
  })

  test('two accounts with one domain are both told, each of its own runs', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const { id: other } = await addAccount(c.store)
    const ours = await c.addMonitor(url)
    const channel = await c.addChannel([ours])
    c.show(host, 5)
    await c.run()
    const theirs = await c.addMonitor(url, {}, { accountId: other })
    const theirChannel = await c.addChannel([theirs])
    assert.deepEqual([await c.told(theirChannel), await c.daysRemaining(theirs)], [[], null])
    await c.run()
    assert.deepEqual(
      [await c.told(channel), await c.told(theirChannel)],
      [[`${host} in 5 days`], [`${host} in 5 days`]],
    )
  })

  test('checks that are switched off are neither told nor told of', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const off = await c.addMonitor(url)
    await c.report(await c.agent.lease())
    await c.changeCheck(off, { activated: false })
    const channel = await c.addChannel([off])
    const on = await c.addMonitor(url)
    c.show(host, 5)
    await c.run(on)
    assert.deepEqual([await c.told(channel), await c.daysRemaining(off)], [[], null])
    assert.equal(await c.daysRemaining(on), 5)
  })

  test('another port is another domain, and http and placeholders have none', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const written = [
      `https://${host}:8443/`,
      `https://user:secret@${host.toUpperCase()}:443/x`,
      `http://${host}/`,
      `https://{{HOST}}/`,
    ]
    const [port, spelled, plain, filled] = await Promise.all(written.map((text) => c.addMonitor(text)))
    assert.ok(port && spelled && plain && filled)
    c.show(host, 5)
    c.show(`${host}:8443`, 6)
    const runs = await c.agent.lease()
    await c.report(runs.filter(({ checkId }) => checkId !== filled.id))
    assert.deepEqual(await Promise.all([port, spelled, plain, filled].map(c.daysRemaining)), [
      6,
      5,
      null,
      null,
    ])
  })

  test('what an SSL monitor saw is known, and told by its own verdict alone', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const agent = await c.agentAt('eu-west-1', { checkTypes: ['SSL'] })
    const config = { request: { sslConfig: { hostname: host, port: 443, ipFamily: 'IPv4' } } }
    const check = await c.addCheck(config, { checkType: 'SSL', name: 'Certificate', frequency: 1_440 })
    const channel = await c.addChannel([check])
    const run = await agent.leaseOne()
    const certificate = { ...someCertificate, notAfter: new Date(c.clock.now() + 5.5 * dayMs).toISOString() }
    const detail = { ...sslKind.run.detailOfError(run.config, ''), response: { certificate } }
    assert.deepEqual(await agent.send([resultOf(run, c.clock.now(), { detail })]), ['stored'])
    await c.under.until(c.clock.now() + 2_000, agent)
    assert.deepEqual([await c.daysRemaining(check), await c.told(channel)], [5, []])
  })

  test("what an SSL monitor saw of its former target is nobody's", async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const agent = await c.agentAt('eu-west-1', { checkTypes: ['SSL'] })
    const at = (hostname: string) => ({ request: { sslConfig: { hostname, port: 443, ipFamily: 'IPv4' } } })
    const check = await c.addCheck(at(host), { checkType: 'SSL', name: 'Certificate', frequency: 1_440 })
    const run = await agent.leaseOne()
    const after = {
      ...check,
      config: { ...check.config, ...at('other.example.net') },
      updatedAt: c.clock.now() + 1,
    }
    await c.store.write((db) => updateCheck(db, check, after))
    const detail = {
      ...sslKind.run.detailOfError(run.config, ''),
      response: { certificate: someCertificate },
    }
    assert.deepEqual(await agent.send([resultOf(run, c.clock.now(), { detail })]), ['stored'])
    await c.under.until(c.clock.now() + 2_000, agent)
    assert.equal(await c.daysRemaining(check), null)
  })

  test('an expired certificate is told as such, and its days are negative', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url)
    const channel = await c.addChannel([check])
    c.show(host, -3)
    await c.run()
    assert.deepEqual([await c.told(channel), await c.daysRemaining(check)], [[`${host} in -3 days`], -3])
  })

  test('a run that saw no certificate changes nothing', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url)
    c.show(host, 5)
    await c.run()
    await c.under.runs.startSession({ accountId: c.accountId, checkId: check.id, source: 'TRIGGER_API' })
    await c.agent.report(await c.agent.lease(), { said: 'withheld', detail: null })
    await c.pass(2_000)
    assert.equal(await c.daysRemaining(check), 5)
  })

  test('a run that began before its check was pointed elsewhere says nothing about the new domain', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url)
    const channel = await c.addChannel([check])
    c.show(host, 5)
    const runs = await c.agent.lease()
    const request = { ...Object(check.config['request']), url: 'https://other.example.net/' }
    await c.changeCheck(check, { config: { ...check.config, request } })
    await c.report(runs)
    assert.deepEqual([await c.told(channel), await c.daysRemaining(check)], [[], null])
  })

  test('a change that the schedule has not heard of yet counts all the same', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url)
    const channel = await c.addChannel([check])
    c.show(host, 5)
    const request = { ...Object(check.config['request']), url: 'https://other.example.net/' }
    const after = { ...check, config: { ...check.config, request }, updatedAt: c.clock.now() + 1 }
    await c.store.write((db) => updateCheck(db, check, after))
    await c.run()
    assert.deepEqual([await c.told(channel), await c.daysRemaining(check)], [[], null])
  })

  test('what could not be written is written after the next run', async (t) => {
    const c = await certificatesUnderTest(t, engine)
    const check = await c.addMonitor(url)
    const channel = await c.addChannel([check])
    c.show(host, 5)
    await c.send(await c.agent.lease())
    c.under.isDiskFull = true
    await assert.rejects(c.pass(2_000), /the disk is full/)
    c.under.isDiskFull = false
    assert.deepEqual(c.log.errors, ['could not record a certificate'])
    assert.deepEqual(await c.told(channel), [])
    await c.run(check)
    assert.deepEqual(await c.told(channel), [`${host} in 5 days`])
  })
})
