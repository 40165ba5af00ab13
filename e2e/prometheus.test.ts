// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { findProgram } from '../scripts/find-program.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import type { IcmpCheckResult } from '@sonde/schema/check-types/icmp/result.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { createHandMadeAgent } from './support/hand-made-agent.ts'
import { startPrometheus } from './support/prometheus-process.ts'
import { startService } from './support/service-under-test.ts'

const [prometheus, promtool] = [findProgram('prometheus'), findProgram('promtool')]

/** Names that the reference gave, although Prometheus would give them others. */
const knownComplaints = /_private_location_(queue_duration_ms|agent_count) /
const longestTestMs = 45_000

function pinged(rtt: number): IcmpCheckResult {
  const address = { hostname: '127.0.0.1', ipFamily: 'IPv4', pingCount: 1 } as const
  return {
    requestError: null,
    request: { ...address, targetIp: '127.0.0.1' },
    response: {
      ...address,
      resolvedIp: '127.0.0.1',
      packetsSent: 1,
      packetsReceived: 1,
      packetSize: 64,
      packetLoss: 0,
      dnsResolutionTime: 0,
      latency: { avg: rtt, min: rtt, max: rtt, stdDev: 0 },
      pingResults: [{ sequence: 0, type: 0, code: 0, success: true, rtt, ttl: 64 }],
    },
    assertions: [],
    noiseMs: 0,
  }
}

function resultOf({ runId, attempt, leaseId, ticket, checkType }: RunAssignment, rtt: number) {
  const verdict = {
    hasFailures: rtt > 1_000,
    isDegraded: false,
    hasErrors: false,
    overMaxResponseTime: rtt > 1_000,
    responseTime: rtt,
    isNetworkError: false,
    reason: null,
  }
  const times = { startedAt: Date.now() - 50, durationMs: 40, ageMs: 0 }
  return {
    runId,
    attempt,
    leaseId,
    ticket,
    checkType,
    ...times,
    verdict,
    notRunCause: null,
    detail: pinged(rtt),
  }
}

function complaintsAbout(input: string, program: string): string[] {
  const { stdout, stderr } = spawnSync(program, ['check', 'metrics'], { input, encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !knownComplaints.test(line))
}

forOneEngine('Prometheus', (engine) => {
  test(
    'a real one scrapes a real server, and knows what the API says',
    { skip: prometheus === null || promtool === null ? 'prometheus is not installed' : false },
    async (t) => {
      assert.ok(prometheus !== null && promtool !== null)
      // Counting begins anew with the hour: it must not end while this test counts.
      const isRoomInHour = () => Date.now() % hourMs < hourMs - longestTestMs
      await eventually('the next hour', isRoomInHour, { timeoutMs: 2 * longestTestMs, everyMs: 500 })
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const service = await startService(t, { place })
      const location = await service.createLocation('office')
      const agent = createHandMadeAgent({ serviceUrl: service.address, key: location.key })
      await agent.register()
      const odd = 'Edge "router" \\ {a="b"} \u{1F4E1}\nsecond line'
      const names = [odd, odd, 'slow']
      const ids: string[] = []
      for (const name of names) {
        ids.push(await service.createMonitor({ name, privateLocations: ['office'], locations: [] }))
      }
      const rttOf = new Map(ids.map((id, index) => [id, [3, 30, 3_000][index] ?? 3]))
      const sent = new Set<string>()
      await eventually('every monitor has run', async () => {
        const runs = await agent.lease()
        const results = runs.map((run) => resultOf(run, rttOf.get(run.checkId) ?? 3))
        const answer = await agent.post('results', { sentAt: Date.now(), results })
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        for (const run of runs) sent.add(run.checkId)
        return sent.size === ids.length
      })
      const heartbeat = (await service.expect(201, 'POST', '/v1/checks/heartbeat', {
        name: 'Backup',
        tags: ['team:ops', 'env:prod'],
        heartbeat: { period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'minutes' },
      })) as { id: string; heartbeat: { pingUrl: string } }
      const pingPath = new URL(heartbeat.heartbeat.pingUrl).pathname
      assert.equal((await fetch(service.address + pingPath)).status, 200)

      const { token } = (await service.expect(201, 'POST', '/v1/integration-tokens', {
        name: 'Prometheus',
      })) as { token: string }
      const path = `/accounts/${someCredentials.accountId}/v2/prometheus/metrics`
      const scraper = await startPrometheus(t, prometheus, {
        address: service.address,
        path,
        token,
        params: { locationLabelEnabled: 'true' },
      })
      const target = await scraper.untilScraped()
      assert.deepEqual([target.health, target.lastError], ['up', ''])

      const statuses = (await service.expect(200, 'GET', '/v1/check-statuses')) as {
        checkId: string
        hasFailures: boolean
        name: string
      }[]
      assert.equal(statuses.length, ids.length + 1)
      for (const { checkId, hasFailures, name } of statuses) {
        const found = await scraper.query(`sonde_check_status{check_id="${checkId}"} == 1`)
        assert.deepEqual(
          found.map(({ labels }) => [labels['status'], labels['name']]),
          [[hasFailures ? 'failing' : 'passing', name]],
        )
      }
      for (const id of ids) {
        const entries = await service.resultsOf(id)
        const selector = `{check_id="${id}",location="office"}`
        const [total] = await scraper.query(`sum(sonde_check_result_total${selector})`)
        assert.equal(total?.value, entries.length)
        const ofAverage = `{check_id="${id}",location="office",type="latency_avg"}`
        const [sum] = await scraper.query(`sonde_icmp_monitor_timing_seconds_sum${ofAverage}`)
        assert.equal(sum?.value, (rttOf.get(id) ?? 0) / 1000)
      }
      const report = (await service.expect(200, 'GET', '/v1/reporting')) as {
        checkId: string
        aggregate: { successRatio: number }
      }[]
      const ratio = await scraper.query(
        '100 * sum by (check_id) (sonde_check_result_total{status!="failing"}) / sum by (check_id) (sonde_check_result_total)',
      )
      assert.equal(ratio.length, report.length)
      for (const { checkId, aggregate } of report) {
        const same = ratio.find(({ labels }) => labels['check_id'] === checkId)
        assert.equal(same?.value, aggregate.successRatio)
      }
      const [lastPing] = await scraper.query(
        'sonde_heartbeat_last_success_timestamp_seconds{team="ops",env="prod"}',
      )
      assert.ok(Math.abs((lastPing?.value ?? 0) - Date.now() / 1000) < 120)
      const [agents] = await scraper.query(
        'sonde_private_location_agent_count{private_location_slug_name="office"}',
      )
      assert.equal(agents?.value, 1)

      for (const [which, query] of [
        [path, ''],
        [path, '?prefix=checkly&includeRetryAttempts=true'],
        [`/accounts/${someCredentials.accountId}/prometheus/metrics`, ''],
      ] as const) {
        const body = await fetch(service.address + which + query, {
          headers: { authorization: `Bearer ${token}` },
        })
        assert.equal(body.status, 200)
        assert.deepEqual(complaintsAbout(await body.text(), promtool), [])
      }
    },
  )
})
