import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { writeFamilies } from '@sonde/analytics/prometheus/exposition.ts'
import { createProcessMetrics } from './process-metrics.ts'

const metrics = createProcessMetrics()
after(() => metrics.close())

/** As programs on Node are known to Prometheus; those of garbage collections come with the first one. */
const names = [
  'process_cpu_user_seconds_total counter',
  'process_cpu_system_seconds_total counter',
  'process_cpu_seconds_total counter',
  'process_start_time_seconds gauge',
  'process_resident_memory_bytes gauge',
  'process_virtual_memory_bytes gauge',
  'process_heap_bytes gauge',
  'process_open_fds gauge',
  'process_max_fds gauge',
  'nodejs_eventloop_lag_seconds gauge',
  'nodejs_eventloop_lag_min_seconds gauge',
  'nodejs_eventloop_lag_max_seconds gauge',
  'nodejs_eventloop_lag_mean_seconds gauge',
  'nodejs_eventloop_lag_stddev_seconds gauge',
  'nodejs_eventloop_lag_p50_seconds gauge',
  'nodejs_eventloop_lag_p90_seconds gauge',
  'nodejs_eventloop_lag_p99_seconds gauge',
  'nodejs_active_resources gauge',
  'nodejs_active_resources_total gauge',
  'nodejs_active_handles gauge',
  'nodejs_active_handles_total gauge',
  'nodejs_active_requests gauge',
  'nodejs_active_requests_total gauge',
  'nodejs_heap_size_total_bytes gauge',
  'nodejs_heap_size_used_bytes gauge',
  'nodejs_external_memory_bytes gauge',
  'nodejs_heap_space_size_total_bytes gauge',
  'nodejs_heap_space_size_used_bytes gauge',
  'nodejs_heap_space_size_available_bytes gauge',
  'nodejs_version_info gauge',
  'nodejs_gc_duration_seconds histogram',
]

test(
  'the process is told by the names that dashboards know',
  { skip: process.platform !== 'linux' },
  async () => {
    const families = await metrics.read()
    assert.deepEqual(
      families.map(({ name, type }) => `${name} ${type}`),
      names,
    )
  },
)

test('what is told is plausible', async () => {
  const [before, text] = [process.memoryUsage().heapUsed, await read()]
  assert.ok(valueOf(text, 'nodejs_heap_size_used_bytes') > before / 2)
  assert.ok(valueOf(text, 'process_resident_memory_bytes') > before)
  assert.ok(valueOf(text, 'process_cpu_seconds_total') > 0)
  assert.ok(Math.abs(valueOf(text, 'process_start_time_seconds') + process.uptime() - Date.now() / 1000) < 2)
  assert.match(
    text,
    new RegExp(`^nodejs_version_info\\{version="${process.version}",major="\\d+",.*\\} 1$`, 'm'),
  )
  assert.match(text, /^nodejs_heap_space_size_used_bytes\{space="old"\} \d+$/m)
})

test('a thread that was held up says for how long', async () => {
  await read()
  const untilMs = performance.now() + 60
  while (performance.now() < untilMs);
  const longest = valueOf(await read(), 'nodejs_eventloop_lag_max_seconds')
  assert.ok(longest >= 0.05 && longest < 10, String(longest))
})

async function read(): Promise<string> {
  return [...writeFamilies(await metrics.read())].join('')
}

function valueOf(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
