import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { recordCertificateExpiry } from '@sonde/store/alerts/certificate-expiry.ts'
import { upsertAgent } from '@sonde/store/locations/agents.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { insertQueueSamples } from '@sonde/store/runs/queue-samples.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeHeartbeat, sendPing } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

/** Longer than an answer is kept. */
const untilNextMs = 61_000

type Sample = { name: string; labels: Record<string, string>; value: number }

/** As strict as a scraper: any line that is not understood fails. */
function parse(text: string): { samples: Sample[]; types: Map<string, string> } {
  const samples: Sample[] = []
  const types = new Map<string, string>()
  let family = ''
  for (const line of text.split('\n').slice(0, -1)) {
    const described = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line)
    if (described !== null) {
      const [, what, name = '', rest = ''] = described
      if (what === 'TYPE') types.set(name, rest)
      else assert.ok(!types.has(name), `${name} is described twice`)
      family = name
      continue
    }
    const [, name = '', inBraces = '', value = ''] =
      /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\]|\\["\\n])*",?)*)\})? (\S+)$/.exec(line) ?? []
    assert.notEqual(name, '', `no sample: ${line}`)
    assert.ok(name.startsWith(family), `${name} stands among ${family}`)
    const labels: Record<string, string> = {}
    for (const [, label = '', text_ = ''] of inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      assert.ok(!Object.hasOwn(labels, label), `${label} twice in ${line}`)
      labels[label] = text_.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
    }
    samples.push({ name, labels, value: Number(value) })
  }
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).toSorted()]))
  assert.equal(new Set(keys).size, keys.length, 'two samples have the same name and labels')
  return { samples, types }
}

forEachEngine('metrics for Prometheus', (engine) => {
  const api = apiUnderTest(engine)
  let token = ''
  before(async () => {
    token = (await api.call('POST', '/v1/integration-tokens', { body: { name: 'p' } })).textAt('token')
  })
  const metricsPath = () => `/accounts/${api.accountId}/v2/prometheus/metrics`

  async function scrape(query = '', path = metricsPath()) {
    const answer = await api.call('GET', path + query, { key: token, account: null, afterMs: untilNextMs })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
    const { samples, types } = parse(answer.text)
    return {
      types,
      text: answer.text,
      of: (name: string, labels: Record<string, string> = {}) =>
        samples.filter(
          (sample) =>
            sample.name === name &&
            Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
        ),
      value(name: string, labels: Record<string, string>) {
        const found = this.of(name, labels)
        assert.equal(found.length, 1, `${found.length} of ${name} ${JSON.stringify(labels)}`)
        return found[0]?.value
      },
    }
  }

  /** So that everything a test stores is in the hour in which it asks. */
  function toNextHour(): number {
    const now = api.clock.now()
    api.clock.set(now - (now % hourMs) + hourMs + minuteMs)
    return api.clock.now()
  }

  test('SA 31: exactly one status is 1, and a retried run counts once, or with its attempts', async () => {
    const now = toNextHour()
    const id = await makeMonitor(api)
    await setCheckStatus(api, id, 'degraded')
    const at = { startedAt: now, scheduledAt: now }
    await storeResult(api, id, { ...at, verdict: 'failed', isFinal: false })
    await storeResult(api, id, { ...at, attempt: 2, verdict: 'passed' })
    const plain = await scrape()
    const statusOf = (status: string) => plain.value('sonde_check_status', { check_id: id, status })
    assert.deepEqual(['passing', 'failing', 'degraded'].map(statusOf), [0, 0, 1])
    const totals = (answer: typeof plain) =>
      ['passing', 'failing', 'degraded'].map((status) =>
        answer.value('sonde_check_result_total', { check_id: id, status }),
      )
    assert.deepEqual(totals(plain), [1, 0, 0])
    assert.deepEqual(totals(await scrape('?includeRetryAttempts=true')), [1, 1, 0])
    assert.equal(plain.types.get('sonde_check_result_total'), 'counter')
  })

  test('SA 32: tags become labels, none of ours is overwritten, and any name is told', async () => {
    const groupId = await makeGroup(api, { name: 'Group "A"', tags: ['team:ops'] })
    const name = 'He said "\\hi"\nand left\r{}'
    const tags = [
      'env:prod',
      'env:second',
      'name:x',
      'a-b:c',
      'a.b:d',
      '9lives:yes',
      '__name__:evil',
      'le:1',
      'plain',
    ]
    const id = await makeMonitor(api, { name, tags, groupId, muted: true })
    const twin = await makeMonitor(api, { name, tags, groupId, muted: true })
    for (const checkId of [id, twin]) await setCheckStatus(api, checkId, 'passed')
    const [sample] = (await scrape()).of('sonde_check_status', { check_id: id, status: 'passing' })
    assert.deepEqual(sample?.labels, {
      name,
      check_id: id,
      check_type: 'icmp',
      muted: 'true',
      activated: 'true',
      group: 'Group "A"',
      tags: [...tags, 'team:ops'].join(','),
      env: 'prod',
      a_b: 'c',
      _9lives: 'yes',
      _name__: 'evil',
      team: 'ops',
      status: 'passing',
    })
    const unparsed = await scrape('?disableTagParsing=true')
    const [bare] = unparsed.of('sonde_check_status', { check_id: id, status: 'passing' })
    assert.deepEqual([bare?.labels['env'], bare?.labels['tags']?.startsWith('env:prod')], [undefined, true])
  })

  test('SA 33: the 51st scrape in a minute is refused, and within one all are the same', async () => {
    api.clock.advance(untilNextMs)
    const id = await makeMonitor(api)
    const ask = () => api.call('GET', metricsPath(), { key: token, account: null, afterMs: 100 })
    const first = await ask()
    await setCheckStatus(api, id, 'failed')
    for (let count = 1; count < 50; count += 1) assert.equal((await ask()).text, first.text)
    const refused = await ask()
    expectError(refused, 429)
    assert.ok(Number(refused.headers['retry-after']) >= 1)
    assert.ok((await scrape()).text.includes(id))
  })

  test('times are histograms in seconds that begin anew with the hour', async () => {
    const now = toNextHour()
    const id = await makeMonitor(api)
    for (const [index, value] of [4, 5, 6, 20_000, 40_000].entries()) {
      const at = now + index
      await storeResult(api, id, { startedAt: at, scheduledAt: at, responseTime: value })
    }
    // Begun before the hour and stored in it: no scrape may miss it.
    const early = now - 2 * minuteMs
    await storeResult(api, id, { startedAt: early, scheduledAt: early, createdAt: now, responseTime: 7 })
    await storeResult(api, id, { startedAt: early - 1, scheduledAt: early - 1, createdAt: early })
    const answer = await scrape()
    const name = 'sonde_icmp_monitor_timing_seconds'
    assert.equal(answer.types.get(name), 'histogram')
    const labels = { check_id: id, type: 'latency_avg' }
    const below = (le: string) => answer.value(`${name}_bucket`, { ...labels, le })
    assert.deepEqual(['0.005', '0.01', '10', '30', '+Inf'].map(below), [2, 4, 4, 5, 6])
    assert.equal(answer.value(`${name}_count`, labels), 6)
    assert.ok(Math.abs(Number(answer.value(`${name}_sum`, labels)) - 60.022) < 1e-9)
    assert.equal(answer.of(`${name}_count`, { check_id: id, type: 'latency_max' }).length, 1)
    assert.equal(answer.value('sonde_icmp_monitor_packet_loss_ratio', { check_id: id }), 0)
    toNextHour()
    const later = await scrape()
    assert.equal(later.of(`${name}_count`, labels).length, 0)
    assert.equal(later.value('sonde_check_result_total', { check_id: id, status: 'passing' }), 0)
  })

  test('places are told apart on request, and never in a status', async () => {
    const now = toNextHour()
    const id = await makeMonitor(api)
    await setCheckStatus(api, id, 'passed')
    for (const [origin, packetLoss] of [
      ['eu-west-1', 50],
      ['us-east-1', 0],
    ] as const) {
      await storeResult(api, id, { startedAt: now, scheduledAt: now, origin, metrics: { packetLoss } })
    }
    const answer = await scrape('?locationLabelEnabled=true')
    for (const location of ['eu-west-1', 'us-east-1']) {
      const labels = { check_id: id, location }
      assert.equal(answer.value('sonde_check_result_total', { ...labels, status: 'passing' }), 1)
      const timing = { ...labels, type: 'latency_avg' }
      assert.equal(answer.value('sonde_icmp_monitor_timing_seconds_count', timing), 1)
    }
    const loss = { check_id: id, location: 'eu-west-1' }
    assert.equal(answer.value('sonde_icmp_monitor_packet_loss_ratio', loss), 0.5)
    const statuses = answer.of('sonde_check_status', { check_id: id })
    assert.deepEqual([statuses.length, statuses.some(({ labels }) => 'location' in labels)], [3, false])
  })

  test('what this server ran in place of agents is one place, by who ran it then', async () => {
    const now = toNextHour()
    const id = await makeMonitor(api)
    for (const [index, [origin, isStandIn]] of (
      [
        ['eu-west-1', true],
        ['us-east-1', true],
        ['eu-west-1', false],
      ] as const
    ).entries()) {
      const startedAt = now + index
      const metrics = { packetLoss: index * 10 }
      await storeResult(api, id, { startedAt, scheduledAt: startedAt, origin, isStandIn, metrics })
    }
    const answer = await scrape('?locationLabelEnabled=true')
    const standIn = { check_id: id, location: 'eu-central-1', served_by: 'stand_in' }
    const agent = { check_id: id, location: 'eu-west-1', served_by: 'agent' }
    const totalOf = (labels: typeof agent) =>
      answer.value('sonde_check_result_total', { ...labels, status: 'passing' })
    assert.deepEqual([totalOf(standIn), totalOf(agent)], [2, 1])
    assert.equal(answer.of('sonde_check_result_total', { check_id: id }).length, 6)
    assert.equal(answer.value('sonde_icmp_monitor_packet_loss_ratio', standIn), 0.1)
    assert.equal(answer.value('sonde_icmp_monitor_packet_loss_ratio', agent), 0.2)
    const timing = { ...standIn, type: 'latency_avg' }
    assert.equal(answer.value('sonde_icmp_monitor_timing_seconds_count', timing), 2)
  })

  test('the names are those that dashboards of the other service know, on request', async () => {
    const id = await makeMonitor(api)
    await setCheckStatus(api, id, 'passed')
    const answer = await scrape('?prefix=checkly')
    assert.equal(answer.value('checkly_check_status', { check_id: id, status: 'passing' }), 1)
    assert.ok(!answer.text.includes('sonde_'))
    const bad = await api.call('GET', `${metricsPath()}?prefix=9%20x`, { key: token, account: null })
    expectInvalid(bad, 'query', ['prefix'])
  })

  test('SA 59: a heartbeat that was never pinged has the last success 0, and then that of its ping', async () => {
    toNextHour()
    const { id, pingToken } = await makeHeartbeat(api)
    const last = 'sonde_heartbeat_last_success_timestamp_seconds'
    assert.equal((await scrape()).value(last, { check_id: id }), 0)
    await sendPing(api, pingToken)
    const pingedAt = api.clock.now()
    const answer = await scrape()
    assert.equal(answer.value(last, { check_id: id }), pingedAt / 1000)
    assert.equal(answer.value('sonde_heartbeat_expected_interval_seconds', { check_id: id }), 600)
    assert.equal(answer.value('sonde_check_result_total', { check_id: id, status: 'passing' }), 1)
  })

  test('the time until a certificate expires is told with its domain', async () => {
    const made = await api.call('POST', '/v1/checks/url', {
      body: { name: 'Shop', request: { url: 'https://shop.example.com/cart' } },
    })
    const id = made.textAt('id')
    const no = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId: id })
    assert.ok(no !== null)
    const expiresAt = api.clock.now() + untilNextMs + 5_000
    await api.store.write((db) => recordCertificateExpiry(db, [no], expiresAt))
    const labels = { check_id: id, domain: 'shop.example.com' }
    assert.equal((await scrape()).value('sonde_time_to_ssl_expiry_seconds', labels), 5)
  })

  test('private locations are told with their queue and agents, until nothing ran there for six hours', async () => {
    const made = await api.call('POST', '/v1/private-locations', {
      body: { name: 'Office', slugName: 'office' },
    })
    const privateLocationId = made.textAt('id')
    const id = await makeMonitor(api, { locations: [], privateLocations: ['office'] })
    const now = toNextHour()
    const minuteAt = now - (now % minuteMs)
    const sample = { queued: 4, oldestSeconds: 30, dropped: 0, inflight: 2 }
    await api.store.write(async (db) => {
      await insertQueueSamples(db, [{ privateLocationId, minuteAt, ...sample }])
      await upsertAgent(db, {
        id: randomUUIDv7(),
        locationKeyId: null,
        location: 'office',
        accountId: api.accountId,
        privateLocationId,
        version: '1.0.0',
        imageVariant: 'main',
        details: {},
        registeredAt: now,
        lastSeenAt: now,
      })
    })
    for (const waitMs of [100, 300]) {
      const scheduledAt = now - 10_000 - waitMs
      const times = { scheduledAt, startedAt: scheduledAt + waitMs, createdAt: now }
      await storeResult(api, id, { ...times, origin: 'office' })
    }
    const answer = await scrape()
    const labels = {
      private_location_name: 'Office',
      private_location_slug_name: 'office',
      private_location_id: privateLocationId,
    }
    const value = (suffix: string, more: Record<string, string> = {}) =>
      answer.value(`sonde_private_location_${suffix}`, { ...labels, ...more })
    assert.deepEqual(
      [value('queue_size'), value('oldest_scheduled_check_run'), value('agent_count')],
      [4, 30, 1],
    )
    const runs = ['queued', 'inflight'].map((state) => value('check_runs', { state }))
    assert.deepEqual(runs, [4, 2])
    const waits = ['avg', 'p90', 'p99'].map((stat) => value('queue_duration_ms', { stat, queue: 'uptime' }))
    assert.deepEqual(waits, [200, 280, 298])
    api.clock.advance(7 * hourMs)
    assert.ok(!(await scrape()).text.includes('private_location_queue_size'))
  })

  test('the first version still answers, with the last time at each place', async () => {
    const now = toNextHour()
    const id = await makeMonitor(api, { name: 'Old dashboard', tags: ['a', 'b'] })
    await setCheckStatus(api, id, 'degraded')
    await storeResult(api, id, { startedAt: now, scheduledAt: now, responseTime: 11 })
    await storeResult(api, id, { startedAt: now + 1, scheduledAt: now + 1, responseTime: 12.5 })
    const answer = await scrape('', `/accounts/${api.accountId}/prometheus/metrics`)
    const labels = { check_id: id, check_name: 'Old dashboard', check_type: 'icmp', tags: 'a,b' }
    assert.equal(answer.value('sonde_check_status', labels), 1)
    assert.equal(answer.value('sonde_check_degraded_status', labels), 0)
    assert.equal(answer.value('sonde_check_result', { ...labels, region: 'eu-west-1' }), 12.5)
  })

  test('the answer is packed for whoever takes it so, and the same for whoever does not', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<{ encoding: unknown; body: Buffer }>()
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip;q=1.0' }
    get({ host: '127.0.0.1', port: api.port, path: metricsPath(), headers }, (incoming) => {
      const pieces: Buffer[] = []
      incoming.on('data', (piece: Buffer) => pieces.push(piece))
      incoming.on('end', () =>
        resolve({ encoding: incoming.headers['content-encoding'], body: Buffer.concat(pieces) }),
      )
    }).on('error', reject)
    const { encoding, body } = await promise
    assert.equal(encoding, 'gzip')
    const headersOfOther = { 'accept-encoding': 'gzip;q=0, br' }
    const plain = await api.call('GET', metricsPath(), {
      key: token,
      account: null,
      headers: headersOfOther,
      afterMs: 0,
    })
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(gunzipSync(body).toString(), plain.text)
  })
})
