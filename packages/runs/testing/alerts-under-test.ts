import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { AlertType } from '@sonde/schema/alerts/alert.ts'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import { insertChannel } from '@sonde/store/alerts/alert-channels.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import { findCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import { updateCheck } from '@sonde/store/checks/update-checks.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import type { TestEngine } from '@sonde/store/testing/engines.ts'
import type { FakeAgent, ResultFields } from './fake-agent.ts'
import { runsUnderTest } from './runs-under-test.ts'

/** Slots on the hour, or as far away as they can be: what runs meanwhile was started by hand. */
export const hourly = { frequency: 60, frequencyOffset: 0 }
export const daily = { frequency: 1_440, frequencyOffset: 0 }

const said: Readonly<Record<string, Verdict>> = { P: 'passed', D: 'degraded', F: 'failed', E: 'withheld' }

/** Alert settings in the notation of the specification: R3, T10, with reminders `2x5`. */
export function settingsOf(escalation: string, reminders = '0x5', threshold?: number): JsonObject {
  const [amount, interval] = reminders.split('x').map(Number)
  const number = Number(escalation.slice(1))
  return {
    escalationType: escalation.startsWith('R') ? 'RUN_BASED' : 'TIME_BASED',
    runBasedEscalation: { failedRunThreshold: escalation.startsWith('R') ? number : 1 },
    timeBasedEscalation: { minutesFailingThreshold: escalation.startsWith('T') ? number : 5 },
    reminders: { amount, interval },
    parallelRunFailureThreshold: { enabled: threshold !== undefined, percentage: threshold ?? 10 },
  }
}

/** The same as settings of a check's own. */
export function alertSettings(escalation: string, reminders = '0x5', threshold?: number): JsonObject {
  return { useGlobalAlertSettings: false, alertSettings: settingsOf(escalation, reminders, threshold) }
}

/** Everything from slot to outbox on a virtual clock, with agents that say what the test wants. */
export async function alertsUnderTest(
  t: TestContext,
  engine: TestEngine,
  places: readonly string[] = ['eu-west-1'],
  options: { isEmbeddedOn?: boolean } = {},
) {
  const under = await runsUnderTest(t, engine, options)
  const agents: FakeAgent[] = []
  for (const place of places) {
    agents.push(await under.agentAt(place))
  }
  const startAt = under.clock.now()
  const minute = (at: number) => {
    const minutes = (at - startAt) / minuteMs
    return `+${Math.round(minutes * 10) / 10}`
  }

  async function addChannel({ sendFailure = true, sendRecovery = true, sendDegraded = false } = {}) {
    const channel = await under.store.write((db) =>
      insertChannel(db, {
        accountId: under.accountId,
        type: 'WEBHOOK',
        sealedConfig: under.store.sealer.seal('{}', `alert_channels/${under.accountId}`),
        shownConfig: { name: 'Hook' },
        sendFailure,
        sendRecovery,
        sendDegraded,
        sslExpiry: false,
        sslExpiryThreshold: 30,
        autoSubscribe: false,
        troubleSince: null,
        createdAt: under.clock.now(),
        updatedAt: null,
      }),
    )
    return channel.id
  }

  /** Each agent takes what waits for it and reports its letter; `.` takes nothing. */
  async function answer(letters: string, fields: ResultFields = {}): Promise<void> {
    for (const [index, letter] of [...letters].entries()) {
      if (letter === '.') continue
      const verdict = said[letter]
      const agent = agents[index]
      assert.ok(verdict !== undefined && agent !== undefined, `no verdict ${letter} of agent ${index}`)
      const runs = await agent.lease()
      assert.ok(runs.length > 0, `nothing to run for agent ${index} at ${minute(under.clock.now())}`)
      await agent.report(runs, { said: verdict, ...fields })
    }
  }

  /** Works until so many minutes after the start, while all agents are in touch. */
  async function until(minutes: number): Promise<void> {
    await under.until(startAt + minutes * minuteMs, ...agents)
  }

  /** Goes there in large steps: for hours in which nothing but reminders is due. */
  async function leapUntil(minutes: number, stepMinutes: number): Promise<void> {
    const at = startAt + minutes * minuteMs
    while (under.clock.now() < at) {
      under.clock.set(Math.min(at, under.clock.now() + stepMinutes * minuteMs))
      for (const agent of agents) {
        await agent.heartbeat()
      }
      await under.runs.work()
    }
  }

  /** Nothing happens until so many minutes after the start: then a new program takes over. */
  async function restUntil(minutes: number): Promise<void> {
    under.clock.set(startAt + minutes * minuteMs)
    await under.restart()
    for (const agent of agents) {
      await agent.register()
    }
    await under.runs.work()
  }

  async function read(check: CheckRow): Promise<CheckRow> {
    const row = await findCheck(under.store.read, { accountId: under.accountId, id: check.id })
    assert.ok(row !== null)
    return row
  }

  return {
    ...under,
    under,
    agents,
    answer,
    until,
    leapUntil,
    restUntil,
    minute,
    startAt,
    addChannel,
    /** A has every flag, B the defaults. */
    async addChannels(): Promise<{ a: number; b: number }> {
      return { a: await addChannel({ sendDegraded: true }), b: await addChannel() }
    },
    async subscribe(check: CheckRow, ...channels: number[]): Promise<void> {
      await under.store.write((db) =>
        replaceCheckSubscriptions(
          db,
          check,
          channels.map((alertChannelId) => ({ alertChannelId, activated: true })),
        ),
      )
    },
    /**
     * A check at the places of all agents, whose slots lie on whole minutes after the start. Its runs at creation
     * pass, so that letters stand for slots alone.
     */
    async addAlerting(config: JsonObject = {}, fields: Partial<CheckRow> = {}): Promise<CheckRow> {
      const check = await under.addCheck(
        { locations: places, ...alertSettings('R1'), ...config },
        { createdAt: under.clock.now(), ...fields },
      )
      for (const agent of agents) {
        await agent.report(await agent.lease())
      }
      return check
    },
    /** As the API writes a check: one that is switched off begins anew. */
    async change(check: CheckRow, fields: Partial<CheckRow>): Promise<void> {
      const before = await read(check)
      const updatedAt = nextUpdatedAt(before, under.clock.now())
      const after = { ...before, ...fields, updatedAt }
      await under.store.write(async (db) => {
        await updateCheck(db, before, after)
        await under.runs.announceChange(db, check.id)
        if (before.activated && !after.activated) await resetAlertStates(db, [check.id])
      })
      await under.runs.checkWritten(after)
    },
    async changeConfig(check: CheckRow, config: JsonObject): Promise<void> {
      const before = await read(check)
      await under.changeCheck(check, { config: { ...before.config, ...config } })
    },
    async startBy(source: RunSource, check: CheckRow): Promise<string> {
      const { accountId } = under
      return (await under.runs.startSession({ accountId, checkId: check.id, source })).sessionId
    },
    /**
     * One turn for each minute from now on: a letter, or a word with one for each agent where there are several.
     * `-` lets the minute pass without an answer.
     */
    async play(turns: string): Promise<void> {
      const words = agents.length === 1 ? [...turns.replaceAll(' ', '')] : turns.split(' ')
      for (const word of words) {
        const next = (Math.floor(under.clock.now() / minuteMs) + 1) * minuteMs
        await under.until(next, ...agents)
        if (word !== '-') await answer(word)
      }
    },
    /** What the channel is sent, in order. */
    async sent(channel: number): Promise<string[]> {
      const rows = await under.store.read
        .selectFrom('notifications')
        .select(['event', 'created_at'])
        .where('channel_id', '=', channel)
        .orderBy('no')
        .execute()
      return rows.map((row) => {
        const event = alertIn(row.event)
        return `${minute(row.created_at)} ${nameOf(event.alertType, event.reminderSequence)}`
      })
    },
    async alertsTo(
      channel: number,
    ): Promise<(CheckAlertEvent & { result: NonNullable<CheckAlertEvent['result']> })[]> {
      const rows = await under.store.read
        .selectFrom('notifications')
        .select('event')
        .where('channel_id', '=', channel)
        .orderBy('no')
        .execute()
      return rows.map((row) => {
        const event = alertIn(row.event)
        assert.ok(event.result !== null)
        return { ...event, result: event.result }
      })
    },
    /** The alerts that are listed, whoever heard of them. */
    /** Why each alert went to nobody; null where it went to somebody. */
    async nobodyCauses(): Promise<(string | null)[]> {
      const rows = await under.store.read
        .selectFrom('check_alerts')
        .select('nobody_cause')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => row.nobody_cause)
    },

    async raised(): Promise<string[]> {
      const rows = await under.store.read
        .selectFrom('check_alerts')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => `${minute(row.created_at)} ${nameOf(row.alert_type, row.reminder_sequence)}`)
    },
  }
}

export type AlertsUnderTest = Awaited<ReturnType<typeof alertsUnderTest>>

function nameOf(alertType: AlertType, sequence: number): string {
  const short = alertType.replace('ALERT_', '')
  return sequence > 0 ? `${short} (${sequence})` : short
}

/** Only alerts go to the channels of these tests. */
function alertIn(text: string): CheckAlertEvent {
  const event = JSON.parse(text) as CheckAlertEvent
  assert.equal(event.kind, 'alert')
  return event
}
