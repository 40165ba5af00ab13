import { generousLimits } from './generous-limits.ts'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import { randomUUID } from 'node:crypto'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { after, before } from 'node:test'
import { createRuns, type StartedRuns } from '@sonde/runs/create-runs.ts'
import { runTimes } from '@sonde/runs/run-times.ts'
import { quietAlerting } from '@sonde/runs/testing/quiet-alerting.ts'
import { icmpCheck } from '@sonde/runs/testing/icmp-checks.ts'
import { createPageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import { insertCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import {
  deleteLocationKey,
  insertLocationKey,
  type LocationRef,
} from '@sonde/store/locations/location-keys.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { OpenedStore, TestEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { locationKeyPrefixes } from '@sonde/schema/agents/location-key.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { newKey } from '@sonde/actions/api-keys/new-key.ts'
import { createApp } from '../src/app.ts'
import type { App } from '../src/http/app-type.ts'
import { createKeyUse } from '../src/http/key-use.ts'
import { createHttpClient, type Answer, type HttpClient } from './http-client.ts'
import { createStandInSender, everyMeans } from './stand-in-sender.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** The routes of agents behind a real socket, with the real scheduler and queue behind them. */
export type AgentsUnderTest = {
  readonly clock: TestClock
  readonly store: Store
  readonly accountId: string
  readonly artifacts: ArtifactStore
  readonly runs: StartedRuns
  readonly logged: readonly string[]
  makeKey(dataCenter: string): Promise<{ id: string; key: string; place: LocationRef }>
  removeKey(key: { id: string; place: LocationRef }): Promise<void>
  /** A check with a first run that waits for an agent; with scripts it is an API check. */
  addCheck(location: string, scripts?: JsonObject): Promise<CheckRow>
  fetchCode(sha256: string, ticket: string, caller: AgentCall): Promise<Answer>
  storeGolden(sha256: string, ticket: string, caller: AgentCall): Promise<Answer>
  fetchBundle(sha256: string, ticket: string, caller: AgentCall): Promise<Answer>
  call(path: string, options: AgentCall): Promise<Answer>
  /** Sends the request and leaves it open, to be hung up. */
  open(path: string, options: AgentCall): ClientRequest
}

export type AgentCall = {
  key: string | null
  agentId: string | null
  body?: unknown
  payload?: string | Buffer
  headers?: Readonly<Record<string, string>>
}

type Running = {
  opened: OpenedStore
  app: App
  port: number
  client: HttpClient
  runs: StartedRuns
  artifacts: ArtifactStore
  accountId: string
}

export function agentsUnderTest(engine: TestEngine, { pollMs }: { pollMs: number }): AgentsUnderTest {
  const clock = createTestClock()
  const logged: string[] = []
  let running: Running | null = null

  before(async () => {
    const opened = await engine.open({ clock })
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    const ignore = () => {}
    const log = {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (fields: object, message: string) => {
        logged.push(`${message} ${'err' in fields ? String(fields.err) : ''}`.trim())
      },
    }
    const artifacts = artifactsForTests({ store, clock, dataDir: opened.dataDir })
    const runs = createRuns({
      store,
      clock,
      log,
      artifacts,
      times: { ...runTimes, pollMs },
      alerting: quietAlerting,
      isEmbeddedOn: false,
    })
    await runs.start()
    const app = await createApp(
      {
        store,
        clock,
        log,
        artifacts,
        runs,
        agents: runs.agents,
        readiness: async () => ({ isReady: true, lines: ['api: ready'] }),
        server: { id: '', name: '', roles: [], version: '', nats: () => null },
        clockOffsetMs: () => null,
        runStats: async () => null,
        deliveryStats: () => ({ delivered: 0, retried: 0, givenUp: 0 }),
        keyUse: createKeyUse({ store, clock }),
        keyOwners: null,
        onLivePoke: null,
        servedLocations: () => runs.servedLocations(),
        standIns: { location: 'eu-central-1', locations: () => runs.standInLocations() },
        staticIps: {},
        metricsAccess: { kind: 'loopback', token: null },
        oidc: null,
        rawRetentionDays: 30,
        rollupRetentionDays: 760,
        publicUrl: () => 'https://sonde.example.net',
        deploySilenceMs: 60_000,
        accountLimits: generousLimits,
        alerting: everyMeans,
        alertSender: createStandInSender(),
        wakeDelivery: ignore,
        statusPages: { domain: null, domains: createPageDomains({ store }) },
        dashboardDomain: null,
      },
      { trustProxy: [], corsOrigins: [], version: '0.0.0' },
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
    running = {
      opened,
      app,
      port: address.port,
      client: createHttpClient(address.port),
      runs,
      artifacts,
      accountId,
    }
  })

  after(async () => {
    const { app, opened, client, runs } = current()
    running = null
    client.close()
    await runs.stop()
    await app.close()
    await opened.close()
  })

  function current(): Running {
    if (!running) throw new Error('the agents under test run only inside the tests of their suite')
    return running
  }

  function headersOf({ key, agentId, headers }: AgentCall): Record<string, string> {
    return {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(agentId === null ? {} : { 'x-agent-id': agentId }),
      ...headers,
    }
  }

  return {
    clock,
    logged,
    get store() {
      return current().opened.store
    },
    get accountId() {
      return current().accountId
    },
    get artifacts() {
      return current().artifacts
    },
    get runs() {
      return current().runs
    },
    async makeKey(dataCenter) {
      const { key, hash, lastFour } = newKey(locationKeyPrefixes['data-center'])
      const place = { kind: 'data-center', dataCenter } as const
      const row = { id: randomUUID(), hash, lastFour, createdAt: clock.now(), place }
      await current().opened.store.write((db) => insertLocationKey(db, row))
      return { id: row.id, key, place }
    },
    async removeKey({ id, place }) {
      await current().opened.store.write((db) => deleteLocationKey(db, { id, place }))
    },
    async addCheck(location, scripts) {
      const { opened, runs, accountId } = current()
      const check = icmpCheck(
        { locations: [location], ...(scripts && { ...apiConfig(), ...scripts }) },
        {
          accountId,
          createdAt: clock.now(),
          frequency: 1440,
          frequencyOffset: 1,
          ...(scripts && { checkType: 'API' }),
        },
      )
      await opened.store.write((db) => insertCheck(db, check))
      await runs.checkWritten(check)
      return check
    },
    call: (path, options) =>
      current().client.send({
        method: 'POST',
        path: `/agent/v1/${path}`,
        headers: headersOf(options),
        payload: options.payload ?? JSON.stringify(options.body ?? {}),
      }),
    fetchCode: (sha256, ticket, options) =>
      current().client.send({
        method: 'GET',
        path: `/agent/v1/code/${sha256}`,
        headers: { ...headersOf(options), 'x-sonde-ticket': ticket },
        payload: null,
      }),
    storeGolden: (sha256, ticket, options) =>
      current().client.send({
        method: 'PUT',
        path: `/agent/v1/code/${sha256}`,
        headers: {
          ...headersOf(options),
          'content-type': 'application/octet-stream',
          'x-sonde-ticket': ticket,
          'x-made-by': 'Chromium 156',
          ...options.headers,
        },
        payload: options.payload ?? '',
      }),
    fetchBundle: (sha256, ticket, options) =>
      current().client.send({
        method: 'GET',
        path: `/agent/v1/bundles/${sha256}`,
        headers: { ...headersOf(options), 'x-sonde-ticket': ticket },
        payload: null,
      }),
    open(path, options) {
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port: current().port,
        method: 'POST',
        path: `/agent/v1/${path}`,
        headers: headersOf(options),
      })
      // Hanging up is what the test does with it.
      outgoing.on('error', () => outgoing.destroy())
      outgoing.end(JSON.stringify(options.body ?? {}))
      return outgoing
    },
  }
}
