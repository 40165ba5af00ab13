import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { jetstreamManager, StorageType } from '@nats-io/jetstream'

/** Why tests with NATS are skipped; false where there is one. */
export const withoutNats = spawnFails() ? 'nats-server is not installed' : false

export type NatsNode = {
  readonly name: string
  readonly url: string
  /** Null while it does not run. */
  pid(): number | null
  /** Called whenever it has ended, told to or not. */
  onEnd(listener: () => void): void
  kill(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

export type NatsServers = {
  readonly nodes: readonly NatsNode[]
  /** As `NATS_URL` has them. */
  readonly url: string
  stop(): Promise<void>
}

function spawnFails(): boolean {
  return !['/usr/sbin', '/usr/bin', '/usr/local/bin', '/sbin'].some((folder) => {
    try {
      return statSync(join(folder, 'nats-server')).isFile()
    } catch {
      return false
    }
  })
}

/** Where nodes keep what they have, and where they listen: for clients, then for each other. */
export type NatsPlace = {
  folder: string
  ports: readonly number[]
  /** Where a node reaches another that comes after it, when not directly: then they find each other in no other way. */
  routeOf?: ((from: number, to: number) => string) | undefined
}

/** One node, or several that know each other, on loopback, with folders of their own. */
export async function startNats(count: 1 | 3 = 1): Promise<NatsServers> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-nats-'))
  const nats = await startNatsAt({ folder, ports: await freePorts(2 * count) })
  return {
    ...nats,
    async stop() {
      await nats.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same in a folder and at ports that somebody has chosen; what they kept there before is there again. */
export async function startNatsAt({ folder, ports, routeOf }: NatsPlace): Promise<NatsServers> {
  const count = ports.length / 2
  const direct = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`)
  const routesOf = (from: number): string => {
    if (routeOf === undefined) return `--routes ${direct.join(',')}`
    const later = direct.flatMap((_, to) => (to > from ? [routeOf(from, to)] : []))
    // What a node says of itself is no way to it, and the last one has to know some way: nobody listens there.
    const nowhere = '127.0.0.1:1'
    return `--cluster_advertise ${nowhere} --routes ${[...later, `nats://${nowhere}`].join(',')}`
  }
  const nodes = Array.from({ length: count }, (_, index) => {
    const [port = 0, routePort = 0] = [ports[index], ports[count + index]]
    const name = `n${index + 1}`
    return createNode({
      name,
      url: `nats://127.0.0.1:${port}`,
      args: words([
        `-a 127.0.0.1 -p ${port} -n ${name} -js -sd ${join(folder, name)}`,
        count === 1
          ? ''
          : `--cluster_name tests --no_advertise --cluster nats://127.0.0.1:${routePort} ${routesOf(index)}`,
      ]),
    })
  })
  await Promise.all(nodes.map((node) => node.start()))
  const url = nodes.map((node) => node.url).join(',')
  await untilUsable(nodes.map((node) => node.url))
  return {
    nodes,
    url,
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()))
    },
  }
}

function createNode({ name, url, args }: { name: string; url: string; args: string[] }): NatsNode {
  const listeners: (() => void)[] = []
  let child: ChildProcess | null = null

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = child
    child = null
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return
    const exit = once(ended, 'exit')
    ended.kill(signal)
    await exit
  }

  return {
    name,
    url,
    pid: () => child?.pid ?? null,
    onEnd: (listener) => void listeners.push(listener),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async start() {
      // It ends with the tests, however they end.
      const command = ['--pdeathsig', 'KILL', '--', 'nats-server', ...args]
      const started = spawn('setpriv', command, {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: '/usr/sbin:/usr/bin:/usr/local/bin:/sbin:/bin' },
      })
      child = started
      const ready = Promise.withResolvers<void>()
      let output = ''
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < 50_000) output += text
        if (text.includes('Server is ready')) ready.resolve()
      })
      started.once('exit', () => {
        ready.reject(new Error(`nats-server ended:\n${output}`))
        if (child === started) child = null
        for (const listener of listeners) listener()
      })
      await ready.promise
    },
  }
}

/** The nodes have found each other and chosen who decides, and all of them keep what they are told to. */
async function untilUsable(urls: readonly string[]): Promise<void> {
  const connection = await connect({
    servers: urls.map((url) => new URL(url).host),
    waitOnFirstConnect: true,
  })
  try {
    for (;;) {
      try {
        const manager = await jetstreamManager(connection, { timeout: 2_000 })
        await manager.streams.add({
          name: 'usable',
          subjects: ['usable'],
          storage: StorageType.Memory,
          num_replicas: urls.length,
        })
        await manager.streams.delete('usable')
        return
      } catch {
        await delay(50)
      }
    }
  } finally {
    await connection.close()
  }
}

/** The node that leads the stream of which the name is told. */
export async function leaderOf(
  { nodes }: NatsServers,
  isStream: (name: string) => boolean,
): Promise<NatsNode> {
  const connection = await connect({ servers: nodes.map(({ url }) => new URL(url).host) })
  try {
    const manager = await jetstreamManager(connection)
    for await (const { config, cluster } of manager.streams.list()) {
      const node = isStream(config.name) ? nodes.find(({ name }) => name === cluster?.leader) : undefined
      if (node !== undefined) return node
    }
    throw new Error('nobody leads the stream')
  } finally {
    await connection.close()
  }
}

/** Whether each stream has a leader, and all nodes have all of it. */
export async function isWhole({ nodes }: NatsServers): Promise<boolean> {
  const connection = await connect({ servers: nodes.map(({ url }) => new URL(url).host) })
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false })
    const streams = await manager.streams.list().next()
    return streams.every(
      ({ cluster }) =>
        cluster?.leader !== undefined &&
        cluster.replicas?.every(({ current, offline }) => current && offline !== true) === true,
    )
  } finally {
    await connection.close()
  }
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => {
    const address = probe.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(
    probes.map(async (probe) => {
      probe.close()
      await once(probe, 'close')
    }),
  )
  return ports
}

function words(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split(' ')).filter((word) => word !== '')
}
