import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NatsServers, startNatsAt } from '@sonde/runs/testing/nats-servers.ts'
import { createPostgres, type Postgres } from '../postgres.ts'
import { agentFlags, serverFlags } from '../node-options.mjs'
import { programScript } from '../program-scripts.ts'
import { createProgramPart, type Part, PartFailure, type ProgramPart } from './program-part.ts'
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'

export type Cluster = {
  /** In the order in which they were started. */
  parts: readonly Part[]
  postgres: Postgres
  /** Null where one server runs all checks. */
  nats: NatsServers | null
  servers: readonly ProgramPart[]
  agents: readonly ProgramPart[]
  proxy: ReverseProxy
  url: string
  /** A request through the proxy, as the first account; its answer, which must be a good one. */
  call(method: string, path: string, body?: unknown): Promise<unknown>
  keyFile: string
  /** Null when somebody has had it before. */
  setupLink: string | null
  stop(): Promise<void>
}

export type ClusterPlan = {
  /** Everything that is kept is in it. */
  folder: string
  /** That of the proxy; the others follow. */
  port: number
  /** How many monitors a new installation begins with. */
  monitors: number
  servers?: number
  agents?: number
  /** Three nodes, unless one server is to run all checks. */
  hasNats?: boolean
  /** How nodes reach each other, when not directly. */
  natsRouteOf?: (from: number, to: number) => string
  /** Of all servers, on top. */
  settings?: Readonly<Record<string, string>>
  /** Of one of them, the first of which is 0. */
  settingsOf?: (index: number, site: { natsUrl: string }) => Readonly<Record<string, string>>
  postgresSettings?: Readonly<Record<string, string>>
  /** Instead of one in the folder; started and stopped with the rest. */
  postgres?: Postgres
  /** What is done before the first server starts. */
  prepare?(place: { isNew: boolean; databaseUrl: string; dataDir: string }): Promise<void>
}

const usualServers = 3
const usualAgents = 2
/** Where the agents are: it is what a new check has unless told. */
export const location = 'eu-west-1'

/** Who listens where. */
export function portsFrom(port: number, serverCount = usualServers) {
  const following = (from: number, count: number) => Array.from({ length: count }, (_, nth) => from + nth)
  return {
    proxy: port,
    servers: following(port + 1, serverCount),
    postgres: port + 5,
    /** For clients, then for each other. */
    nats: [...following(port + 11, 3), ...following(port + 21, 3)],
  }
}

/** Three servers on PostgreSQL and three nodes of NATS, behind a proxy, with agents; all of it on loopback. */
export async function startCluster(plan: ClusterPlan): Promise<Cluster> {
  const { folder, port, monitors } = plan
  await using started = new AsyncDisposableStack()
  const ports = portsFrom(port, plan.servers)
  // PostgreSQL has a user of its own, who must get to its folder, and not into the others.
  chmodSync(folder, 0o711)
  for (const name of ['postgres', 'nats', 'data', 'logs'])
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  const postgres =
    plan.postgres ??
    createPostgres({
      folder: join(folder, 'postgres'),
      port: ports.postgres,
      settings: plan.postgresSettings ?? {},
    })
  await postgres.start()
  started.defer(() => postgres.stop())
  const nats =
    plan.hasNats === false
      ? null
      : await startNatsAt({ folder: join(folder, 'nats'), ports: ports.nats, routeOf: plan.natsRouteOf })
  started.defer(async () => await nats?.stop())
  const agentKeyFile = join(folder, 'agent-key')
  const isNew = !existsSync(agentKeyFile)
  await plan.prepare?.({ isNew, databaseUrl: postgres.url, dataDir: join(folder, 'data') })
  const proxy = await startReverseProxy({
    targets: ports.servers.map((own) => `http://127.0.0.1:${own}`),
    port: ports.proxy,
  })
  started.defer(() => proxy.stop())

  const program = (
    name: string,
    kind: 'server' | 'agent',
    environment: Readonly<Record<string, string>>,
  ): ProgramPart =>
    createProgramPart({
      name,
      flags: kind === 'server' ? serverFlags : agentFlags,
      script: programScript(kind),
      environment,
      logFile: join(folder, 'logs', `${name}.log`),
      readyWords: kind === 'server' ? /Sonde is running at \S+\n(?:.*\n)+/ : null,
    })
  const shared = {
    DATABASE_URL: postgres.url,
    ...(nats === null ? {} : { NATS_URL: nats.url }),
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    // On one machine the folder is shared: any server finds the files of runs, and the key of the first.
    SONDE_DATA_DIR: join(folder, 'data'),
    SONDE_EMBEDDED_AGENT: 'off',
    SONDE_DRAIN_SECONDS: '1',
    ...plan.settings,
  }
  const servers = ports.servers.map((own, index) => {
    const name = `server-${index + 1}`
    return program(name, 'server', {
      ...shared,
      PORT: String(own),
      SONDE_SERVER_NAME: name,
      ...plan.settingsOf?.(index, { natsUrl: nats?.url ?? '' }),
    })
  })
  started.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const [first, ...others] = servers
  // The first one alone, so that it is known who prints the set-up link.
  await first?.start()
  await Promise.all(others.map((server) => server.start()))
  const words = first?.output() ?? ''
  const account = /Account id +(\S+)/.exec(words)?.[1] ?? ''
  const setupLink = /Set-up +(\S+)/.exec(words)?.[1] ?? null
  const keyFile = join(folder, 'data/api-key')
  const call = caller(proxy.url, { account, key: readFileSync(keyFile, 'utf8').trim() })
  if (isNew) {
    const { rawKey } = (await call('POST', `/v1/locations/${location}/keys`)) as { rawKey: string }
    secretIn(agentKeyFile, () => rawKey)
  }
  const agents = Array.from({ length: plan.agents ?? usualAgents }, (_, index) =>
    program(`agent-${index + 1}`, 'agent', {
      SERVICE_URL: proxy.url,
      API_KEY: readFileSync(agentKeyFile, 'utf8').trim(),
      AGENT_HEALTH_PORT: '0',
      AGENT_METRICS_PORT: '0',
    }),
  )
  started.defer(async () => void (await Promise.all(agents.map((agent) => agent.stop()))))
  for (const agent of agents) await agent.start()
  if (isNew) {
    for (let nth = 1; nth <= monitors; nth += 1) await call('POST', '/v1/checks/icmp', monitor(nth))
  }

  const ending = started.move()
  return {
    parts: [
      { name: 'postgres', ...postgres },
      ...(nats?.nodes ?? []).map((node, index) => ({ ...node, name: `nats-${index + 1}` })),
      ...servers,
      ...agents,
    ],
    postgres,
    nats,
    servers,
    agents,
    proxy,
    url: proxy.url,
    call,
    keyFile,
    setupLink,
    stop: () => ending.disposeAsync(),
  }
}

/** What the file holds, or what is written to it now. */
function secretIn(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** Due every ten seconds, so that one sees soon what becomes of runs. */
function monitor(nth: number): Record<string, unknown> {
  return {
    name: `Monitor ${nth}`,
    request: { hostname: `127.0.0.${nth}`, pingCount: 2 },
    locations: [location],
    frequency: 0,
    frequencyOffset: 10,
  }
}

function caller(url: string, { account, key }: { account: string; key: string }) {
  return async (method: string, path: string, body: unknown = null): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-service-account': account,
        'content-type': 'application/json',
      },
      body: method === 'GET' ? null : JSON.stringify(body ?? {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new PartFailure(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
