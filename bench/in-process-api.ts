import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import { generousLimits } from '@sonde/api/testing/generous-limits.ts'
import { randomUUID } from 'node:crypto'
import { defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { createApp } from '@sonde/api/app.ts'
import { createKeyUse } from '@sonde/api/http/key-use.ts'
import { createStandInRuns } from '@sonde/api/testing/stand-in-runs.ts'
import { createStandInSender } from '@sonde/api/testing/stand-in-sender.ts'
import { createRuns } from '@sonde/runs/create-runs.ts'
import { runTimes } from '@sonde/runs/run-times.ts'
import { quietAlerting } from '@sonde/runs/testing/quiet-alerting.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { ensureFirstAccount } from '@sonde/server/first-start.ts'
import { createPageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'

export type InProcessApi = {
  accountId: string
  /** The answer's text; anything but a success is an error. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<string>
  close(): Promise<void>
}

/** So many calls of one route are within its limit for each key. */
const callsPerKey = 25

const ignore = () => {}

/** Every route on this store, without a socket in between and without running any check. */
export async function openApi(options: {
  store: Store
  clock: Clock
  dataDir: string
  /** That of the first account, which is made if there is none. */
  key: string
  rawRetentionDays: number
}): Promise<InProcessApi> {
  const { store, clock, dataDir, key: firstKey, rawRetentionDays } = options
  const { accountId } = await ensureFirstAccount({
    store,
    clock,
    dataDir,
    accountId: randomUUID(),
    apiKey: firstKey,
  })
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const artifacts = artifactsForTests({ store, clock, dataDir })
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
      log,
      artifacts,
      agents,
      runs: createStandInRuns({ store, clock }),
      readiness: async () => ({ isReady: true, lines: [] }),
      server: { id: '', name: '', roles: [], version: '', nats: () => null },
      clockOffsetMs: () => null,
      runStats: async () => null,
      deliveryStats: () => ({ delivered: 0, retried: 0, givenUp: 0 }),
      keyUse: createKeyUse({ store, clock }),
      keyOwners: null,
      onLivePoke: null,
      servedLocations: () => [],
      standIns: { location: 'eu-central-1', locations: async () => [] },
      staticIps: {},
      metricsAccess: { kind: 'loopback', token: null },
      oidc: null,
      rawRetentionDays,
      rollupRetentionDays: 760,
      deploySilenceMs: 60_000,
      accountLimits: generousLimits,
      alerting: defaultAlertingSettings,
      alertSender: createStandInSender(),
      wakeDelivery: ignore,
      statusPages: { domain: null, domains: createPageDomains({ store }) },
      dashboardDomain: null,
      publicUrl: () => 'http://127.0.0.1',
    },
    { trustProxy: [], corsOrigins: [], version: '0.0.0' },
  )

  async function send(
    key: string,
    { method, url, body }: { method: 'GET' | 'POST'; url: string; body?: object | undefined },
  ): Promise<string> {
    const headers = { authorization: `Bearer ${key}`, 'x-service-account': accountId }
    const answer = await app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.body
  }

  const keys = { current: firstKey, calls: 0 }
  return {
    accountId,
    async call(method, url, body) {
      keys.calls += 1
      if (keys.calls > callsPerKey) {
        const made = await send(firstKey, {
          method: 'POST',
          url: '/v1/users/me/api-keys',
          body: { name: 'b' },
        })
        keys.current = (JSON.parse(made) as { key: string }).key
        keys.calls = 1
      }
      return await send(keys.current, { method, url, body })
    },
    close: () => app.close(),
  }
}
