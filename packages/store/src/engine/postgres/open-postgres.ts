import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { OpenedEngine } from '../engine.ts'
import { StoreFailure, StoreUnavailable, describeError, errorCode } from '../failures.ts'
import { createPostgresEngine, type PostgresOptions } from './postgres-engine.ts'
import { StartTimeout } from './postgres-errors.ts'
import { splitHosts } from './postgres-hosts.ts'

const setting = 'DATABASE_URL'
const oldestVersion = 14

/** Where the database is, without the password. */
type Address = { server: string; database: string; user: string }

export async function openPostgres(
  databaseUrl: string,
  { name, ...options }: PostgresOptions & { name?: string } = {},
): Promise<OpenedEngine> {
  const address = parseAddress(databaseUrl)
  const explain = (error: unknown) => explainPostgres(address, error)
  const engine = createPostgresEngine(databaseUrl, name, options)
  try {
    await requireUsableServer(engine.read, address)
    return { engine, setting, databaseName: `the database ${address.database} on ${address.server}`, explain }
  } catch (error) {
    await engine.close()
    throw explain(error)
  }
}

function parseAddress(databaseUrl: string): Address {
  const addresses = splitHosts(databaseUrl).map(parseOneHost)
  const [first = parseOneHost(databaseUrl)] = addresses
  return { ...first, server: addresses.map(({ server }) => server).join(' or ') }
}

function parseOneHost(databaseUrl: string): Address {
  const url = URL.parse(databaseUrl)
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new StoreFailure(
      setting,
      'must have the form postgres://user:password@host:5432/database, with commas between several hosts',
    )
  }
  // A bare / in a password ends the host too early; what follows would be shown as if it were an address.
  if (url.pathname.includes('@') || url.search.includes('@') || url.hash !== '') {
    throw new StoreFailure(
      setting,
      'contains a character in the password that must be escaped: / as %2F, ? as %3F, # as %23',
    )
  }
  const user = decode(url.username) || 'the user of this process'
  return {
    server: `${url.hostname || url.searchParams.get('host') || 'localhost'}:${url.port || '5432'}`,
    database: decode(url.pathname.slice(1)) || user,
    user,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw new StoreFailure(setting, 'contains a % that does not start an escape: write it as %25', error)
  }
}

async function requireUsableServer(db: Db, { server, database }: Address): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding
  `.execute(db)
  const version = Math.floor(Number(rows[0]?.version ?? 0) / 10_000)
  if (version < oldestVersion) {
    throw new StoreFailure(
      setting,
      `${server} runs PostgreSQL ${version}, but ${oldestVersion} or newer is required`,
    )
  }
  if (rows[0]?.encoding !== 'UTF8') {
    throw new StoreFailure(
      setting,
      `the database ${database} has the encoding ${rows[0]?.encoding} instead of UTF8: create it with the encoding UTF8`,
    )
  }
}

function explainPostgres(address: Address, error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  const origin = error instanceof StoreUnavailable ? error.cause : error
  return new StoreFailure(setting, explanationOf(address, origin), error, { isPassing: isPassing(origin) })
}

/** No answer, or one of a server that starts, has no connection left, or is not the primary yet. */
function isPassing(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return !(error instanceof StartTimeout) && (!isSqlState(code) || passingStates.has(code))
}

const passingStates: ReadonlySet<string> = new Set(['57P03', '53300', '25006'])

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
}

function explanationOf({ server, database, user }: Address, error: unknown): string {
  if (error instanceof StartTimeout) {
    return `another server has been migrating the database ${database} for 10 minutes: wait for it, then start again`
  }
  const code = errorCode(error)
  switch (code) {
    case '55P03':
      return `a table of the database ${database} is locked by another program for too long, so that it could not be migrated: end its transaction, then start again`
    case '28P01':
    case '28000':
      return `PostgreSQL at ${server} rejected the login of ${user}: ${describeError(error)}`
    case '3D000':
      return `the database ${database} does not exist at ${server}: create it first`
    case '42501':
      return `${user} has no permission to create tables in the database ${database}: ${describeError(error)}`
    case '25006':
      return `PostgreSQL at ${server} is read-only: it is a standby or set to read-only`
    case '53100':
      return `the disk of PostgreSQL at ${server} is full`
    case '53300':
      return `PostgreSQL at ${server} has no free connection left`
    case '57P03':
      return `PostgreSQL at ${server} is starting or stopping`
    default:
      return isSqlState(code ?? '')
        ? `PostgreSQL at ${server} answered: ${describeError(error)} (${code})`
        : `PostgreSQL at ${server} cannot be reached: ${describeError(error)}`
  }
}
