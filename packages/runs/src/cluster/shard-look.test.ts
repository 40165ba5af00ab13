import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { logCheckChanges } from '@sonde/store/cluster/check-change-log.ts'
import { insertDispatches } from '@sonde/store/cluster/dispatches.ts'
import { lookAtShards } from '@sonde/store/cluster/shard-look.ts'
import { markPublished } from '@sonde/store/cluster/shard-runs.ts'
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
      const doubted = { from: 600, to: 700 }
      const options = { shards: [1], at: 1_000, writers: [writer], since: 500, soonAt: 2_000, doubted }
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
    await store.write((db) => insertTrialRun(db, trialRunOf(accountId, null)))
    assert.deepEqual(await found(), [...others, 'hasReminders', 'hasTrialRuns', 'hasExports'])
  })

  test('is not found where it is of another shard, over, or about to be done by its writer', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    for (const _ of [1, 2]) await addCheck(store, accountId)
    const [own, others] = await store.read.selectFrom('check_states').select('no').orderBy('no').execute()
    assert.ok(own !== undefined && others !== undefined)
    const [writer, second] = [randomUUID(), randomUUID()]
    const doubted = { from: 950, to: 960 }
    const look = { at: 1_000, since: 500, soonAt: 2_000, doubted }
    const options = { shards: [own.no % 64], writers: [writer, second], ...look }
    const published = { runId: randomUUID(), checkNo: own.no, dueAt: 900, run: '{}' }
    const dispatch = { slotAt: 1, place: 'eu-west-1', line: 'uptime', runs: [] }
    const written = [writer, second].map((each) => ({
      ...dispatch,
      id: randomUUID(),
      writer: each,
      writtenAt: 501,
    }))
    await store.write(async (db) => {
      await upsertPendingRuns(db, [{ ...published, runId: randomUUID(), checkNo: others.no }, published])
      await markPublished(db, [published], 950)
      await insertDispatches(db, written)
      await logCheckChanges(db, [randomUUID()])
      await insertTrialRun(db, trialRunOf(accountId, 900))
      const times = { startsAt: 1_500, endsAt: 1_600 }
      const windowId = await insertMaintenanceWindow(db, someWindow(accountId, times))
      const over = someMaintenance({ ...times, windowId, accountId, status: 'COMPLETED', endedAt: 1_600 })
      await insertMaintenances(db, [over])
    })
    // Everybody has read it.
    await store.read
      .updateTable('check_change_log')
      .set({ at: Date.now() - 70_000 })
      .execute()
    const nothing = {
      hasDueRuns: false,
      hasDoubtedRuns: false,
      hasDispatches: false,
      hasChanges: false,
      hasMaintenances: false,
      hasReminders: false,
      hasTrialRuns: false,
      hasExports: false,
    }
    assert.deepEqual(await lookAtShards(store.read, options), nothing)

    const isDoubted = async (shards: readonly number[], from: number, to: number) =>
      (await lookAtShards(store.read, { ...options, shards, doubted: { from, to } })).hasDoubtedRuns
    const ownShard = [own.no % 64]
    assert.equal(await isDoubted(ownShard, 949, 950), true)
    assert.equal(await isDoubted(ownShard, 900, 949), false)
    assert.equal(await isDoubted([others.no % 64], 949, 950), false)

    // Those of whoever has the other shard too, whose word nobody has waited for.
    const ofAll = { ...options, shards: [own.no % 64, others.no % 64], since: 501 }
    const more = { ...nothing, hasDueRuns: true, hasDispatches: true }
    assert.deepEqual(await lookAtShards(store.read, ofAll), more)
    assert.deepEqual(await lookAtShards(store.read, { ...ofAll, shards: [] }), { ...more, hasDueRuns: false })
    const alone = { ...options, shards: [], writers: [] }
    assert.deepEqual(await lookAtShards(store.read, alone), { ...more, hasDueRuns: false })

    for (const status of ['IN_PROGRESS', 'VERIFYING'] as const) {
      await store.read.updateTable('maintenances').set({ status }).execute()
      assert.equal((await lookAtShards(store.read, options)).hasMaintenances, true)
    }
    // The first of several reminders counts.
    await store.read.updateTable('check_states').set({ next_reminder_at: 5_000 }).execute()
    const remindAt = { next_reminder_at: 1_000 }
    await store.read.updateTable('check_states').set(remindAt).where('no', '=', others.no).execute()
    assert.equal((await lookAtShards(store.read, options)).hasReminders, true)
    await store.read
      .updateTable('check_change_log')
      .set({ at: Date.now() - 50_000 })
      .execute()
    assert.equal((await lookAtShards(store.read, options)).hasChanges, true)
  })
})

function trialRunOf(accountId: string, endedAt: number | null): Parameters<typeof insertTrialRun>[1] {
  return {
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
    endedAt,
    reason: null,
    result: null,
  }
}
