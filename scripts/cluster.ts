// `npm run cluster`: a whole installation with several servers on this machine, to try and to break.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { installChecks } from '../bench/install-checks.ts'
import { pingMonitors } from '../bench/ping-monitors.ts'
import { addressesOf, waysToBreak } from './cluster/advice.ts'
import { PartFailure } from './cluster/program-part.ts'
import { reportText, whatFailed } from './cluster/soak-report.ts'
import { soak, soakedSettings } from './cluster/soak.ts'
import { type Cluster, type ClusterPlan, location, portsFrom, startCluster } from './cluster/start-cluster.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { clusterPackages, withoutDebianPackages } from './debian-packages.ts'
import { PostgresStartError } from './postgres.ts'

/** More would keep a small machine busy if each ran every 10 seconds. */
const mostOfTenSeconds = 250

const help = `Runs Sonde on three servers on this machine, to try it and to break it: PostgreSQL, three nodes of NATS, three
servers, a proxy and two agents, all of them on 127.0.0.1. Needs the Debian packages postgresql and nats-server; as root
it installs them.

  npm run cluster
  npm run cluster -- --port 4000 --data /var/tmp/sonde-cluster
  npm run cluster -- --soak 30 --monitors 100

  --port N       Port of the proxy; the others use the 23 ports after it (default 3100)
  --data FOLDER  Keep everything in this folder, and go on with what it holds; otherwise it is deleted at the end
  --monitors N   How many monitors a new installation has, each every 10 seconds (default 12); of more than 250,
                 up to 10000, each every minute
  --soak N       Break it by itself: a fault at random every 30 seconds for N minutes (1 to 1440), then a report of
                 slots, alerts and how late runs began. Exits with 1 if a slot or an alert was lost or doubled
  --help         Show this
`

class UsageMistake extends Error {}

type Orders = { port: number; data: string | null; monitors: number; soakMinutes: number | null }

// At once: whoever ends a soak does not wait for the fault that is under way.
process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  const orders = readOrders(args)
  if (typeof orders === 'number') return orders
  const isKept = orders.data !== null
  const stopping = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.resolve())
  let folder: string | null = null
  try {
    requirePackages()
    await requirePorts(orders.port)
    folder = isKept ? resolve(orders.data ?? '') : mkdtempSync(join(tmpdir(), 'sonde-cluster-'))
    mkdirSync(folder, { recursive: true })
    say('Starting PostgreSQL, NATS, the servers and the agents…\n')
    const settings = orders.soakMinutes === null ? {} : soakedSettings
    const cluster = await startCluster({ folder, settings, ...orders, ...monitorsOf(orders) })
    say(addressesOf(cluster, folder))
    const exitCode =
      orders.soakMinutes === null
        ? await untilStopped(cluster, stopping.promise)
        : await Promise.race([breakForMinutes(cluster, orders.soakMinutes), stopping.promise.then(() => 130)])
    say('\nStopping everything…\n')
    await cluster.stop()
    return exitCode
  } catch (error) {
    if (!(error instanceof PartFailure || error instanceof PostgresStartError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  } finally {
    if (folder !== null && !isKept) rmSync(folder, { recursive: true, force: true })
    if (folder !== null) say(isKept ? `Everything is kept in ${folder}\n` : `Deleted ${folder}\n`)
  }
}

/** A few are made as people make them; thousands are there before the first server starts. */
function monitorsOf({ monitors }: Orders): Pick<ClusterPlan, 'monitors' | 'prepare'> {
  if (monitors <= mostOfTenSeconds) return { monitors }
  return {
    monitors: 0,
    async prepare({ isNew, databaseUrl, dataDir }) {
      if (!isNew) return
      const account = { accountId: randomUUID(), key: `cu_${randomBytes(32).toString('hex')}` }
      await installChecks({ databaseUrl, dataDir, ...account }, pingMonitors(monitors, location))
    },
  }
}

async function untilStopped(cluster: Cluster, stopped: Promise<void>): Promise<number> {
  say(waysToBreak(cluster.parts))
  const stopListening = listen(cluster)
  await stopped
  stopListening()
  return 0
}

async function breakForMinutes(cluster: Cluster, minutes: number): Promise<number> {
  const report = await soak(cluster, {
    durationMs: minutes * minuteMs,
    everyMs: 30 * secondMs,
    flapping: 20,
    failing: 20,
    choose: (count) => randomInt(count),
    say: (line) => say(`${line}\n`),
  })
  say(`\n${reportText(report)}`)
  return whatFailed(report).length === 0 ? 0 : 1
}

function say(text: string): void {
  process.stdout.write(text)
}

/** The exit code when there is nothing to do. */
function readOrders(args: string[]): Orders | number {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        monitors: { type: 'string' },
        soak: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (values.help === true) {
      say(help)
      return 0
    }
    return {
      port: wholeNumber('--port', values.port ?? '3100', { least: 1024, most: 65_500 }),
      data: values.data ?? null,
      monitors: wholeNumber('--monitors', values.monitors ?? '12', { least: 0, most: 10_000 }),
      soakMinutes:
        values.soak === undefined ? null : wholeNumber('--soak', values.soak, { least: 1, most: 1_440 }),
    }
  } catch (error) {
    if (!(error instanceof UsageMistake) && !(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n\n${help}`)
    return 2
  }
}

function wholeNumber(name: string, text: string, { least, most }: { least: number; most: number }): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new UsageMistake(`${name}: must be a whole number from ${least} to ${most}`)
}

function requirePackages(): void {
  const trouble = withoutDebianPackages(clusterPackages)
  if (trouble !== null) throw new PartFailure(trouble)
}

async function requirePorts(port: number): Promise<void> {
  const { proxy, servers, postgres, nats } = portsFrom(port)
  const taken: number[] = []
  for (const wanted of [proxy, ...servers, postgres, ...nats]) if (!(await isFree(wanted))) taken.push(wanted)
  if (taken.length === 0) return
  throw new PartFailure(
    `Ports in use on 127.0.0.1: ${taken.join(', ')}. Stop what listens there, or choose others with --port.`,
  )
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

/** Tells of parts that have ended, and starts those whose name somebody enters. */
function listen({ parts }: Cluster): () => void {
  let isStopping = false
  for (const part of parts) {
    part.onEnd(() => {
      if (!isStopping) say(`${part.name} has ended. To start it again, enter: ${part.name}\n`)
    })
  }
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on('line', (line) => void obey(line.trim()))

  async function obey(word: string): Promise<void> {
    if (word === '') return
    if (word === 'status') return say(waysToBreak(parts))
    const part = parts.find(({ name }) => name === word)
    if (part === undefined) {
      return say(`There is no part "${word}": ${parts.map(({ name }) => name).join(', ')}, or "status"\n`)
    }
    const running = part.pid()
    if (running !== null) return say(`${word} is running, with process id ${running}\n`)
    try {
      await part.start()
      say(`${word} is running again, with process id ${part.pid() ?? 'unknown'}\n`)
    } catch (error) {
      say(`${word} could not be started: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }

  return () => {
    isStopping = true
    lines.close()
    process.stdin.destroy()
  }
}
