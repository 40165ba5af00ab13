import { readdirSync, readFileSync } from 'node:fs'
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { isRecord } from '@sonde/ground/is-record.ts'
import {
  counterFamily,
  gaugeFamily,
  type Labels,
  labelText,
  type MetricFamily,
  sampleLine,
} from '@sonde/analytics/prometheus/exposition.ts'
import { addToHistogram, createHistogram, histogramLines } from '@sonde/analytics/prometheus/histogram.ts'

export type ProcessMetrics = { read(): Promise<MetricFamily[]>; close(): void }

const gcBounds = [0.001, 0.01, 0.1, 1, 2, 5]

const gcKinds: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}

/** What every program on Node tells Prometheus of itself, by the names that dashboards know. */
export function createProcessMetrics(): ProcessMetrics {
  const startedAt = Math.round(Date.now() / 1000 - process.uptime())
  // By turn of the loop and not by a timer: that would wake an idle server a hundred times a second.
  const delays = monitorEventLoopDelay({ samplePerIteration: true })
  delays.enable()
  const collections = new Map<string, ReturnType<typeof createHistogram>>()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const kind = gcKinds[kindOf(entry)]
      if (kind === undefined) continue
      const histogram = collections.get(kind) ?? createHistogram(gcBounds)
      collections.set(kind, histogram)
      addToHistogram(histogram, [entry.duration], { bounds: gcBounds, factor: 1 / 1000 })
    }
  })
  observer.observe({ entryTypes: ['gc'] })

  async function loopFamilies(): Promise<MetricFamily[]> {
    const beforeMs = performance.now()
    await nextTurn()
    const lag = (performance.now() - beforeMs) / 1000
    const families = [
      gaugeFamily('nodejs_eventloop_lag_seconds', 'Lag of event loop in seconds.', lag),
      ...(
        [
          ['min', 'The minimum recorded event loop delay.', delays.min],
          ['max', 'The maximum recorded event loop delay.', delays.max],
          ['mean', 'The mean of the recorded event loop delays.', delays.mean],
          ['stddev', 'The standard deviation of the recorded event loop delays.', delays.stddev],
          ['p50', 'The 50th percentile of the recorded event loop delays.', delays.percentile(50)],
          ['p90', 'The 90th percentile of the recorded event loop delays.', delays.percentile(90)],
          ['p99', 'The 99th percentile of the recorded event loop delays.', delays.percentile(99)],
        ] as const
      ).map(([name, help, nanoseconds]) =>
        gaugeFamily(`nodejs_eventloop_lag_${name}_seconds`, help, nanoseconds / 1e9),
      ),
    ]
    delays.reset()
    return families
  }

  function gcFamily(): MetricFamily {
    const name = 'nodejs_gc_duration_seconds'
    return {
      name,
      help: 'Garbage collection duration by kind, one of major, minor, incremental or weakcb.',
      type: 'histogram',
      lines: [...collections].flatMap(([kind, histogram]) => [
        ...histogramLines(name, histogram, {
          bounds: gcBounds,
          labelsOf: (bound) =>
            labelText([...(bound === null ? [] : [['le', bound] as const]), ['kind', kind]]),
        }),
      ]),
    }
  }

  return {
    async read() {
      return [
        ...cpuFamilies(),
        gaugeFamily(
          'process_start_time_seconds',
          'Start time of the process since unix epoch in seconds.',
          startedAt,
        ),
        ...memoryFamilies(),
        ...descriptorFamilies(),
        ...(await loopFamilies()),
        ...activeFamilies(),
        ...heapFamilies(),
        versionFamily(),
        gcFamily(),
      ]
    },
    close() {
      delays.disable()
      observer.disconnect()
    },
  }
}

function cpuFamilies(): MetricFamily[] {
  const { user, system } = process.cpuUsage()
  return [
    counterFamily('process_cpu_user_seconds_total', 'Total user CPU time spent in seconds.', user / 1e6),
    counterFamily(
      'process_cpu_system_seconds_total',
      'Total system CPU time spent in seconds.',
      system / 1e6,
    ),
    counterFamily(
      'process_cpu_seconds_total',
      'Total user and system CPU time spent in seconds.',
      (user + system) / 1e6,
    ),
  ]
}

/** Where there is no such file, the size that Node knows is all that is told. */
function memoryFamilies(): MetricFamily[] {
  const status = readSystemFile('/proc/self/status')
  const resident = ['process_resident_memory_bytes', 'Resident memory size in bytes.'] as const
  if (status === null) return [gaugeFamily(...resident, process.memoryUsage.rss())]
  const bytesOf = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1])
  return [
    gaugeFamily(...resident, bytesOf('VmRSS')),
    gaugeFamily('process_virtual_memory_bytes', 'Virtual memory size in bytes.', bytesOf('VmSize')),
    gaugeFamily('process_heap_bytes', 'Process heap size in bytes.', bytesOf('VmData')),
  ]
}

function descriptorFamilies(): MetricFamily[] {
  const limits = readSystemFile('/proc/self/limits')
  if (limits === null) return []
  // The one that reads the folder is not counted.
  const open = readdirSync('/proc/self/fd').length - 1
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return [
    gaugeFamily('process_open_fds', 'Number of open file descriptors.', open),
    ...(most === undefined
      ? []
      : [gaugeFamily('process_max_fds', 'Maximum number of open file descriptors.', Number(most))]),
  ]
}

function activeFamilies(): MetricFamily[] {
  return [
    ...countedFamilies(
      'resources',
      'Number of active resources that are currently keeping the event loop alive, grouped by async resource type.',
      process.getActiveResourcesInfo(),
    ),
    ...countedFamilies(
      'handles',
      'Number of active libuv handles grouped by handle type. Every handle type is C++ class name.',
      activeObjects('_getActiveHandles'),
    ),
    ...countedFamilies(
      'requests',
      'Number of active libuv requests grouped by request type. Every request type is C++ class name.',
      activeObjects('_getActiveRequests'),
    ),
  ]
}

function countedFamilies(what: string, help: string, types: readonly string[]): MetricFamily[] {
  const byType = Map.groupBy(types, (type) => type)
  const name = `nodejs_active_${what}`
  const counts = [...byType].map(([type, those]) => [[['type', type]], those.length] as const)
  return [
    gaugeOf(name, help, counts),
    gaugeFamily(`${name}_total`, `Total number of active ${what}.`, types.length),
  ]
}

/** The names of their classes. Node lists them without saying so in its types. */
function activeObjects(list: '_getActiveHandles' | '_getActiveRequests'): string[] {
  const read: unknown = Reflect.get(process, list)
  const objects: unknown = typeof read === 'function' ? Reflect.apply(read, process, []) : []
  if (!Array.isArray(objects)) return []
  return objects.map((object: object) => object.constructor.name)
}

function heapFamilies(): MetricFamily[] {
  const { heapTotal, heapUsed, external } = process.memoryUsage()
  const spaces = getHeapSpaceStatistics().map((space) => ({
    labels: [['space', space.space_name.replace(/_space$/, '')]] as const,
    total: space.space_size,
    used: space.space_used_size,
    available: space.space_available_size,
  }))
  return [
    gaugeFamily('nodejs_heap_size_total_bytes', 'Process heap size from Node.js in bytes.', heapTotal),
    gaugeFamily('nodejs_heap_size_used_bytes', 'Process heap size used from Node.js in bytes.', heapUsed),
    gaugeFamily('nodejs_external_memory_bytes', 'Node.js external memory size in bytes.', external),
    ...(['total', 'used', 'available'] as const).map((what) =>
      gaugeOf(
        `nodejs_heap_space_size_${what}_bytes`,
        `Process heap space size ${what} from Node.js in bytes.`,
        spaces.map((space) => [space.labels, space[what]]),
      ),
    ),
  ]
}

function versionFamily(): MetricFamily {
  const [major = '', minor = '', patch = ''] = process.versions.node.split('.')
  const labels = [
    ['version', process.version],
    ['major', major],
    ['minor', minor],
    ['patch', patch],
  ] as const
  return gaugeOf('nodejs_version_info', 'Node.js version info.', [[labels, 1]])
}

/** Node tells it without saying so in its types. */
function kindOf(entry: PerformanceEntry): number {
  const detail: unknown = Reflect.get(entry, 'detail')
  return isRecord(detail) ? Number(detail['kind']) : -1
}

/** Null on systems that have none. */
function readSystemFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function gaugeOf(name: string, help: string, samples: readonly (readonly [Labels, number])[]): MetricFamily {
  const lines = samples.map(([labels, value]) => sampleLine(name, labelText(labels), value))
  return { name, help, type: 'gauge', lines }
}
