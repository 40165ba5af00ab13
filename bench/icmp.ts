import { spawn } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startIcmpEngine } from '@sonde/probes/icmp-engine/engine.ts'
import type { IcmpEngine } from '@sonde/probes/icmp-engine/ping-run.ts'
import { findProgram } from '../scripts/find-program.ts'
import { startBlackbox } from './blackbox.ts'
import type { Report, Row } from './report.ts'

const hosts = Array.from({ length: 254 }, (_, index) => `127.0.0.${index + 1}`)
/** Each is measured in turns with the others, so that a busy moment of the machine hits all. */
const rounds = 3
const roundMs = 3000

type Stats = { perSecond: number; cpuMicroseconds: number }

/** The engine beside fping and blackbox_exporter, all against the kernel's own echo on loopback. */
export async function benchIcmp(): Promise<Report> {
  const flood = await startIcmpEngine({ intervalMs: 0 })
  const fping = findProgram('fping')
  const blackbox = findProgram('prometheus-blackbox-exporter')
  const measured: { ours: Stats[]; fping: Stats[]; blackbox: Stats[] } = {
    ours: [],
    fping: [],
    blackbox: [],
  }
  await floodLoopback(flood, 1000)
  for (let round = 0; round < rounds; round += 1) {
    measured.ours.push(await floodLoopback(flood, roundMs))
    if (fping !== null) measured.fping.push(await runFping(fping))
    if (blackbox !== null) measured.blackbox.push(await runBlackbox(blackbox))
  }
  const socketKind = flood.capability.ipv4
  await flood.close()
  const ours = middleOf(measured.ours)
  const rows: Row[] = [
    {
      what: `engine (${socketKind} socket)`,
      value: ours.perSecond,
      unit: 'round trips/s',
      goal: '>= 100000',
    },
    {
      what: 'engine, all threads',
      value: ours.cpuMicroseconds,
      unit: 'µs of CPU per ping',
      goal: "<= fping's",
    },
  ]
  if (measured.fping.length > 0) {
    const { perSecond, cpuMicroseconds } = middleOf(measured.fping)
    rows.push(
      { what: 'fping', value: perSecond, unit: 'round trips/s', goal: '' },
      { what: 'fping', value: cpuMicroseconds, unit: 'µs of CPU per ping', goal: '' },
      {
        what: 'CPU per ping, engine / fping',
        value: ours.cpuMicroseconds / cpuMicroseconds,
        unit: '',
        goal: '<= 1',
      },
    )
  }
  if (measured.blackbox.length > 0) {
    const { perSecond, cpuMicroseconds } = middleOf(measured.blackbox)
    rows.push(
      { what: 'blackbox_exporter', value: perSecond, unit: 'probes/s', goal: '' },
      { what: 'blackbox_exporter', value: cpuMicroseconds, unit: 'µs of CPU per ping', goal: '' },
    )
  }
  rows.push(...(await measureError()), ...(await measureNormalLoad()))
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`
  return { name: 'icmp', machine, rows }
}

/** As many round trips as the engine manages: 1,000 runs of 50 pings at a time, each ping sent as soon as it may be. */
async function floodLoopback(engine: IcmpEngine, durationMs: number): Promise<Stats> {
  const startedMs = performance.now()
  const before = process.cpuUsage()
  let replies = 0
  const keepPinging = async (index: number): Promise<void> => {
    while (performance.now() - startedMs < durationMs) {
      const { pings } = await engine.ping({ address: hostAt(index), family: 'IPv4', count: 50 })
      for (const { kind, sequence } of pings) {
        if (kind !== 'reply') throw new Error(`ping ${sequence} of ${hostAt(index)} came to nothing: ${kind}`)
      }
      replies += pings.length
    }
  }
  await Promise.all(Array.from({ length: 1000 }, (_, index) => keepPinging(index)))
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: replies / ((performance.now() - startedMs) / 1000),
    cpuMicroseconds: (user + system) / replies,
  }
}

/**
 * What our own doing adds to a round trip. On loopback the kernel answers by itself, so an idle engine shows what
 * the kernel takes; whatever a ping shows above the median of that, with 100,000 pings a second in the air and a main
 * thread that does nothing but spin, is counted as our error.
 */
async function measureError(): Promise<Row[]> {
  const engine = await startIcmpEngine({ intervalMs: 20 })
  await settle(engine, 50)
  const idle = (await settle(engine, 100)).rtts
  const busyRuns = Array.from({ length: 2000 }, (_, index) =>
    engine.ping({ address: hostAt(index), family: 'IPv4', count: 50 }),
  )
  // Two turns of the event loop, so that the orders have left.
  await delay(1)
  const untilMs = performance.now() + 1200
  while (performance.now() < untilMs) Math.sqrt(untilMs)
  const busy = await Promise.all(busyRuns)
  await engine.close()
  const rtts = busy.flatMap(({ pings }) =>
    pings.flatMap((ping) => (ping.kind === 'reply' ? [ping.rttMs] : [])),
  )
  const noises = busy.flatMap(({ noiseMs }) => (noiseMs === null ? [] : [noiseMs]))
  const idleMedian = quantile(idle, 0.5)
  return [
    { what: 'round trip, idle, median', value: idleMedian * 1000, unit: 'µs', goal: '' },
    { what: 'round trip, idle, p99', value: quantile(idle, 0.99) * 1000, unit: 'µs', goal: '' },
    {
      what: 'round trip, full load, busy main thread, median',
      value: quantile(rtts, 0.5) * 1000,
      unit: 'µs',
      goal: '',
    },
    {
      what: 'added error at p99, full load, busy main thread',
      value: (quantile(rtts, 0.99) - idleMedian) * 1000,
      unit: 'µs',
      goal: '< 50',
    },
    {
      what: "the same by the engine's own clock readings (noise of a run, median)",
      value: quantile(noises, 0.5) * 1000,
      unit: 'µs',
      goal: '',
    },
    {
      what: 'pings lost under that load',
      value: busy.reduce((sum, { pings }) => sum + pings.filter(({ kind }) => kind !== 'reply').length, 0),
      unit: '',
      goal: '0',
    },
  ]
}

async function settle(engine: IcmpEngine, runs: number): Promise<{ rtts: number[] }> {
  const rtts: number[] = []
  for (let index = 0; index < runs; index += 1) {
    const { pings } = await engine.ping({ address: hostAt(index), family: 'IPv4', count: 2 })
    for (const ping of pings) if (ping.kind === 'reply') rtts.push(ping.rttMs)
  }
  return { rtts }
}

/** 100,000 monitors, each once a minute, 10 pings 500 ms apart: 1,667 runs begin every second for ten seconds. */
async function measureNormalLoad(): Promise<Row[]> {
  const engine = await startIcmpEngine()
  const perSecond = 1667
  const seconds = 10
  const cpuBefore = process.cpuUsage()
  const mainBefore = process.threadCpuUsage()
  const running: Promise<number>[] = []
  const startedMs = performance.now()
  for (let begun = 0; begun < perSecond * seconds;) {
    const due = Math.min(
      perSecond * seconds,
      Math.floor(((performance.now() - startedMs) / 1000) * perSecond),
    )
    for (; begun < due; begun += 1) {
      const run = engine.ping({ address: hostAt(begun), family: 'IPv4', count: 10 })
      running.push(run.then(({ pings }) => pings.filter(({ kind }) => kind !== 'reply').length))
    }
    await delay(5)
  }
  const losses = await Promise.all(running)
  const { user, system } = process.cpuUsage(cpuBefore)
  const main = process.threadCpuUsage(mainBefore)
  await engine.close()
  return [
    {
      what: '1,667 runs/s of 10 pings: all threads',
      value: (user + system) / losses.length,
      unit: 'µs of CPU per run',
      goal: '',
    },
    {
      what: '1,667 runs/s of 10 pings: main thread',
      value: (main.user + main.system) / losses.length,
      unit: 'µs of CPU per run',
      goal: '',
    },
    {
      what: '1,667 runs/s of 10 pings: pings lost',
      value: losses.reduce((sum, lost) => sum + lost, 0),
      unit: '',
      goal: '0',
    },
  ]
}

/** Its best: no pause between hosts, a millisecond between rounds, and no more pings than it has numbers for. */
async function runFping(program: string): Promise<Stats> {
  const pingsPerHost = 250
  const command = `TIMEFORMAT='%R %U %S'; time "$@" >/dev/null 2>&1`
  const options = ['-q', '-i', '0', '-p', '1', '-t', '500', '-C', String(pingsPerHost), ...hosts]
  const child = spawn('bash', ['-c', command, 'bash', program, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [real = 0, user = 0, system = 0] = (await text(child.stderr)).trim().split(' ').map(Number)
  const pings = pingsPerHost * hosts.length
  return { perSecond: pings / real, cpuMicroseconds: ((user + system) * 1e6) / pings }
}

/** One ping per probe, eight probes at a time. */
async function runBlackbox(program: string): Promise<Stats> {
  const module = '  icmp: { prober: icmp, timeout: 5s, icmp: { preferred_ip_protocol: ip4 } }\n'
  const blackbox = await startBlackbox(program, module)
  try {
    const cpuBefore = blackbox.cpuSeconds()
    const startedMs = performance.now()
    let probes = 0
    let asked = 0
    const keepProbing = async (): Promise<void> => {
      while (performance.now() - startedMs < roundMs) {
        asked += 1
        // It loses some of its own under load: those are not round trips.
        if (await blackbox.probe('icmp', hostAt(asked))) probes += 1
      }
    }
    await Promise.all(Array.from({ length: 8 }, keepProbing))
    return {
      perSecond: probes / ((performance.now() - startedMs) / 1000),
      cpuMicroseconds: ((blackbox.cpuSeconds() - cpuBefore) * 1e6) / probes,
    }
  } finally {
    await blackbox.stop()
  }
}

function middleOf(stats: readonly Stats[]): Stats {
  const middle = stats.toSorted((a, b) => a.cpuMicroseconds - b.cpuMicroseconds)[Math.floor(stats.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function hostAt(index: number): string {
  return hosts[index % hosts.length] ?? '127.0.0.1'
}
