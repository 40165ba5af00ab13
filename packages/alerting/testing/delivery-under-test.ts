import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { TestContext } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { type AlertType, classOf } from '@sonde/schema/alerts/alert.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { type AlertChannelRow, findChannelById, insertChannel } from '@sonde/store/alerts/alert-channels.ts'
import {
  insertNotifications,
  listNotifications,
  type NewNotification,
  type NotificationRow,
} from '@sonde/store/notifications/notifications.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { TestEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { createBudgets, isExemptFromBudget } from '../src/delivery/budgets.ts'
import { createDelivery, type NotificationDelivery } from '../src/delivery/create-delivery.ts'
import type { AlertSender, Delivery, TryOutcome } from '../src/delivery/delivery.ts'

export type SteppedClock = Clock & { advance(ms: number): void; set(at: number): void }

function createSteppedClock(startAt = Date.UTC(2026, 3, 1, 10)): SteppedClock {
  let now = startAt
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
    set(at) {
      now = at
    },
  }
}

export type KeptLog = Logger & { readonly told: string[] }

function createKeptLog(): KeptLog {
  const told: string[] = []
  const keep = (_fields: object, message: string) => void told.push(message)
  return { told, debug: () => undefined, info: keep, warn: keep, error: keep }
}

export const accepted: TryOutcome = { kind: 'accepted', result: 'ok' }
export const refused: TryOutcome = { kind: 'refused', result: 'no such address' }
export const tryAgain: TryOutcome = { kind: 'try-again', result: '500 sorry', retryAfterMs: null }

/** A sender that does what the test says and keeps what it was given. */
export type ScriptedSender = AlertSender & {
  readonly sent: { delivery: Delivery; at: number }[]
  answer(script: (delivery: Delivery, signal: AbortSignal) => TryOutcome | Promise<TryOutcome>): void
}

function createScriptedSender(clock: Clock): ScriptedSender {
  const sent: ScriptedSender['sent'] = []
  let answerTo: Parameters<ScriptedSender['answer']>[0] = () => accepted
  return {
    sent,
    answer(script) {
      answerTo = script
    },
    async send(delivery, signal) {
      sent.push({ delivery, at: clock.now() })
      return await answerTo(delivery, signal)
    },
  }
}

async function addChannel(
  store: Store,
  accountId: string,
  fields: Partial<AlertChannelRow> = {},
): Promise<AlertChannelRow> {
  const channel = {
    accountId,
    type: 'WEBHOOK' as ChannelType,
    sealedConfig: '',
    shownConfig: { name: 'hook', url: 'http://127.0.0.1/hook' },
    sendFailure: true,
    sendRecovery: true,
    sendDegraded: false,
    sslExpiry: false,
    sslExpiryThreshold: 30,
    autoSubscribe: false,
    troubleSince: null,
    createdAt: 1_000,
    updatedAt: null,
    ...fields,
  }
  return await store.write((db) => insertChannel(db, channel))
}

/** A notification as it is written when an alert is raised. */
export function makeNotification(
  channel: AlertChannelRow,
  {
    checkId = randomUUID(),
    checkName = 'Gateway',
    alertType = 'ALERT_FAILURE',
    at,
    target = null,
    groupId = null,
  }: {
    checkId?: string
    checkName?: string
    alertType?: AlertType
    at: number
    target?: string | null
    groupId?: number | null
  },
): NewNotification {
  const alertId = randomUUIDv7()
  const resultId = randomUUIDv7()
  const event: CheckAlertEvent = {
    kind: 'alert',
    alertId,
    alertType,
    title: `${checkName}: ${alertType}`,
    episodeId: randomUUID(),
    episodeSince: at,
    accountId: channel.accountId,
    raisedAt: at,
    isReminder: false,
    reminderSequence: 0,
    check: {
      id: checkId,
      name: checkName,
      type: 'ICMP',
      description: null,
      tags: [],
      groupName: null,
      groupId,
      target: '192.0.2.1',
    },
    result: {
      id: resultId,
      link: `http://127.0.0.1/results/${resultId}`,
      startedAt: at,
      responseTime: 5,
      region: 'eu-west-1',
      location: 'Ireland',
      error: null,
      failedLocations: [],
      statusCode: null,
      statusText: null,
    },
    ssl: null,
  }
  return {
    id: randomUUIDv7(),
    accountId: channel.accountId,
    lane: [checkId, channel.id, ...(target === null ? [] : [target])].join('/'),
    channelId: channel.id,
    channelType: channel.type,
    target,
    shownConfig: channel.shownConfig,
    checkId,
    checkType: 'ICMP',
    alertId,
    resultId,
    event,
    isExempt: isExemptFromBudget(channel.type, classOf(alertType) === 'recovery'),
    createdAt: at,
  }
}

/** The variables of each group. */
export type GroupVariables = ReadonlyMap<number | null, ReadonlyMap<string, string>>

export type DeliveryUnderTest = {
  store: Store
  clock: SteppedClock
  log: KeptLog
  accountId: string
  sender: ScriptedSender
  delivery: NotificationDelivery
  addChannel(fields?: Partial<AlertChannelRow>): Promise<AlertChannelRow>
  /** Raises an alert on the channel. */
  raise(
    channel: AlertChannelRow,
    fields?: Omit<Parameters<typeof makeNotification>[1], 'at'>,
  ): Promise<NewNotification>
  /** Works until nothing more is due. */
  drain(): Promise<void>
  /** Steps the clock, second by second unless told, working at each step. */
  until(at: number, stepMs?: number): Promise<void>
  /** Every row of the account, oldest first. */
  rows(): Promise<NotificationRow[]>
  row(id: string): Promise<NotificationRow>
  channel(id: number): Promise<AlertChannelRow>
  /** One more program on the same database. */
  another(options?: { sender?: AlertSender; store?: Store }): NotificationDelivery
}

export async function deliveryUnderTest(
  t: TestContext,
  engine: TestEngine,
  options: { perMinute?: number; claimMs?: number; canMail?: boolean; variables?: GroupVariables } = {},
): Promise<DeliveryUnderTest> {
  const clock = createSteppedClock()
  const opened = await engine.open({ clock })
  t.after(() => opened.close())
  const { store } = opened
  const log = createKeptLog()
  const { id: accountId } = await addAccount(store)
  const sender = createScriptedSender(clock)

  function another({
    sender: other = sender,
    store: database = store,
  }: { sender?: AlertSender; store?: Store } = {}): NotificationDelivery {
    const made = createDelivery({
      store: database,
      clock,
      log,
      sender: other,
      budgets: createBudgets(options.perMinute ?? 60),
      claimMs: options.claimMs ?? 30_000,
      canMail: options.canMail ?? false,
      publicUrl: () => 'http://sonde.test',
      async loadChannel(channelId) {
        const channel = await findChannelById(store.read, channelId)
        return channel === null ? null : { type: channel.type, config: channel.shownConfig }
      },
      variablesFor: async ({ groupId }) => options.variables?.get(groupId) ?? new Map(),
    })
    t.after(() => made.stop())
    return made
  }

  const delivery = another()
  const under: DeliveryUnderTest = {
    store,
    clock,
    log,
    accountId,
    sender,
    delivery,
    another,
    addChannel: (fields) => addChannel(store, accountId, fields),
    async raise(channel, fields = {}) {
      const row = makeNotification(channel, { ...fields, at: clock.now() })
      await store.write((db) => insertNotifications(db, [row]))
      return row
    },
    async drain() {
      for (;;) {
        if ((await delivery.workOnce()) === 0) return
      }
    },
    async until(at, stepMs = secondMs) {
      while (clock.now() < at) {
        clock.advance(Math.min(stepMs, at - clock.now()))
        await under.drain()
      }
    },
    async rows() {
      const page = { accountId, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000, offset: 0 }
      const { rows } = await listNotifications(store.read, page)
      return rows.toSorted((a, b) => a.no - b.no)
    },
    async row(id) {
      const found = (await under.rows()).find((row) => row.id === id)
      if (found === undefined) throw new Error(`there is no notification ${id}`)
      return found
    },
    async channel(id) {
      const found = await findChannelById(store.read, id)
      if (found === null) throw new Error(`there is no channel ${id}`)
      return found
    },
  }
  return under
}
