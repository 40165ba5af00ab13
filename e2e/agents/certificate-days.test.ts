// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { createCertificateAuthority } from '@sonde/probes/testing/certificate-authority.ts'
import { listen } from '@sonde/probes/testing/url-probing.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service-under-test.ts'

test('a run that refuses a certificate still tells its days, and alerts those who asked', async (t) => {
  // Of an authority that the agent does not know.
  const { key, fullChain: cert } = createCertificateAuthority().issue({
    notAfterAt: Date.now() + 5.5 * dayMs,
  })
  const port = await listen(
    t,
    createServer({ key, cert }, (_request, response) => response.end()),
  )
  const service = await startService(t, { settings: { SONDE_EMBEDDED_AGENT: 'on' } })
  const channel = (await service.expect(201, 'POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'Hook', url: `http://127.0.0.1:${port}/`, method: 'POST' },
    sendFailure: false,
    sslExpiry: true,
    sslExpiryThreshold: 14,
  })) as { id: number }
  const monitor = (await service.expect(201, 'POST', '/v1/checks/url', {
    name: 'Shop',
    request: { url: `https://localhost:${port}/` },
    locations: ['eu-west-1'],
    frequency: 1440,
    frequencyOffset: ((new Date().getUTCHours() + 12) % 24) + 1,
    doubleCheck: false,
    retryStrategy: null,
    alertChannelSubscriptions: [{ alertChannelId: channel.id, activated: true }],
  })) as { id: string }
  const [result] = await service.untilResults(monitor.id)
  assert.equal(result?.hasFailures, true)
  const days = await eventually('the days are known', async () => {
    const status = await service.expect(200, 'GET', `/v1/check-statuses/${monitor.id}`)
    return (status as { sslDaysRemaining: number | null }).sslDaysRemaining
  })
  assert.equal(days, 5)
  await eventually('the alert is raised', async () => {
    const alerts = await service.expect(200, 'GET', `/v1/check-alerts/${monitor.id}`)
    return (alerts as { alertType: string }[]).some(({ alertType }) => alertType === 'ALERT_SSL')
  })
})
