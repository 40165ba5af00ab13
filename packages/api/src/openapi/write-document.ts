import { openArtifacts } from '@sonde/artifacts/open-artifacts.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { createRuns } from '@sonde/runs/create-runs.ts'
import { runTimes } from '@sonde/runs/run-times.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { createPageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { createApp } from '../app.ts'
import { createKeyUse } from '../http/key-use.ts'

/** Prints the document that `/openapi.json` serves, for the linter. */
const dataDir = mkdtempSync(join(tmpdir(), 'sonde-document-'))
const store = await openStore({ dataDir, databaseUrl: null, encryptionKey: null, clock: systemClock })
const silent = () => {}
const log = { debug: silent, info: silent, warn: silent, error: silent }
const artifacts = openArtifacts({
  store,
  clock: systemClock,
  dataDir,
  limits: {
    accountBytes: 0,
    bytesOfType: new Map(),
    daysOfType: new Map(),
    bundleBytes: 0,
    accountBundleBytes: 0,
  },
  blobs: null,
})
// Never started: the document is made without a request.
const runs = createRuns({
  store,
  clock: systemClock,
  log,
  artifacts,
  times: runTimes,
  alerting: { publicUrl: () => '', canMail: false, wakeDelivery: silent },
  isEmbeddedOn: false,
})
const app = await createApp(
  {
    store,
    clock: systemClock,
    log,
    artifacts,
    keyUse: createKeyUse({ store, clock: systemClock }),
    keyOwners: null,
    onLivePoke: null,
    statusPages: { domain: null, domains: createPageDomains({ store }) },
    dashboardDomain: null,
    servedLocations: () => [],
    standIns: { location: 'eu-central-1', locations: async () => [] },
    staticIps: {},
    metricsAccess: { kind: 'loopback', token: null },
    oidc: null,
    rawRetentionDays: 30,
    rollupRetentionDays: 760,
    publicUrl: () => '',
    deploySilenceMs: 60_000,
    accountLimits: { creation: 'operators', checks: 0, keys: 0, members: 0, snippetMegabytes: 0 },
    alerting: defaultAlertingSettings,
    alertSender: {
      send: async () => {
        throw new Error('must be empty')
      },
    },
    wakeDelivery: silent,
    runs,
    agents: runs.agents,
    runStats: runs.stats,
    readiness: async () => ({ isReady: true, lines: [] }),
    server: { id: '', name: '', roles: [], version: '', nats: () => null },
    clockOffsetMs: () => null,
    deliveryStats: () => ({ delivered: 0, retried: 0, givenUp: 0 }),
  },
  { trustProxy: [], corsOrigins: [], version: '0.0.0' },
)
process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`)
await app.close()
await store.close()
rmSync(dataDir, { recursive: true })
