import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startNatsAt } from '@sonde/runs/testing/nats-servers.ts'
import { createPostgres } from '../postgres.ts'
import { programScript } from '../program-scripts.ts'
import { createProgramPart, type Part, PartFailure, type ProgramPart } from './program-part.ts'
import { startReverseProxy } from './reverse-proxy.ts'

export type Cluster = {
  /** In the order in which they were started. */
  parts: readonly Part[]
  url: string
  databaseUrl: string
  natsUrl: string
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
}

const serverCount = 3
const agentCount = 2
/** Where the agents are: it is what a new check has unless told. */
const location = 'eu-west-1'

export type PortPlan = ReturnType<typeof portsFrom>

/** Who listens where. */
export function portsFrom(port: number) {
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
export async function startCluster({ folder, port, monitors }: ClusterPlan): Promise<Cluster> {
  await using started = new AsyncDisposableStack()
  const ports = portsFrom(port)
  for (const name of ['postgres', 'nats', 'data', 'logs']) mkdirSync(join(folder, name), { recursive: true })
  const postgres = createPostgres({ folder: join(folder, 'postgres'), port: ports.postgres })
  await postgres.start()
  started.defer(() => postgres.stop())
  const nats = await startNatsAt({ folder: join(folder, 'nats'), ports: ports.nats })
  started.defer(() => nats.stop())
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
      script: programScript(kind),
      environment,
      logFile: join(folder, 'logs', `${name}.log`),
      readyWords: kind === 'server' ? /Sonde is running at \S+\n(?:.*\n)+/ : null,
    })
  const shared = {
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    // On one machine the folder is shared, so that any server finds the files of runs.
    SONDE_DATA_DIR: join(folder, 'data'),
    SONDE_ENCRYPTION_KEY: secretIn(join(folder, 'encryption-key'), () => randomBytes(32).toString('hex')),
    SONDE_EMBEDDED_AGENT: 'off',
    SONDE_DRAIN_SECONDS: '1',
  }
  const servers = ports.servers.map((own, index) => {
    const name = `server-${index + 1}`
    return program(name, 'server', { ...shared, PORT: String(own), SONDE_SERVER_NAME: name })
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
  const agentKeyFile = join(folder, 'agent-key')
  const isNew = !existsSync(agentKeyFile)
  if (isNew) {
    const { rawKey } = (await call('POST', `/v1/locations/${location}/keys`)) as { rawKey: string }
    secretIn(agentKeyFile, () => rawKey)
  }
  const agents = Array.from({ length: agentCount }, (_, index) =>
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
    parts: [{ name: 'postgres', ...postgres }, ...nats.nodes.map(nodePart), ...servers, ...agents],
    url: proxy.url,
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    keyFile,
    setupLink,
    stop: () => ending.disposeAsync(),
  }
}

function nodePart(node: Part, index: number): Part {
  return { ...node, name: `nats-${index + 1}` }
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
  return async (method: string, path: string, body: unknown = {}): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-service-account': account,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new PartFailure(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
}
