import { type Dialect, Kysely } from 'kysely'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig, types } from 'pg'
import type { Database, Db } from '../database.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { StandbyHost } from './postgres-errors.ts'
import type { PostgresHosts } from './postgres-hosts.ts'

/** To one host, and in a pool for a connection that is free. */
const connectTimeoutMs = 5_000
/** Where another host may answer. */
const hostTimeoutMs = 2_000

export type PoolFigures = { used: number; idle: number; waiting: number }

export type OpenedPool = { db: Db; dialect: Dialect; figures(): PoolFigures }

/** Connects when first used, and has no limits of time but those that are given. */
export function openPool(
  hosts: PostgresHosts,
  limits: PoolConfig,
  { plansOnce = false }: { plansOnce?: boolean } = {},
): OpenedPool {
  const pool = new Pool({
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser },
    async onConnect(client) {
      await requirePrimary(hosts, client)
      if (plansOnce) await client.query('set plan_cache_mode = force_generic_plan')
    },
    ...limits,
    Client: clientOf(hosts),
  })
  // A lost connection makes an event that would end the process if nobody listened. There is nothing to
  // do: a query under way fails by itself, and the pool replaces the connection when it is next needed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = createPostgresDialect(pool, hosts)
  return {
    db: new Kysely<Database>({ dialect }),
    dialect,
    figures: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/** A connection of its own, at the primary. `prepare` is called before it connects. */
export async function connectClient(
  hosts: PostgresHosts,
  config: ClientConfig,
  prepare: (client: Client) => void,
): Promise<Client> {
  const HostClient = clientOf(hosts)
  for (let tried = 1; ; tried += 1) {
    const address = hosts.current()
    const client = new HostClient({ connectionTimeoutMillis: connectTimeoutMs, ...config })
    client.on('error', () => {})
    try {
      await client.connect()
      await requirePrimary(hosts, client)
      prepare(client)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      hosts.leave(address)
      if (tried >= hosts.count) throw error
    }
  }
}

/** `pg` knows one host for each connection: the one that is current when it is made. */
function clientOf(hosts: PostgresHosts) {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super({
        ...(typeof config === 'object' ? config : {}),
        connectionString: hosts.current(),
        ...(hosts.count > 1 ? { connectionTimeoutMillis: hostTimeoutMs } : {}),
      })
    }
  }
}

async function requirePrimary(hosts: PostgresHosts, client: ClientBase): Promise<void> {
  if (hosts.count === 1) return
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby === true) throw new StandbyHost()
}

/** Times in milliseconds and counts stay below 2^53, so eight-byte integers are read as numbers. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === types.builtins.INT8 && format !== 'binary'
    ? Number
    : format === 'binary'
      ? types.getTypeParser(oid, 'binary')
      : types.getTypeParser(oid, 'text')
