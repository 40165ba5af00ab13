import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { recordCertificateExpiry } from '@sonde/store/alerts/certificate-expiry.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { writeUrlMonitor } from '../../testing/monitors/write-url.ts'

forOneEngine('the days of a certificate', (engine) => {
  const api = apiUnderTest(engine)

  /** A URL monitor that has run and seen a certificate. */
  async function makeSeen(days: number): Promise<string> {
    const made = await writeUrlMonitor(api, 'create', '', { request: { url: 'https://shop.example.com/' } })
    return await seen(made.textAt('id'), days)
  }

  async function seen(checkId: string, days: number): Promise<string> {
    const no = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId })
    assert.ok(no !== null)
    await setCheckStatus(api, checkId, 'passed')
    const notAfterAt = api.clock.now() + (days + 0.5) * dayMs
    await api.store.write((db) => recordCertificateExpiry(db, [no], notAfterAt))
    return checkId
  }

  async function daysOf(checkId: string): Promise<unknown> {
    const answer = await api.call('GET', `/v1/check-statuses/${checkId}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.at('sslDaysRemaining')
  }

  test('are shown, and negative once it has expired', async () => {
    assert.equal(await daysOf(await makeSeen(14)), 14)
    assert.equal(await daysOf(await makeSeen(-3)), -3)
  })

  for (const operation of ['strict put', 'merging put', 'patch'] as const) {
    test(`${operation}: another address on the same host keeps them, another host or port or http does not`, async () => {
      const changes: [url: string, days: number | null][] = [
        ['https://shop.example.com/cart', 14],
        ['https://user:word@SHOP.example.com:443/', 14],
        ['https://shop.example.com:8443/', null],
        ['https://other.example.com/', null],
        ['https://{{HOST}}/', null],
        ['http://shop.example.com/', null],
      ]
      for (const [url, days] of changes) {
        const checkId = await makeSeen(14)
        const answer = await writeUrlMonitor(api, operation, checkId, { name: 'Shop', request: { url } })
        assert.equal(answer.status, 200, answer.text)
        assert.equal(await daysOf(checkId), days, url)
      }
    })
  }

  test('of an SSL monitor are those of its target: another host or port has none yet', async () => {
    const changes: [sslConfig: object, days: number | null][] = [
      [{ hostname: 'mail.example.com', port: 993, handshakeTimeoutMs: 2_000 }, 14],
      [{ hostname: 'mail.example.com', port: 995 }, null],
      [{ hostname: 'other.example.com', port: 993 }, null],
    ]
    for (const [sslConfig, days] of changes) {
      const body = {
        name: 'Mail',
        locations: ['eu-west-1'],
        request: { sslConfig: { hostname: 'mail.example.com', port: 993 } },
      }
      const made = await api.call('POST', '/v1/checks/ssl', { body })
      assert.equal(made.status, 201, made.text)
      const checkId = await seen(made.textAt('id'), 14)
      const answer = await api.call('PATCH', `/v1/checks/ssl/${checkId}`, {
        body: { request: { sslConfig } },
      })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await daysOf(checkId), days, JSON.stringify(sslConfig))
    }
  })

  test('stay when something else is changed', async () => {
    const checkId = await makeSeen(14)
    const answer = await writeUrlMonitor(api, 'patch', checkId, { muted: true })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(await daysOf(checkId), 14)
  })
})
