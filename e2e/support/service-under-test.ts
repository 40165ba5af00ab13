import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { TestDatabase } from '@sonde/store/testing/engines.ts'
import { call, credentialSettings, someCredentials, type Answer } from './api-client.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { startServer, temporaryFolder, type Owner, type ServerProcess } from './server-process.ts'

export type Location = { id: string; slug: string; key: string; keyId: string }

/** What the tests look at in a result of the API. */
export type Result = {
  id: string
  sequenceId: string
  attempts: number
  resultType: 'FINAL' | 'ATTEMPT'
  hasErrors: boolean
  hasFailures: boolean
  isDegraded: boolean
  isCancelled: boolean
  runLocation: string
  startedAt: string
  stoppedAt: string
  created_at: string
  icmpCheckResult: { requestError: string | null; response: { error?: { code: string } } | null } | null
}

export type SessionAnswer = {
  checkSessionId: string
  checkId: string
  status: string
  results: { resultType: string | null; hasErrors: boolean; scheduleError: string | null }[]
}

export type MonitorOptions = {
  name?: string
  hostname?: string
  /** Pings are half a second apart: n of them make a run of (n - 1) / 2 seconds. */
  pingCount?: number
  /** Seconds between runs. Without it the check runs when it is made, and then not within hours. */
  everySeconds?: 10 | 20 | 30
  locations?: readonly string[]
  privateLocations?: readonly string[]
  runParallel?: boolean
}

/** A server with a folder (or database) and a port of its own, so that it can be started again as itself. */
export type Service = Awaited<ReturnType<typeof startService>>

export type ServiceOptions = {
  settings?: Readonly<Record<string, string>>
  place?: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>
  through?: readonly string[]
  /** How the tests reach it, when not at the address where it listens. */
  reachedAt?: (port: number) => Promise<string>
}

export async function startService(
  test: Owner,
  { settings = {}, place, through = [], reachedAt }: ServiceOptions = {},
) {
  const dataDir = place?.dataDir ?? temporaryFolder(test)
  const port = await freePort()
  const environment = {
    SONDE_DATA_DIR: dataDir,
    PORT: String(port),
    SONDE_EMBEDDED_AGENT: 'off',
    // Short, so that a server or an agent that is to stop need not wait for it.
    SONDE_POLL_SECONDS: '2',
    ...credentialSettings(someCredentials),
    ...(place?.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    ...settings,
  }
  let server: ServerProcess = await startServer(test, environment, through)
  const address = reachedAt ? await reachedAt(port) : server.address
  let key = someCredentials.key

  /** Rates are limited per key, and tests look more often than people: then another key goes on. */
  async function request(method: string, path: string, body?: unknown): Promise<Answer> {
    const credentials = { ...someCredentials, key }
    const answer = await call(address, credentials, method, path, body)
    if (answer.status !== 429) return answer
    if (key === credentials.key) key = await anotherKey()
    return request(method, path, body)
  }

  async function anotherKey(): Promise<string> {
    const path = '/v1/accounts/me/api-keys'
    const made = await call(address, someCredentials, 'POST', path, { name: 'more', role: 'ADMIN' })
    assert.equal(made.status, 201)
    return (made.body as { key: string }).key
  }

  async function expect(status: number, method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await request(method, path, body)
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function resultsOf(checkId: string): Promise<Result[]> {
    const path = `/v2/check-results/${checkId}?resultType=ALL&limit=100`
    return ((await expect(200, 'GET', path)) as { entries: Result[] }).entries
  }

  async function createMonitor(options: MonitorOptions): Promise<string> {
    const { pingCount = 2, hostname = '127.0.0.1', everySeconds, name = 'monitor', ...where } = options
    const schedule =
      everySeconds === undefined
        ? { frequency: 1440, frequencyOffset: hoursAway() }
        : { frequency: 0, frequencyOffset: everySeconds }
    const body = { name, request: { hostname, pingCount }, ...schedule, ...where }
    const once = { doubleCheck: false, retryStrategy: null }
    return ((await expect(201, 'POST', '/v1/checks/icmp', { ...once, ...body })) as { id: string }).id
  }

  return {
    address,
    dataDir,
    /** The process that runs now. */
    server: () => server,
    request,
    /** A request that must be answered with this status; its body. */
    expect,
    resultsOf,
    async start(): Promise<void> {
      server = await startServer(test, environment, through)
    },
    async stop(signal: NodeJS.Signals): Promise<void> {
      server.kill(signal)
      await server.exited
    },
    async createLocation(slug: string): Promise<Location> {
      const made = await expect(201, 'POST', '/v1/private-locations', { name: slug, slugName: slug })
      const { id, keys } = made as { id: string; keys: { id: string; rawKey: string }[] }
      const [first] = keys
      return { id, slug, key: first?.rawKey ?? '', keyId: first?.id ?? '' }
    },
    createMonitor,
    /** Several monitors, one after the other, each with a loopback address of its own unless told. */
    async createMonitors(count: number, options: MonitorOptions): Promise<string[]> {
      const made: string[] = []
      for (let nth = 1; nth <= count; nth += 1) {
        made.push(await createMonitor({ hostname: `127.0.0.${nth}`, ...options }))
      }
      return made
    },
    /** Waits until the check has this many results, and returns all that it has then. */
    untilResults(checkId: string, count = 1): Promise<Result[]> {
      return eventually(
        `${count} results`,
        async () => {
          const results = await resultsOf(checkId)
          return results.length >= count && results
        },
        { everyMs: 250 },
      )
    },
    async trigger(checkIds?: readonly string[]): Promise<SessionAnswer[]> {
      const body = checkIds === undefined ? {} : { target: { checkId: checkIds } }
      const answer = await expect(201, 'POST', '/v2/check-sessions/trigger', body)
      return (answer as { sessions: SessionAnswer[] }).sessions
    },
    untilSessionEnds(sessionId: string): Promise<SessionAnswer> {
      return eventually('the session ends', async () => {
        const answer = await request('GET', `/v2/check-sessions/${sessionId}/completion`)
        return answer.status === 200 && (answer.body as SessionAnswer)
      })
    },
  }
}

/** One service for a file of tests: there before the first of them, gone after the last. */
export function serviceForTests(options: ServiceOptions = {}): () => Service {
  let service: Service | null = null
  const ends: (() => unknown)[] = []
  before(async () => {
    service = await startService({ after: (end) => void ends.push(end) }, options)
  })
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return () => {
    assert.ok(service, 'the service is started before the first test')
    return service
  }
}

/** The phase of a daily check whose slot is half a day from now. */
export function hoursAway(): number {
  return ((new Date().getUTCHours() + 12) % 24) + 1
}

/** Exactly one final result, and it passed. */
export function assertPassedOnce(results: readonly Result[]): Result {
  const [only] = results
  assert.ok(only)
  assert.deepEqual(
    results.map(({ resultType, hasErrors, hasFailures, isDegraded }) => [
      resultType,
      hasErrors || hasFailures || isDegraded,
    ]),
    [['FINAL', false]],
    JSON.stringify(only.icmpCheckResult?.requestError),
  )
  return only
}
