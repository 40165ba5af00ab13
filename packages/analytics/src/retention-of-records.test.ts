import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { insertHeartbeatEvent, listHeartbeatEvents } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { insertHeartbeat, updateHeartbeat } from '@sonde/store/heartbeats/heartbeats.ts'
import { insertLocationEvent } from '@sonde/store/locations/location-events.ts'
import { insertPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { insertSession } from '@sonde/store/runs/check-sessions.ts'
import { insertQueueSamples } from '@sonde/store/runs/queue-samples.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import { addNumberedCheck, createKeptLog, createMovableClock } from '../testing/stored-runs.ts'
import { createRetentionJob } from './retention-job.ts'

const noon = Date.UTC(2026, 7, 19, 12)

forEachEngine('the retention of what is kept beside results', (engine) => {
  const clock = createMovableClock(noon)
  const log = createKeptLog()
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open({ clock })
  })
  after(() => opened.close())

  const job = () =>
    createRetentionJob({ store: opened.store, clock, log, rawRetentionDays: 30, rollupRetentionDays: 760 })

  test('old sessions, queue samples and location events go', async () => {
    clock.set(noon)
    const { checkNo, checkId, accountId } = await addNumberedCheck(opened.store)
    const privateLocationId = randomUUID()
    const times = { createdAt: 1, updatedAt: null, unavailableSince: null, assignedSince: null }
    const names = { name: 'Office', slugName: 'office', icon: 'location', proxyUrlSealed: null }
    await opened.store.write(async (db) => {
      for (const daysAgo of [31, 29]) {
        const at = noon - daysAgo * dayMs
        const run = {
          runId: randomUUID(),
          origin: 'eu-west-1',
          scheduledAt: at,
          state: 'passed' as const,
          reason: null,
          secretsWithheldFrom: null,
        }
        await insertSession(db, {
          id: randomUUID(),
          accountId,
          checkNo,
          checkId,
          checkType: 'ICMP',
          name: 'n',
          source: 'TRIGGER_API',
          createdAt: at,
          endedAt: at,
          runs: [run],
        })
        const event = { accountId: null, privateLocationId: null, location: 'eu-west-1', detail: 'd', at }
        await insertLocationEvent(db, { id: randomUUID(), kind: 'unavailable', ...event })
      }
      await insertPrivateLocation(db, { id: privateLocationId, accountId, ...names, ...times })
      await insertQueueSamples(
        db,
        [16, 14].map((daysAgo) => ({
          privateLocationId,
          minuteAt: noon - daysAgo * dayMs,
          queued: 1,
          oldestSeconds: 1,
          dropped: 0,
          inflight: 0,
        })),
      )
    })
    await job().runOnce()
    const { read } = opened.store
    const left = {
      sessions: (await read.selectFrom('check_sessions').select('created_at as at').execute()).map(
        ({ at }) => at,
      ),
      runs: (await read.selectFrom('session_runs').select('scheduled_at as at').execute()).map(
        ({ at }) => at,
      ),
      events: (await read.selectFrom('location_events').select('at').execute()).map(({ at }) => at),
      samples: (await read.selectFrom('queue_samples').select('minute_at as at').execute()).map(
        ({ at }) => at,
      ),
    }
    const kept = noon - 29 * dayMs
    assert.deepEqual(left, { sessions: [kept], runs: [kept], events: [kept], samples: [noon - 14 * dayMs] })
  })

  test('events of heartbeats go with the results of their time; when the last ping came is known for ever', async () => {
    clock.set(noon)
    const { checkId, accountId } = await addNumberedCheck(opened.store)
    const ages = [31, 29].map((daysAgo) => noon - daysAgo * dayMs)
    await opened.store.write(async (db) => {
      await insertHeartbeat(db, { checkId, accountId, pingToken: randomUUID() })
      await updateHeartbeat(db, { checkId, lastPingAt: noon - 31 * dayMs, timer: null })
      for (const at of ages) {
        const from = { source: null, userAgent: null, reason: null }
        await insertHeartbeatEvent(db, { id: randomUUID(), checkId, state: 'RECEIVED', at, ...from })
      }
    })
    await job().runOnce()
    const { read } = opened.store
    const left = await listHeartbeatEvents(read, { checkId, limit: 10 })
    assert.deepEqual(
      left.map(({ at }) => at),
      [noon - 29 * dayMs],
    )
    const { last_ping_at: lastPingAt } = await read
      .selectFrom('heartbeats')
      .select('last_ping_at')
      .where('check_id', '=', checkId)
      .executeTakeFirstOrThrow()
    assert.equal(lastPingAt, noon - 31 * dayMs)
  })
})
