import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { insertMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import { type OpenedStore, forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { addPage, addService, addSubscriber, waitingMails } from '@sonde/status-pages/testing/status-pages.ts'
import { someWindow, type SomeWindow } from '../../testing/some-maintenance.ts'
import { createMaintenanceJob } from './maintenance-job.ts'
import { makeOccurrences } from './take-steps.ts'

const midnight = Date.UTC(2026, 5, 1)
const night = { startsAt: midnight + 50 * hourMs, endsAt: midnight + 52 * hourMs }

forOneEngine('mails about a published maintenance', (engine) => {
  let opened: OpenedStore
  let now = midnight
  const clock = { now: () => now }
  const ignore = () => {}
  before(async () => {
    opened = await engine.open({ clock })
  })
  after(() => opened.close())

  /** An account with a page that shows two services and has two subscribers, one of them not yet verified. */
  async function publish(visibility: SomeWindow['visibility'], { canMail = true } = {}) {
    now = midnight
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    const payments = await addService(store, accountId, 'Payments')
    const search = await addService(store, accountId, 'Search')
    const page = await addPage(store, accountId, { cards: [[payments], [search]] })
    await addSubscriber(store, page, 'ada@example.com')
    await addSubscriber(store, page, 'pending@example.com', 'PENDING')
    const row = someWindow(accountId, {
      ...night,
      description: 'New disks.',
      timezone: 'Asia/Tokyo',
      visibility: { enabled: true, statusPageIds: [page.id], serviceIds: [payments.id], ...visibility },
    })
    await store.write(async (db) => {
      const window = { ...row, createdAt: now, id: await insertMaintenanceWindow(db, row) }
      await makeOccurrences(db, window, now)
    })
    const job = createMaintenanceJob({
      store,
      clock,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      mailing: () => ({ publicUrl: 'https://sonde.example.net', canMail }),
      wakeDelivery: ignore,
    })
    return async (...times: number[]) => {
      const counts: number[] = []
      for (const at of times) {
        now = at
        await job.work()
        counts.push((await waitingMails(store, accountId)).length)
      }
      return { counts, mails: await waitingMails(store, accountId) }
    }
  }

  test('one at the start and one at the end, to those who confirmed', async () => {
    const workAt = await publish({ notifyOnStart: true, notifyOnEnd: true })
    const { counts, mails } = await workAt(
      midnight,
      night.startsAt,
      night.startsAt + 1_000,
      night.endsAt,
      night.endsAt + minuteMs,
    )
    assert.deepEqual(counts, [0, 1, 1, 2, 2])
    assert.deepEqual(
      mails.map(({ target }) => target),
      ['ada@example.com', 'ada@example.com'],
    )
    const text = JSON.stringify(mails[0])
    assert.match(text, /Upgrade: In progress/)
    assert.match(text, /Payments/)
    assert.doesNotMatch(text, /Search/)
    assert.match(text, /From: Jun 3, 2026, 11:00 Asia\/Tokyo \(Jun 3, 2026, 02:00 UTC\)/)
  })

  test('none without being asked for, and none without a way to send them', async () => {
    assert.deepEqual((await (await publish({}))(night.startsAt, night.endsAt)).counts, [0, 0])
    const asked = { notifyOnStart: true, notifyOnEnd: true, reminderMinutesBefore: [60] }
    const unable = await publish(asked, { canMail: false })
    assert.deepEqual((await unable(night.startsAt - 50 * minuteMs, night.startsAt)).counts, [0, 0])
    const notShown = await publish({ ...asked, enabled: false })
    assert.deepEqual((await notShown(night.startsAt - 50 * minuteMs, night.startsAt)).counts, [0, 0])
  })

  test('reminders go out once each, and name no service that is not to be shown', async () => {
    const workAt = await publish({ reminderMinutesBefore: [60, 1_440], showAffectedServices: false })
    const ahead = (minutes: number) => night.startsAt - minutes * minuteMs
    const { counts, mails } = await workAt(ahead(1_500), ahead(1_440), ahead(1_000), ahead(60), ahead(1))
    assert.deepEqual(counts, [0, 1, 1, 2, 2])
    const text = JSON.stringify(mails[0])
    assert.match(text, /starts soon/)
    assert.match(text, /New disks\./)
    assert.doesNotMatch(text, /Payments/)
  })

  test('a server that was away sends one reminder and not all', async () => {
    const workAt = await publish({ reminderMinutesBefore: [60, 120, 180] })
    const { counts } = await workAt(night.startsAt - 30 * minuteMs, night.startsAt - 20 * minuteMs)
    assert.deepEqual(counts, [1, 1])
  })
})
