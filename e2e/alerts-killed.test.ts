// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { childProgram } from '@sonde/ground/testing/child-program.ts'
import { rounds, seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import { nextTryAt } from '@sonde/store/notifications/notification-claims.ts'
import { listNotifications, type NotificationRow } from '@sonde/store/notifications/notifications.ts'
import { createRuleJob } from '@sonde/alerting/raise/rule-job.ts'
import { addComponentPage, addRule } from '@sonde/status-pages/testing/status-pages.ts'
import { listCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { updateMarksOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { listIncidents } from '@sonde/store/status-pages/status-page-incidents.ts'
import { forOneEngine, type TestDatabase } from '@sonde/store/testing/engines.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import { type ReceivedAlert, startAlertReceiver } from './support/alert-receiver.ts'
import { eventually } from './support/eventually.ts'

const kills = rounds(25)
const ruleKills = rounds(15)
const lanes = rounds(200)
const integer = seededIntegers('alerts while delivery is killed')
const claimMs = 3_000
const namedMoments = ['after-claim', 'after-send', 'before-mark', 'after-mark'] as const

function startChild(
  t: TestContext,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream } {
  const script = childProgram(new URL(`support/children/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

/** At one of the named moments, or at whatever moment it happens to be in. */
async function deliverUntilKilled(t: TestContext, args: readonly string[], killNo: number): Promise<void> {
  const moment = namedMoments[killNo % (namedMoments.length + 1)]
  const env = moment === undefined ? {} : { KILL_AT: `${moment}:${integer(0, 40)}` }
  const child = startChild(t, 'deliver-alerts', args, env)
  const ended = once(child, 'exit')
  if (moment === undefined) {
    await once(child.stdout, 'data')
    await delay(integer(0, 2_000))
    child.kill('SIGKILL')
  }
  await ended
  assert.equal(child.signalCode, 'SIGKILL', `it ended by itself: ${child.exitCode}`)
}

async function allRows(store: Store, accountId: string): Promise<NotificationRow[]> {
  const page = { accountId, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1_000_000, offset: 0 }
  const { rows } = await listNotifications(store.read, page)
  return rows.toSorted((a, b) => a.no - b.no)
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

/** Row by row: every transition arrived and was taken, none before the one before it was, none was made up. */
function compare(rows: readonly NotificationRow[], received: readonly ReceivedAlert[]): void {
  const byId = groupBy(received, ({ id }) => id)
  assert.deepEqual(
    [...byId.keys()].filter((id) => !rows.some((row) => row.id === id)),
    [],
  )
  for (const [checkId, ofCheck] of groupBy(rows, (row) => row.checkId ?? '')) {
    let takenAt = 0
    for (const [index, row] of ofCheck.entries()) {
      const requests = byId.get(row.id) ?? []
      const { status, isOpen } = row
      assert.deepEqual({ status, isOpen }, { status: 'SUCCESS', isOpen: false })
      assert.ok(requests.length <= row.tries, `${row.id}: ${requests.length} requests in ${row.tries} tries`)
      const expected = index % 2 === 0 ? 'ALERT_FAILURE' : 'ALERT_RECOVERY'
      for (const request of requests) {
        assert.deepEqual([request.checkId, request.alertType], [checkId, expected])
      }
      const [first] = requests
      const taken = requests.find((request) => request.status === 200)
      assert.ok(first && taken?.answeredAt, `${row.id} never arrived`)
      assert.ok(first.arrivedAt > takenAt, `${row.id} arrived before the transition before it was taken`)
      takenAt = taken.answeredAt
      for (const [position, request] of requests.entries()) {
        const next = requests[position + 1]
        const isOverlap =
          next !== undefined && (request.answeredAt === null || request.answeredAt > next.arrivedAt)
        assert.ok(!isOverlap || request.hasSenderGone, `${row.id} was sent by two at the same time`)
      }
    }
  }
}

forOneEngine('alerts while delivery is killed', (engine) => {
  test(`kill -9 of two delivery processes, ${kills} times: every transition arrives, in order, none twice with another id`, async (t) => {
    const place: TestDatabase = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const { dataDir, databaseUrl } = place
    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    t.after(() => store.close())
    const { id: accountId } = await addAccount(store)
    const receiver = await startAlertReceiver()
    t.after(() => receiver.close())
    const database = [dataDir, databaseUrl ?? '']
    const deliver = [...database, receiver.url, String(claimMs)]

    const writer = startChild(t, 'write-alerts', [...database, accountId, String(lanes)])
    const written: string[] = []
    const wrote = (async () => {
      for await (const id of createInterface({ input: writer.stdout })) written.push(id)
    })()

    let begun = 0
    async function deliverAndDie(): Promise<void> {
      while (begun < kills) {
        begun += 1
        await deliverUntilKilled(t, deliver, begun)
      }
    }
    await Promise.all([deliverAndDie(), deliverAndDie()])
    assert.equal(begun, kills)
    await eventually('enough transitions to say something', () => written.length >= lanes * 4)
    writer.stdin.end()
    await wrote
    startChild(t, 'deliver-alerts', deliver)
    startChild(t, 'deliver-alerts', deliver)
    await eventually('the end of every row', async () => (await nextTryAt(store.read)) === null, {
      timeoutMs: 240_000,
      everyMs: 250,
    })
    const rows = await allRows(store, accountId)
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), written.toSorted())
    compare(rows, receiver.received)
    const ids = new Set(receiver.received.map(({ id }) => id))
    t.diagnostic(
      `${rows.length} transitions of ${lanes} lanes, ${receiver.received.length} requests, ${ids.size} ids`,
    )
  })

  test(`MC 67: kill -9 of who stores results, ${ruleKills} times: an automation rule opens one incident for each outage, and resolves it once`, async (t) => {
    const place: TestDatabase = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const { dataDir, databaseUrl } = place
    const clock = systemClock
    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock })
    t.after(() => store.close())
    const { id: accountId } = await addAccount(store)
    const check = await addCheck(store, accountId, { config: { tags: ['checkout'] } })
    const checkNo = await findCheckNumber(store.read, { accountId, checkId: check.id })
    const { page, components } = await addComponentPage(store, accountId, ['Checkout'])
    const impact = 'MAJOR_OUTAGE' as const
    await addRule(store, page, { components: components.map(({ id }) => ({ componentId: id, impact })) })
    const job = createRuleJob({ store, clock, publicUrl: () => '', canMail: true, wakeDelivery: () => {} })

    for (let killNo = 0; killNo < ruleKills; killNo += 1) {
      const child = startChild(t, 'settle-rules', [dataDir, databaseUrl ?? '', String(checkNo)])
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      child.stdout.resume()
      const looking = job.work()
      await delay(integer(0, 150))
      child.kill('SIGKILL')
      await Promise.all([ended, looking])
      assert.equal(child.signalCode, 'SIGKILL', `it ended by itself: ${child.exitCode}`)
      await job.work()
    }
    const alerts = await listCheckAlerts(store.read, {
      accountId,
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      limit: 100_000,
      offset: 0,
    })
    const outages = alerts.rows.filter(({ alertType }) => alertType === 'ALERT_FAILURE').length
    const incidents = await listIncidents(store.read, { accountId, after: null, limit: 100_000 })
    assert.equal(incidents.length, outages)
    const open = incidents.filter(({ endedAt }) => endedAt === null)
    assert.ok(open.length <= 1)
    for (const { id, endedAt } of incidents) {
      const statuses = (await updateMarksOf(store.read, id)).map(({ status }) => status)
      assert.deepEqual(statuses, endedAt === null ? ['INVESTIGATING'] : ['INVESTIGATING', 'RESOLVED'])
    }
    t.diagnostic(`${outages} outages, ${incidents.length} incidents`)
  })
})
