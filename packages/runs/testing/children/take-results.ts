import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import { writeSync } from 'node:fs'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { findLocationKey } from '@sonde/store/locations/location-keys.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { createRuns } from '../../src/create-runs.ts'
import { runTimes } from '../../src/run-times.ts'
import { createFakeAgent } from '../fake-agent.ts'
import { quietAlerting } from '../quiet-alerting.ts'
import { createKeptLog } from '../kept-log.ts'

/**
 * Runs the checks of an account over and over as sessions, takes their results in batches, and prints each
 * result that was acknowledged: the check, the moment, the attempt and what it said.
 */
const [dataDir = '', databaseUrl = '', keyHash = '', accountId = '', ...checkIds] = process.argv.slice(2)
const clock = systemClock
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null, encryptionKey: null, clock })
const runs = createRuns({
  store,
  clock,
  log: createKeptLog(),
  artifacts: artifactsForTests({ store, clock, dataDir }),
  times: runTimes,
  alerting: quietAlerting,
  isEmbeddedOn: false,
})
await runs.start()
const identity = await findLocationKey(store.read, keyHash)
if (identity === null) throw new Error('there is no such key')
const agent = createFakeAgent({ clock, agents: () => runs.agents, identity })
await agent.register()

for (let turn = 0; ; turn += 1) {
  await Promise.all(
    checkIds.map((checkId) => runs.startSession({ accountId, checkId, source: 'TRIGGER_API' })),
  )
  const given = await agent.lease()
  const said: Verdict = (['passed', 'failed', 'degraded'] as const)[turn % 3] ?? 'passed'
  // Twice at once, as an agent does whose first message got no answer.
  const [states] = await Promise.all([agent.report(given, { said }), agent.report(given, { said })])
  const lines = given.map(({ checkId, scheduledAt, attempt, location }, index) =>
    states[index] === 'stored' ? `${checkId} ${scheduledAt} ${location} ${attempt} ${said}\n` : '',
  )
  // Straight to the pipe: what a killed process had only buffered would never be seen.
  writeSync(1, lines.join(''))
}
