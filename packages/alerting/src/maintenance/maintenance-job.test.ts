import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dayMs, hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { listMaintenanceUpdates } from '@sonde/store/maintenance/maintenance-updates.ts'
import {
  deleteMaintenanceWindows,
  findMaintenanceWindow,
  findMaintenanceWindowForUpdate,
  insertMaintenanceWindow,
  listMaintenanceWindows,
  updateMaintenanceWindows,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import {
  activeMaintenances,
  dueMaintenances,
  listMaintenances,
  updateMaintenance,
} from '@sonde/store/maintenance/maintenances.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { someWindow, type SomeWindow } from '../../testing/some-maintenance.ts'
import { createMaintenanceJob } from './maintenance-job.ts'
import { createPauseWatch } from './pause-watch.ts'
import { isPaused, isSilenced } from './scope.ts'
import { followWindow, makeOccurrences } from './take-steps.ts'

const midnight = Date.UTC(2026, 5, 1)
const lone = { checkId: 'c', groupId: null }
const mailing = { publicUrl: 'https://sonde.example.net', canMail: true }

forEachEngine('the maintenance job', (engine) => {
  let opened: OpenedStore
  let accountId = ''
  let now = midnight
  const clock = { now: () => now }
  const warnings: string[] = []
  const ignore = () => {}
  const warn = (_fields: object, message: string) => void warnings.push(message)

  before(async () => {
    opened = await engine.open({ clock })
  })
  after(() => opened.close())

  const newJob = () =>
    createMaintenanceJob({
      store: opened.store,
      clock,
      log: { debug: ignore, info: ignore, warn, error: warn },
      mailing: () => mailing,
      wakeDelivery: ignore,
    })

  /** A window in an account of its own, as the API makes it. */
  async function addWindow(fields: SomeWindow, at = midnight) {
    now = at
    accountId = (await addAccount(opened.store)).id
    const row = { ...someWindow(accountId, fields), createdAt: now }
    return await opened.store.write(async (db) => {
      const window = { ...row, id: await insertMaintenanceWindow(db, row) }
      await makeOccurrences(db, window, now)
      return window
    })
  }

  async function rowsOf(windowId: number) {
    const { rows } = await listMaintenances(opened.store.read, { windowId, limit: 50, offset: 0 })
    return rows.toReversed()
  }

  const activeAt = (at: number) => activeMaintenances(opened.store.read, { at, accountIds: [accountId] })
  const silencedAt = async (at: number, tags: string[] = []) =>
    isSilenced(await activeAt(at), { ...lone, accountId, tags, at })

  const night = { startsAt: midnight + 2 * hourMs, endsAt: midnight + 4 * hourMs }

  test('alerting case 40: silence lasts from 02:00 to 04:00 by the clock, whether or not the job came by', async () => {
    const window = await addWindow({ ...night, silenceAlertsTags: ['db'] })
    const beforeJob = await Promise.all(
      [night.startsAt - 1, night.startsAt, night.endsAt - 1, night.endsAt].map((at) =>
        silencedAt(at, ['db']),
      ),
    )
    assert.deepEqual(beforeJob, [false, true, true, false])
    now = night.startsAt + secondMs
    await newJob().work()
    assert.equal((await rowsOf(window.id))[0]?.status, 'IN_PROGRESS')
    assert.deepEqual(
      [await silencedAt(now, ['db']), await silencedAt(now, ['web']), await silencedAt(night.endsAt, ['db'])],
      [true, false, false],
    )
  })

  test('it begins and ends occurrences at their times, and says so', async () => {
    const window = await addWindow(night)
    const job = newJob()
    now = night.startsAt
    await job.work()
    now = night.endsAt + 700
    await job.work()
    await job.work()
    const [row] = await rowsOf(window.id)
    assert.ok(row)
    assert.deepEqual([row.status, row.beganAt, row.endedAt], ['COMPLETED', night.startsAt, night.endsAt])
    const updates = await listMaintenanceUpdates(opened.store.read, [row.id])
    assert.deepEqual(
      updates.map(({ status, previousStatus, notifySubscribers }) => [
        status,
        previousStatus,
        notifySubscribers,
      ]),
      [
        ['COMPLETED', 'IN_PROGRESS', false],
        ['IN_PROGRESS', 'SCHEDULED', false],
      ],
    )
    assert.deepEqual(await dueMaintenances(opened.store.read, now), [])
  })

  test('it tells when it is needed next: at the next minute, or when something begins or ends before that', async () => {
    const begin = night.startsAt + 20 * secondMs
    await addWindow({ startsAt: begin, endsAt: begin + 10 * secondMs })
    const job = newJob()
    const nextAt: number[] = []
    for (const at of [
      begin - 2 * minuteMs - 1,
      begin - 19 * secondMs,
      begin,
      begin + 1,
      begin + 10 * secondMs,
    ]) {
      now = at
      nextAt.push((await job.work()) - begin)
    }
    now += secondMs
    nextAt.push((await job.work()) - begin)
    assert.deepEqual(nextAt, [
      // A whole minute lies 20 s before it begins.
      -minuteMs - 20 * secondMs,
      0,
      // What was due is looked at once more: it may have failed.
      0,
      10 * secondMs,
      10 * secondMs,
      40 * secondMs,
    ])
  })

  test('a window whose start lies in the past is active at once', async () => {
    await addWindow({ ...night, silenceAllAlerts: true }, night.startsAt + hourMs)
    assert.equal(await silencedAt(now), true)
  })

  test('a window that is wholly in the past has no occurrence', async () => {
    const window = await addWindow(night, night.endsAt)
    await newJob().work()
    assert.deepEqual(await rowsOf(window.id), [])
  })

  test('a daily window goes on for weeks, each occurrence once', async () => {
    const window = await addWindow({ ...night, repeatInterval: 1, repeatUnit: 'DAY' })
    const job = newJob()
    for (let day = 0; day < 20; day += 1) {
      for (const at of [night.startsAt, night.endsAt]) {
        now = at + day * dayMs
        await job.work()
      }
    }
    const rows = await rowsOf(window.id)
    const done = rows.filter(({ status }) => status === 'COMPLETED')
    assert.deepEqual(
      done.map(({ startsAt }) => (startsAt - night.startsAt) / dayMs),
      Array.from({ length: 20 }, (_, day) => day),
    )
    assert.equal(rows.length, 28)
    assert.ok(rows.slice(20).every(({ status }) => status === 'SCHEDULED'))
  })

  test('after months without a server the window is active where it should be', async () => {
    await addWindow({ ...night, repeatInterval: 1, repeatUnit: 'DAY', pauseAllChecks: true })
    now = night.startsAt + 100 * dayMs + hourMs
    const watch = createPauseWatch({ store: opened.store, clock })
    await newJob().work()
    await watch.refresh()
    assert.ok(watch.isPaused({ ...lone, accountId, tags: [] }, now))
    assert.ok(!watch.isPaused({ ...lone, accountId, tags: [] }, now + hourMs))
    assert.ok(!watch.isPaused({ ...lone, accountId: randomUUID(), tags: [] }, now))
  })

  test('alerting case 42: the pause is known before it begins, and ends by itself', async () => {
    await addWindow({ ...night, tags: ['db'] })
    const watch = createPauseWatch({ store: opened.store, clock })
    const check = { ...lone, accountId, tags: ['db', 'web'] }
    now = night.startsAt - 30 * secondMs
    await watch.refresh()
    assert.deepEqual(
      [now, night.startsAt - 1, night.startsAt, night.endsAt - 1, night.endsAt].map((at) =>
        watch.isPaused(check, at),
      ),
      [false, false, true, true, false],
    )
    assert.ok(!watch.isPaused({ ...lone, accountId, tags: ['web'] }, night.startsAt))
  })

  test('alerting case 44: a pause silences nothing', async () => {
    await addWindow({ ...night, tags: ['db'] })
    const active = await activeAt(night.startsAt)
    const subject = { ...lone, accountId, tags: ['db'], at: night.startsAt }
    assert.deepEqual([isPaused(active, subject), isSilenced(active, subject)], [true, false])
  })

  test('one that waits for a person neither begins nor ends by itself', async () => {
    const visibility = { enabled: true, autoStart: false, autoEnd: false }
    const window = await addWindow({ ...night, visibility, silenceAllAlerts: true })
    now = night.startsAt + hourMs
    await newJob().work()
    const [row] = await rowsOf(window.id)
    assert.ok(row)
    assert.equal(row.status, 'SCHEDULED')
    assert.equal(await silencedAt(now), false)
    await opened.store.write((db) => updateMaintenance(db, { ...row, status: 'IN_PROGRESS', beganAt: now }))
    now = night.endsAt + 50 * hourMs
    await newJob().work()
    assert.equal((await rowsOf(window.id))[0]?.status, 'IN_PROGRESS')
    assert.equal(await silencedAt(now), true)
  })

  test('several windows at once add up', async () => {
    await addWindow({ ...night, silenceAlertsTags: ['db'] })
    const other = someWindow(accountId, {
      startsAt: night.startsAt + hourMs,
      endsAt: night.endsAt + hourMs,
      silenceAlertsTags: ['web'],
    })
    await opened.store.write(async (db) => {
      const window = { ...other, createdAt: now, id: await insertMaintenanceWindow(db, other) }
      await makeOccurrences(db, window, now)
    })
    const at = night.startsAt + hourMs
    assert.deepEqual([await silencedAt(at, ['db']), await silencedAt(at, ['web'])], [true, true])
    const later = night.endsAt
    assert.deepEqual([await silencedAt(later, ['db']), await silencedAt(later, ['web'])], [false, true])
  })

  test('a deleted window has no more effect, and leaves nothing', async () => {
    const window = await addWindow({ ...night, silenceAllAlerts: true })
    assert.equal(await silencedAt(night.startsAt), true)
    const remove = () => opened.store.write((db) => deleteMaintenanceWindows(db, [window]))
    assert.equal(await remove(), 1)
    assert.equal(await remove(), 0)
    assert.equal(await silencedAt(night.startsAt), false)
    assert.equal(await findMaintenanceWindow(opened.store.read, { accountId, id: window.id }), null)
  })

  test('a deleted occurrence is not made again, also when the window moves by an hour', async () => {
    const window = await addWindow({ ...night, repeatInterval: 1, repeatUnit: 'DAY' })
    const second = (await rowsOf(window.id))[1]
    assert.ok(second)
    await opened.store.write((db) =>
      updateMaintenance(db, { ...second, isDeleted: true, status: 'CANCELLED' }),
    )
    const starts = async () =>
      (await rowsOf(window.id)).slice(0, 3).map(({ startsAt }) => (startsAt - midnight) / hourMs)
    now = midnight + minuteMs
    await newJob().work()
    assert.deepEqual(await starts(), [2, 50, 74])
    const moved = { ...window, startsAt: window.startsAt + hourMs, endsAt: window.endsAt + hourMs }
    await opened.store.write(async (db) => {
      await updateMaintenanceWindows(db, [moved])
      await followWindow(db, window, moved, { now, mailing })
    })
    await newJob().work()
    assert.deepEqual(await starts(), [3, 51, 75])
  })

  test('plans may take each other’s places', async () => {
    const window = await addWindow({ ...night, repeatInterval: 1, repeatUnit: 'DAY' })
    const ids = (await rowsOf(window.id)).map(({ id }) => id)
    const moved = { ...window, startsAt: window.startsAt + dayMs, endsAt: window.endsAt + dayMs }
    await opened.store.write(async (db) => {
      const held = await findMaintenanceWindowForUpdate(db, window)
      assert.ok(held)
      await updateMaintenanceWindows(db, [moved])
      await followWindow(db, held, moved, { now, mailing })
    })
    const rows = await rowsOf(window.id)
    assert.deepEqual(
      rows.slice(0, ids.length).map(({ id }) => id),
      ids,
    )
    assert.deepEqual(rows[0]?.startsAt, night.startsAt + dayMs)
  })

  test('windows are listed newest first, and found by their dates', async () => {
    const window = await addWindow(night)
    const later = {
      ...someWindow(accountId, { startsAt: night.startsAt + dayMs, endsAt: night.endsAt + dayMs }),
      createdAt: now + 1,
    }
    const laterId = await opened.store.write((db) => insertMaintenanceWindow(db, later))
    const list = async (filter: object) => {
      const { rows, total } = await listMaintenanceWindows(opened.store.read, {
        accountId,
        limit: 10,
        offset: 0,
        ...filter,
      })
      assert.equal(total, rows.length)
      return rows.map(({ id }) => id)
    }
    assert.deepEqual(await list({}), [laterId, window.id])
    assert.deepEqual(await list({ startsAt: { gt: night.startsAt } }), [laterId])
    assert.deepEqual(await list({ startsAt: { gte: night.startsAt, lte: night.startsAt } }), [window.id])
    assert.deepEqual(await list({ endsAt: { lt: night.endsAt } }), [])
    assert.deepEqual(await list({ endsAt: { lte: night.endsAt } }), [window.id])
  })

  test('a window that makes trouble is told of and tried again, and keeps no other waiting', async () => {
    const first = await addWindow(night)
    const second = await addWindow(night)
    now = night.startsAt
    let failures = 1
    let rounds = 0
    const statuses: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const job = createMaintenanceJob({
      store: opened.store,
      clock,
      log: { debug: ignore, info: ignore, warn, error: warn },
      mailing() {
        failures -= 1
        if (failures === 0) throw new Error('no address yet')
        return mailing
      },
      wakeDelivery() {
        rounds += 1
        if (rounds === 2) resolve()
      },
      pauseMs: 1,
    })
    job.start()
    await promise
    await job.stop()
    assert.match(warnings.at(-1) ?? '', /retrying/)
    for (const { id } of [first, second]) statuses.push((await rowsOf(id))[0]?.status)
    assert.deepEqual(statuses, ['IN_PROGRESS', 'IN_PROGRESS'])
  })

  test('a database that is gone for a while is told of, and the job goes on', async () => {
    const gone = await engine.open({ clock })
    await gone.close()
    const { promise, resolve } = Promise.withResolvers<string>()
    const told = (_fields: object, message: string) => resolve(message)
    const job = createMaintenanceJob({
      store: gone.store,
      clock,
      log: { debug: ignore, info: ignore, warn: told, error: told },
      mailing: () => mailing,
      wakeDelivery: ignore,
      pauseMs: 1,
    })
    job.start()
    assert.match(await promise, /retrying/)
    await job.stop()
  })
})
