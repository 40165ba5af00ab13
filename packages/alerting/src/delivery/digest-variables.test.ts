import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { deleteCheck } from '@sonde/store/checks/checks.ts'
import { findChannelById } from '@sonde/store/alerts/alert-channels.ts'
import { groupSealContext, insertGroup } from '@sonde/store/checks/check-groups.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { addGroup } from '@sonde/store/testing/groups.ts'
import { addCheck } from '@sonde/store/testing/rows.ts'
import { insertVariable, variableSealContext } from '@sonde/store/variables/variables.ts'
import type { TestContext } from 'node:test'
import {
  type DeliveryUnderTest,
  deliveryUnderTest,
  makeNotification,
} from '../../testing/delivery-under-test.ts'
import { type Receiver, startReceiver } from '@sonde/egress/testing/receiver.ts'
import { defaultAlertingSettings } from '../alerting-settings.ts'
import { createVariables } from '../variables.ts'
import { createBudgets } from './budgets.ts'
import { createDelivery } from './create-delivery.ts'
import { createAlertSender } from './sender.ts'

type RealDelivery = DeliveryUnderTest & { receiver: Receiver; paths(): string[] }

/** With the real sender, the real variables and a receiver; the clock is still that of the test. */
async function realDelivery(t: TestContext, engine: TestEngine, perMinute: number): Promise<RealDelivery> {
  const under = await deliveryUnderTest(t, engine)
  const { store, clock, log } = under
  const receiver = await startReceiver(t)
  const publicUrl = () => 'http://sonde.test'
  const delivery = createDelivery({
    store,
    clock,
    log,
    publicUrl,
    budgets: createBudgets(perMinute),
    claimMs: 30_000,
    canMail: false,
    sender: createAlertSender({ settings: defaultAlertingSettings, clock, log, publicUrl }),
    variablesFor: createVariables({ store }).variablesFor,
    async loadChannel(channelId) {
      const channel = await findChannelById(store.read, channelId)
      return channel === null ? null : { type: channel.type, config: channel.shownConfig }
    },
  })
  t.after(() => delivery.stop())
  async function drain(): Promise<void> {
    for (;;) {
      if ((await delivery.workOnce()) === 0) return
    }
  }
  return {
    ...under,
    receiver,
    drain,
    async until(at, stepMs = 5 * secondMs) {
      while (clock.now() < at) {
        clock.advance(Math.min(stepMs, at - clock.now()))
        await drain()
      }
    },
    paths: () => receiver.requests.map(({ target }) => target),
  }
}

async function groupWith({ store, accountId }: DeliveryUnderTest, values: Readonly<Record<string, string>>) {
  const { id: _, ...fields } = await addGroup(store, accountId)
  const environmentVariables = Object.entries(values).map(([key, value]) => ({ key, value }))
  const { id } = await store.write((db) =>
    insertGroup(db, fields, (groupId) =>
      store.sealer.seal(JSON.stringify({ environmentVariables }), groupSealContext(groupId)),
    ),
  )
  return id
}

async function accountHas({ store, accountId }: DeliveryUnderTest, key: string, value: string) {
  const valueSealed = store.sealer.seal(value, variableSealContext({ accountId, key }))
  const flags = { locked: false, secret: true, createdAt: 1, updatedAt: null }
  await store.write((db) => insertVariable(db, { accountId, key, valueSealed, ...flags }))
}

forOneEngine('variables of what is sent together or late', (engine) => {
  test('a digest knows the variables of the groups that its alerts come from', async (t) => {
    const under = await realDelivery(t, engine, 1)
    const { receiver, clock, store } = under
    const channel = await under.addChannel({ shownConfig: { url: `${receiver.url}/{{TOKEN}}` } })
    const [red, alsoRed, blue] = [
      await groupWith(under, { TOKEN: 'red', OTHER: '1' }),
      await groupWith(under, { TOKEN: 'red', OTHER: '2' }),
      await groupWith(under, { TOKEN: 'blue' }),
    ]
    const at = clock.now()
    const rows = [red, red, alsoRed, blue, blue, red].map((groupId) =>
      makeNotification(channel, { at, groupId }),
    )
    await store.write((db) => insertNotifications(db, rows))
    await under.drain()
    assert.deepEqual(under.paths(), ['/red'])
    await under.until(at + 10 * secondMs)
    assert.deepEqual(under.paths().toSorted(), ['/blue', '/red', '/red'])
    const counts = receiver.requests.slice(1).map(({ target, body }) => {
      const sent: { alerts?: unknown[] } = JSON.parse(String(body))
      return [target, sent.alerts?.length]
    })
    assert.deepEqual(
      counts.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
      [
        ['/blue', 2],
        ['/red', 3],
      ],
    )
    for (const { isOpen, status } of await under.rows()) {
      assert.equal(isOpen, false)
      assert.notEqual(status, 'FAILURE')
    }
  })

  test('a channel without variables has one digest for all groups', async (t) => {
    const under = await realDelivery(t, engine, 1)
    const { receiver, clock, store } = under
    const channel = await under.addChannel({
      shownConfig: { url: `${receiver.url}/hook?type={{ALERT_TYPE}}` },
    })
    const at = clock.now()
    const groups = [await groupWith(under, { TOKEN: 'a' }), await groupWith(under, { TOKEN: 'b' }), null]
    const rows = [...groups, ...groups].map((groupId) => makeNotification(channel, { at, groupId }))
    await store.write((db) => insertNotifications(db, rows))
    await under.drain()
    await under.until(at + minuteMs)
    assert.equal(receiver.requests.length, 2)
  })

  test('a check that changed its group has its alerts in order, each with the variables of its time', async (t) => {
    const under = await realDelivery(t, engine, 1)
    const { receiver, clock, store } = under
    const channel = await under.addChannel({ shownConfig: { url: `${receiver.url}/{{TOKEN}}` } })
    const [red, blue] = [await groupWith(under, { TOKEN: 'red' }), await groupWith(under, { TOKEN: 'blue' })]
    const at = clock.now()
    const { checkId } = makeNotification(channel, { at })
    assert.ok(checkId)
    const rows = [
      makeNotification(channel, { at, groupId: red }),
      ...[red, red, blue, blue].map((groupId) => makeNotification(channel, { at, checkId, groupId })),
    ]
    await store.write((db) => insertNotifications(db, rows))
    await under.drain()
    await under.until(at + 3 * minuteMs)
    assert.deepEqual(under.paths().slice(0, 2), ['/red', '/red'])
    assert.deepEqual([...new Set(under.paths().slice(2))], ['/blue'])
    for (const { isOpen, status } of await under.rows()) {
      assert.equal(isOpen, false)
      assert.notEqual(status, 'FAILURE')
    }
  })

  test('an alert keeps its variables when its check is deleted between two tries', async (t) => {
    const under = await realDelivery(t, engine, 60)
    const { receiver, clock, store, accountId } = under
    const channel = await under.addChannel({ shownConfig: { url: `${receiver.url}/{{TOKEN}}` } })
    const groupId = await groupWith(under, { TOKEN: 'red' })
    const check = await addCheck(store, accountId, { groupId })
    receiver.react({ kind: 'answer', status: 500 })
    const { id } = await under.raise(channel, { checkId: check.id, groupId })
    await under.drain()
    await store.write((db) => deleteCheck(db, { accountId, id: check.id }))
    receiver.react({ kind: 'answer', status: 200 })
    await under.until(clock.now() + 20 * secondMs)
    assert.equal((await under.row(id)).status, 'SUCCESS')
    assert.deepEqual(under.paths(), ['/red', '/red'])
  })

  test('alerts that leave a variable to the account share one digest, those of a group with its own do not', async (t) => {
    const under = await realDelivery(t, engine, 1)
    const { receiver, clock, store } = under
    await accountHas(under, 'TOKEN', 'all')
    const channel = await under.addChannel({ shownConfig: { url: `${receiver.url}/{{TOKEN}}` } })
    const [plain, other, own] = [
      await groupWith(under, {}),
      await groupWith(under, { OTHER: '1' }),
      await groupWith(under, { TOKEN: 'own' }),
    ]
    const at = clock.now()
    const rows = [null, plain, other, null, own, own].map((groupId) =>
      makeNotification(channel, { at, groupId }),
    )
    await store.write((db) => insertNotifications(db, rows))
    await under.drain()
    assert.deepEqual(under.paths(), ['/all'])
    await under.until(at + 10 * secondMs)
    assert.deepEqual(under.paths().toSorted(), ['/all', '/all', '/own'])
    // Whichever groups are held back next, they wait for the minute of the same digest.
    const later = [other, other].map((groupId) => makeNotification(channel, { at: clock.now(), groupId }))
    await store.write((db) => insertNotifications(db, later))
    await under.until(at + 30 * secondMs)
    assert.deepEqual(under.paths().toSorted(), ['/all', '/all', '/own'])
    await under.until(at + 3 * minuteMs)
    for (const { isOpen, status } of await under.rows()) {
      assert.equal(isOpen, false)
      assert.notEqual(status, 'FAILURE')
    }
  })

  test('a receiver that the account names and that answers again gets what waits, of all groups', async (t) => {
    const under = await realDelivery(t, engine, 60)
    const { receiver, clock } = under
    await accountHas(under, 'TOKEN', 'all')
    const channel = await under.addChannel({ shownConfig: { url: `${receiver.url}/{{TOKEN}}` } })
    receiver.react({ kind: 'answer', status: 500 })
    const waiting = await under.raise(channel, { groupId: await groupWith(under, {}) })
    // Past the quick tries, after which half an hour may lie between two.
    await under.until(clock.now() + 60 * minuteMs, 30 * secondMs)
    receiver.react({ kind: 'answer', status: 200 })
    await under.raise(channel, { groupId: await groupWith(under, { OTHER: '1' }) })
    await under.until(clock.now() + minuteMs)
    assert.equal((await under.row(waiting.id)).status, 'SUCCESS')
  })
})
