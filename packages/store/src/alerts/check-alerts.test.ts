import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { type CheckAlertRow, insertCheckAlerts, listCheckAlerts } from './check-alerts.ts'

forEachEngine('alerts of checks', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  function alert(accountId: string, fields: Partial<CheckAlertRow> = {}): CheckAlertRow {
    return {
      id: randomUUID(),
      accountId,
      checkId: randomUUID(),
      checkType: 'ICMP',
      name: 'Gateway',
      alertType: 'ALERT_FAILURE',
      episodeId: randomUUID(),
      episodeSince: 0,
      reminderSequence: 0,
      runLocation: 'eu-central-1',
      responseTime: 12.5,
      error: 'no reply',
      statusCode: null,
      resultId: randomUUID(),
      dueAt: 1,
      startedAt: 2,
      judgedAt: 3,
      nobodyCause: null,
      createdAt: 10,
      ...fields,
    }
  }

  test('alerts are read as they were written, newest first', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const old = alert(accountId, { createdAt: 10 })
    const recent = alert(accountId, {
      createdAt: 20,
      alertType: 'ALERT_RECOVERY',
      runLocation: null,
      responseTime: null,
      error: null,
      statusCode: '200',
      resultId: null,
    })
    await opened.store.write((db) => insertCheckAlerts(db, [old, recent]))
    const page = { accountId, from: 0, to: 100, limit: 10, offset: 0 }
    assert.deepEqual(await listCheckAlerts(opened.store.read, page), { rows: [recent, old], total: 2 })
  })

  test('the window holds its beginning and not its end, and pages know the total', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const rows = [10, 20, 30, 40].map((createdAt) => alert(accountId, { createdAt }))
    await opened.store.write((db) => insertCheckAlerts(db, rows))
    const found = await listCheckAlerts(opened.store.read, {
      accountId,
      from: 10,
      to: 40,
      limit: 1,
      offset: 1,
    })
    assert.deepEqual([found.rows.map(({ createdAt }) => createdAt), found.total], [[20], 3])
  })

  test('alerts of other checks and other accounts are left out', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: other } = await addAccount(opened.store)
    const [mine, second, foreign] = [alert(accountId), alert(accountId), alert(other)]
    await opened.store.write((db) => insertCheckAlerts(db, [mine, second, foreign]))
    const page = { accountId, from: 0, to: 100, limit: 10, offset: 0 }
    const ofCheck = await listCheckAlerts(opened.store.read, { ...page, checkId: mine.checkId })
    assert.deepEqual(ofCheck, { rows: [mine], total: 1 })
    const stolen = await listCheckAlerts(opened.store.read, { ...page, checkId: foreign.checkId })
    assert.deepEqual(stolen, { rows: [], total: 0 })
    assert.equal((await listCheckAlerts(opened.store.read, page)).total, 2)
  })

  test('three thousand alerts of one outage are written in one go', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const rows = Array.from({ length: 3_000 }, () => alert(accountId))
    await opened.store.write((db) => insertCheckAlerts(db, rows))
    const { total } = await listCheckAlerts(opened.store.read, {
      accountId,
      from: 0,
      to: 100,
      limit: 1,
      offset: 0,
    })
    assert.equal(total, 3_000)
  })
})
