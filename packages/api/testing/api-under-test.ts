import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { after, before } from 'node:test'
import type { ArtifactLimits } from '@sonde/artifacts/artifact-limits.ts'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import type { AccountLimits } from '@sonde/actions/accounts/account-limits.ts'
import { generousLimits } from './generous-limits.ts'
import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { createRuns } from '@sonde/runs/create-runs.ts'
import { runTimes } from '@sonde/runs/run-times.ts'
import { quietAlerting } from '@sonde/runs/testing/quiet-alerting.ts'
import { keyPrefixes } from '@sonde/schema/accounts/api-key.ts'
import type { DataCenterLocation } from '@sonde/schema/agents/location.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { StaticIpRegistry } from '@sonde/schema/agents/static-ip.ts'
import { insertApiKey } from '@sonde/store/accounts/api-keys.ts'
import { insertMembership } from '@sonde/store/accounts/members.ts'
import { insertSetupToken } from '@sonde/store/installation/setup-tokens.ts'
import { createPageDomains, type PageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { OpenedStore, TestEngine } from '@sonde/store/testing/engines.ts'
import { insertUser } from '@sonde/store/accounts/users.ts'
import { openAccount } from '@sonde/actions/accounts/open-account.ts'
import { newKey } from '@sonde/actions/api-keys/new-key.ts'
import { createApp } from '../src/app.ts'
import type { App } from '../src/http/app-type.ts'
import type { ApiDeps } from '../src/api-deps.ts'
import type { OidcFetch } from '../src/oidc/oidc-client.ts'
import type { OidcSettings } from '../src/oidc/oidc-settings.ts'
import type { MetricsAccess } from '../src/operations/metrics-access.ts'
import type { Help } from '../src/help/read-help.ts'
import type { WebFiles } from '../src/web/web-files.ts'
import { createKeyUse } from '../src/http/key-use.ts'
import { hashSetupToken } from '../src/setup/claim-installation.ts'
import { someRunStats } from './some-run-stats.ts'
import { createStandInRuns, type StandInRuns } from './stand-in-runs.ts'
import { createStandInSender, everyMeans, type StandInSender } from './stand-in-sender.ts'
import { createHttpClient, type Answer, type HttpClient } from './http-client.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/**
 * The whole API behind a real listening socket, on a fresh database, with an account and its owner. Made
 * when the suite is declared, so that its ids and keys can stand in case tables; it runs between `before`
 * and `after` of that suite.
 */
export type ApiUnderTest = {
  readonly clock: TestClock
  readonly accountId: string
  readonly ownerId: string
  readonly ownerKey: string
  /** What was logged as a warning or an error. */
  readonly logged: readonly string[]
  readonly opened: OpenedStore
  readonly artifacts: ArtifactStore
  readonly store: Store
  readonly port: number
  readonly runs: StandInRuns
  readonly sender: StandInSender
  readonly pageDomains: PageDomains
  /**
   * Sends a request as the owner, for the account, unless told otherwise: null leaves the header out. The
   * clock moves on by 150 ms before it, which keeps any number of calls below the rate limit.
   */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  makeUser(fields?: { name?: string | null; email?: string }): Promise<{ id: string; key: string }>
  makeUserKey(userId: string): Promise<string>
  makeAccount(ownerId: string): Promise<string>
  join(accountId: string, userId: string, role: Role): Promise<void>
  makeServiceKey(accountId: string, role: Role): Promise<string>
  makeSetupToken(accountId: string, userId: string): Promise<string>
}

export type CallOptions = {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  payload?: string | Buffer
  chunked?: boolean
  headers?: Readonly<Record<string, string>>
  key?: string | null
  account?: string | null
  /** How far the clock moves before the call; 150 unless told. */
  afterMs?: number
}

export type ApiSettings = {
  trustProxy?: readonly string[]
  corsOrigins?: readonly string[]
  servedLocations?: readonly DataCenterLocation[]
  standInLocations?: readonly DataCenterLocation[]
  staticIps?: StaticIpRegistry
  /** This machine only, unless told. */
  metricsAccess?: MetricsAccess
  accountLimits?: Partial<AccountLimits>
  /** How long a server may be silent about a deployment; a minute unless told. */
  deploySilenceMs?: number
  /** Roomy unless told. */
  artifactLimits?: Partial<ArtifactLimits>
  /** Everything is set unless told. */
  alerting?: AlertingSettings
  /** Of the hosts of status pages; none unless told. */
  statusPageDomain?: string
  dashboardDomain?: string
  /** The identity provider, asked for when the test starts; none unless told. */
  oidc?: () => OidcSettings | null
  /** The interface for people, read when the test starts; none unless told. */
  web?: () => WebFiles | null
  /** The documentation; none unless told. */
  help?: () => Help | null
}

const betweenCallsMs = 150
const setupTokenMs = 24 * 60 * 60 * 1000

type Running = {
  opened: OpenedStore
  artifacts: ArtifactStore
  app: App
  port: number
  client: HttpClient
  runs: StandInRuns
  sender: StandInSender
  domains: PageDomains
}

/** What the server believes to be its own address. */
export const publicUrl = 'https://sonde.example.net'

export function apiUnderTest(engine: TestEngine, settings: ApiSettings = {}): ApiUnderTest {
  const clock = createTestClock()
  const logged: string[] = []
  const accountId = randomUUIDv7()
  const ownerId = randomUUIDv7()
  const ownerKey = newKey(keyPrefixes.user)
  let running: Running | null = null

  before(async () => {
    running = await start(engine, settings, { clock, logged })
    await insertPerson(ownerId, { name: 'Olive Owner', email: 'olive@example.net' })
    await insertUserKey(ownerId, ownerKey)
    await insertOwnedAccount(accountId, ownerId)
  })

  after(async () => {
    const { app, opened, client } = current()
    running = null
    client.close()
    await app.close()
    await opened.close()
  })

  function current(): Running {
    if (!running) throw new Error('the API under test runs only inside the tests of its suite')
    return running
  }

  async function insertPerson(id: string, person: { name: string | null; email: string }): Promise<void> {
    const row = { id, ...person, passwordHash: null, createdAt: clock.now(), updatedAt: null }
    await current().opened.store.write((db) => insertUser(db, row))
  }

  async function insertUserKey(userId: string, { hash, lastFour }: ReturnType<typeof newKey>): Promise<void> {
    const row = { id: randomUUIDv7(), name: 'A user key', hash, lastFour, createdAt: clock.now() }
    await current().opened.store.write((db) => insertApiKey(db, { kind: 'user', userId, ...row }))
  }

  async function insertOwnedAccount(id: string, owner: string): Promise<void> {
    const account = { id, name: 'Test account', ownerId: owner, now: clock.now() }
    await current().opened.store.write((db) => openAccount(db, account))
  }

  return {
    clock,
    accountId,
    ownerId,
    ownerKey: ownerKey.key,
    logged,
    get opened() {
      return current().opened
    },
    get artifacts() {
      return current().artifacts
    },
    get store() {
      return current().opened.store
    },
    get port() {
      return current().port
    },
    get runs() {
      return current().runs
    },
    get sender() {
      return current().sender
    },
    get pageDomains() {
      return current().domains
    },

    call(method, path, options = {}) {
      const { body, key = ownerKey.key, account = accountId } = options
      clock.advance(options.afterMs ?? betweenCallsMs)
      const payload = options.payload ?? (body === undefined ? null : JSON.stringify(body))
      return current().client.send({
        method,
        path,
        payload,
        chunked: options.chunked ?? false,
        headers: {
          ...(payload === null ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(account === null ? {} : { 'x-service-account': account }),
          ...options.headers,
        },
      })
    },

    async makeUser({ name = 'Mary Member', email = `${randomBytes(6).toString('hex')}@example.net` } = {}) {
      const id = randomUUIDv7()
      const key = newKey(keyPrefixes.user)
      await insertPerson(id, { name, email })
      await insertUserKey(id, key)
      return { id, key: key.key }
    },

    async makeUserKey(userId) {
      const key = newKey(keyPrefixes.user)
      await insertUserKey(userId, key)
      return key.key
    },

    async makeAccount(owner) {
      const id = randomUUIDv7()
      await insertOwnedAccount(id, owner)
      return id
    },

    async join(account, userId, role) {
      const row = { accountId: account, userId, role, createdAt: clock.now(), updatedAt: null }
      await current().opened.store.write((db) => insertMembership(db, row))
    },

    async makeServiceKey(account, role) {
      const { key, hash, lastFour } = newKey(keyPrefixes.service)
      const row = { id: randomUUIDv7(), name: `Key of ${role}`, hash, lastFour, createdAt: clock.now() }
      await current().opened.store.write((db) =>
        insertApiKey(db, { kind: 'service', accountId: account, role, ...row }),
      )
      return key
    },

    async makeSetupToken(account, userId) {
      const token = randomBytes(32).toString('hex')
      const now = clock.now()
      const row = {
        hash: hashSetupToken(token),
        accountId: account,
        userId,
        expiresAt: now + setupTokenMs,
        createdAt: now,
      }
      await current().opened.store.write((db) => insertSetupToken(db, row))
      return token
    },
  }
}

async function start(
  engine: TestEngine,
  settings: ApiSettings,
  { clock, logged }: { clock: TestClock; logged: string[] },
): Promise<Running> {
  const opened = await engine.open({ clock })
  try {
    const { store } = opened
    const ignore = () => {}
    const keep = (fields: object, message: string) => {
      logged.push(`${message} ${'err' in fields ? String(fields.err) : ''}`.trim())
    }
    const runs = createStandInRuns({ store, clock })
    const sender = createStandInSender()
    const domains = createPageDomains({ store })
    const log = { debug: ignore, info: ignore, warn: keep, error: keep }
    const { artifactLimits: limits = {} } = settings
    const artifacts = artifactsForTests({ store, clock, dataDir: opened.dataDir, limits })
    const { agents } = createRuns({
      store,
      clock,
      log,
      artifacts,
      times: runTimes,
      alerting: quietAlerting,
      isEmbeddedOn: false,
    })
    const app = await createApp(
      {
        store,
        clock,
        steadyClock: clock.steady,
        runs,
        publicUrl: () => publicUrl,
        agents,
        readiness: async () => ({ isReady: true, lines: ['api: ready'] }),
        server: { id: 'a1', name: 'here', roles: ['api'], version: '1.2.3', nats: () => null },
        clockOffsetMs: () => null,
        runStats: async () => someRunStats,
        deliveryStats: () => ({ delivered: 21, retried: 4, givenUp: 1 }),
        log,
        artifacts,
        keyUse: createKeyUse({ store, clock }),
        keyOwners: null,
        onLivePoke: null,
        servedLocations: () => settings.servedLocations ?? [],
        standIns: { location: 'eu-central-1', locations: async () => settings.standInLocations ?? [] },
        staticIps: settings.staticIps ?? {},
        metricsAccess: settings.metricsAccess ?? { kind: 'loopback', token: null },
        oidc: withPlainFetch(settings.oidc?.() ?? null),
        rawRetentionDays: 30,
        rollupRetentionDays: 760,
        deploySilenceMs: settings.deploySilenceMs ?? 60_000,
        accountLimits: { ...generousLimits, ...settings.accountLimits },
        alerting: settings.alerting ?? everyMeans,
        alertSender: sender,
        statusPages: { domain: settings.statusPageDomain ?? null, domains },
        dashboardDomain: settings.dashboardDomain ?? null,
        wakeDelivery: ignore,
      },
      {
        trustProxy: settings.trustProxy ?? [],
        corsOrigins: settings.corsOrigins ?? [],
        version: '0.0.0',
        web: settings.web?.() ?? null,
        ...(settings.help === undefined ? {} : { help: settings.help }),
      },
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
    const client = createHttpClient(address.port)
    return { opened, artifacts, app, port: address.port, client, runs, sender, domains }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The server sends requests to the provider by the room of all its requests; tests have no need to. */
function withPlainFetch(settings: OidcSettings | null): ApiDeps['oidc'] {
  if (settings === null) return null
  const plainFetch: OidcFetch = async (url, { method, headers, body, signal }) => {
    try {
      const sent: RequestInit = { method, headers, signal: signal ?? null, redirect: 'manual' }
      if (body !== undefined && body !== null) sent.body = String(body)
      return await fetch(url, sent)
    } catch (error) {
      throw Object.assign(new Error('no answer', { cause: error }), { name: 'Unreachable' })
    }
  }
  return { settings, fetch: plainFetch }
}
