import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { logCheckChanges } from '@sonde/store/cluster/check-change-log.ts'
import { insertDispatches } from '@sonde/store/cluster/dispatches.ts'
import { lookAtShards } from '@sonde/store/cluster/shard-look.ts'
import { upsertPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { insertMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import { insertMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import { insertTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { putTraceExport } from '@sonde/store/traces/trace-exports.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import { someMaintenance, someWindow } from '@sonde/alerting/testing/some-maintenance.ts'

forEachEngine('what a server with shards looks for every second', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  test('is found in one question when it is there, and not before', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    const writer = randomUUID()
    const found = async () => {
      const options = { shards: [1], at: 1_000, writers: [writer], since: 500, soonAt: 2_000 }
      const look = await lookAtShards(store.read, options)
      return Object.entries(look).flatMap(([name, isThere]) => (isThere ? [name] : []))
    }
    assert.deepEqual(await found(), [])
    await addCheck(store, accountId)
    const { no: checkNo } = await store.read.selectFrom('check_states').select('no').executeTakeFirstOrThrow()
    assert.equal(checkNo % 64, 1)

    const pending = { checkNo, run: '{}' }
    const dispatch = { id: randomUUID(), slotAt: 1, place: 'eu-west-1', line: 'uptime', runs: [] }
    await store.write(async (db) => {
      await upsertPendingRuns(db, [{ ...pending, runId: randomUUID(), dueAt: 1_001 }])
      await insertDispatches(db, [{ ...dispatch, writer, writtenAt: 501 }])
    })
    assert.deepEqual(await found(), [])

    await store.write((db) => upsertPendingRuns(db, [{ ...pending, runId: randomUUID(), dueAt: 1_000 }]))
    assert.deepEqual(await found(), ['hasDueRuns'])
    const left = { ...dispatch, id: randomUUID(), writer: randomUUID(), writtenAt: 501 }
    await store.write((db) => insertDispatches(db, [left]))
    assert.deepEqual(await found(), ['hasDueRuns', 'hasDispatches'])
    await store.write((db) => logCheckChanges(db, [randomUUID()]))
    assert.deepEqual(await found(), ['hasDueRuns', 'hasDispatches', 'hasChanges'])

    const addWindow = async (startsAt: number) => {
      const times = { startsAt, endsAt: startsAt + 1_000 }
      await store.write(async (db) => {
        const windowId = await insertMaintenanceWindow(db, someWindow(accountId, times))
        await insertMaintenances(db, [someMaintenance({ ...times, id: randomUUID(), windowId, accountId })])
      })
    }
    await addWindow(2_001)
    assert.deepEqual(await found(), ['hasDueRuns', 'hasDispatches', 'hasChanges'])
    await addWindow(2_000)
    const others = ['hasDueRuns', 'hasDispatches', 'hasChanges', 'hasMaintenances']
    assert.deepEqual(await found(), others)

    const remindAt = async (at: number) =>
      await store.read.updateTable('check_states').set({ next_reminder_at: at }).execute()
    await remindAt(1_001)
    assert.deepEqual(await found(), others)
    await remindAt(1_000)
    assert.deepEqual(await found(), [...others, 'hasReminders'])
    const target = { accountId, sendTraceHeaders: false, endpoint: 'http://127.0.0.1', sealedHeaders: '' }
    const exportTraces = async (enabled: boolean) =>
      await store.write((db) => putTraceExport(db, { ...target, enabled, createdAt: 1, updatedAt: 1 }))
    await exportTraces(false)
    assert.deepEqual(await found(), [...others, 'hasReminders'])
    await exportTraces(true)
    assert.deepEqual(await found(), [...others, 'hasReminders', 'hasExports'])
    await store.write((db) =>
      insertTrialRun(db, {
        id: randomUUID(),
        accountId,
        checkType: 'ICMP',
        name: 'Trial',
        groupId: null,
        config: {},
        sealedConfig: null,
        sealedSecrets: null,
        place: 'eu-west-1',
        location: 'eu-west-1',
        status: 'QUEUED',
        waitingFor: null,
        createdAt: 1,
        startedAt: null,
        endedAt: null,
        reason: null,
        result: null,
      }),
    )
    assert.deepEqual(await found(), [...others, 'hasReminders', 'hasTrialRuns', 'hasExports'])
  })
})
