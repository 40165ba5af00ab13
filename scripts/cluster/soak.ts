import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { type Fault, faults } from './faults.ts'
import {
  type AlertReceiver,
  type FlappingTarget,
  startAlertReceiver,
  startFlappingTarget,
} from './flapping-target.ts'
import { judgeSlots, settledSlots, type SlotFigures, slotsOfLosers } from './slots-hold.ts'
import type { AlertFigures, SoakedFault, SoakReport } from './soak-report.ts'
import type { Cluster } from './start-cluster.ts'

export type SoakPlan = {
  durationMs: number
  /** From the beginning of one fault to that of the next. */
  everyMs: number
  /** Checks whose target comes and goes. */
  flapping: number
  /** Checks that fail all at once, and for good. */
  failing: number
  choose(count: number): number
  say(line: string): void
  /** Faults that happen to this installation beside those that may happen to any. */
  more?: readonly Fault[]
  /** Each once and in this order, instead of any for as long as it lasts. */
  faults?: readonly Fault[]
}

/** Of servers that are soaked: leases are short, because an agent that is frozen for longer has lost its runs. */
export const soakedSettings: Readonly<Record<string, string>> = {
  SONDE_LEASE_SECONDS: '5',
  SONDE_RENEW_SECONDS: '1',
  SONDE_POLL_SECONDS: '2',
  ALERT_BUDGET_PER_MINUTE: '100000',
  LOG_LEVEL: 'warn',
}

/** An episode lasts at least so long, and until everybody was told of it. */
const episodeMs = 40 * secondMs
/** Whoever was not told of an episode by then never will be. */
const toldWithinMs = 90 * secondMs
/** What is sent twice is sent soon. */
const doubledWithinMs = 10 * secondMs

/** Lets faults happen to an installation, and looks afterwards what became of slots and alerts. */
export async function soak(cluster: Cluster, plan: SoakPlan): Promise<SoakReport> {
  await using ends = new AsyncDisposableStack()
  const store = await openStore({
    dataDir: dirname(cluster.keyFile),
    databaseUrl: cluster.postgres.url,
    encryptionKey: null,
    clock: systemClock,
  })
  ends.defer(() => store.close())
  const receiver = await startAlertReceiver()
  ends.defer(receiver.close)
  const target = await startFlappingTarget(plan.flapping)
  ends.defer(target.close)
  const checkIds = await addFlappingChecks(cluster, { count: plan.flapping + plan.failing, target, receiver })
  const count = await countActivated(store)
  const alertFigures = () => judgeAlerts(checkIds, { receiver, target })
  const everybodyIsTold = () => {
    const { lost, outOfTurn } = alertFigures()
    return lost === 0 && outOfTurn === 0
  }

  const before = await settledSlots(store, { count, withinMs: 2 * minuteMs })
  if (before.size < count) throw new Error(`${count - before.size} checks of ${count} do not run`)
  plan.say(`${count} checks run; faults begin`)
  const happened: Omit<SoakedFault, 'latestStartMs'>[] = []
  const beganAt = Date.now()
  const inOrder = plan.faults?.values()
  const choices = [...faults, ...(plan.more ?? [])]
  let middle: number[] | null = null
  let flippedAt = -Infinity
  for (;;) {
    const startedAt = Date.now()
    if (startedAt - flippedAt > episodeMs && everybodyIsTold()) {
      target.flip()
      flippedAt = startedAt
    }
    const fault = inOrder === undefined ? choices[plan.choose(choices.length)] : inOrder.next().value
    if (fault === undefined || (inOrder === undefined && startedAt - beganAt >= plan.durationMs)) break
    const error = await fault.happen(cluster, plan.choose).then(
      () => null,
      (thrown: unknown) => String(thrown),
    )
    const [atMs, tookMs] = [startedAt - beganAt, Date.now() - startedAt]
    happened.push({ name: fault.name, atMs, tookMs, error })
    plan.say(`${Math.round(atMs / secondMs)} s: ${fault.name}${error === null ? '' : `: ${error}`}`)
    if (middle === null && Date.now() - beganAt > plan.durationMs / 2) middle = megabytesOf(cluster)
    await delay(Math.max(0, startedAt + plan.everyMs - Date.now()))
  }

  plan.say('no more faults; waiting until all that was due is done')
  const durationMs = Date.now() - beganAt
  await within(toldWithinMs, everybodyIsTold)
  target.mend()
  await within(toldWithinMs, everybodyIsTold)
  const after = await untilAccounted(store, before)
  await delay(doubledWithinMs)
  return {
    durationMs,
    checks: count,
    faults: happened.map((fault, index) => {
      const endMs = happened[index + 1]?.atMs ?? durationMs
      return { ...fault, latestStartMs: latestStart(after, beganAt + fault.atMs, beganAt + endMs) }
    }),
    slots: judgeSlots(before, after),
    suspects: slotsOfLosers(before, after),
    alerts: alertFigures(),
    megabytes: { middle: middle ?? [], end: megabytesOf(cluster) },
  }
}

async function countActivated({ read }: Store): Promise<number> {
  const { count } = await read
    .selectFrom('checks')
    .select((of) => of.fn.countAll().as('count'))
    .where('activated', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Due every ten seconds; those after the flapping ones ask for a path that never answers well. Returns their ids, in order. */
export async function addFlappingChecks(
  cluster: Cluster,
  { count, target, receiver }: { count: number; target: FlappingTarget; receiver: AlertReceiver },
): Promise<string[]> {
  await cluster.call('POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'Soak', url: receiver.url },
    sendRecovery: true,
    sendFailure: true,
    sendDegraded: true,
  })
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const made = await cluster.call('POST', '/v1/checks/url', {
      name: `Target ${nth}`,
      request: { url: `${target.url}/${nth}` },
      // On a busy machine it may be slow; only what it answers counts.
      degradedResponseTime: 30_000,
      maxResponseTime: 30_000,
      locations: ['eu-west-1'],
      frequency: 0,
      frequencyOffset: 10,
      doubleCheck: false,
      retryStrategy: null,
      alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 1 } },
    })
    ids.push((made as { id: string }).id)
  }
  return ids
}

/** What is counted late, because an agent was lost over a run, is counted within moments of its next slot. */
async function untilAccounted(
  store: Store,
  before: ReadonlyMap<number, SlotFigures>,
): Promise<Map<number, SlotFigures>> {
  const longestMs = [...before.values()].reduce((longest, { periodMs }) => Math.max(longest, periodMs), 0)
  const deadlineMs = performance.now() + longestMs + minuteMs
  for (;;) {
    const after = await settledSlots(store, { count: before.size, withinMs: longestMs + minuteMs / 2 })
    if (judgeSlots(before, after).lost === 0 || performance.now() > deadlineMs) return after
  }
}

/** Every episode has one alert, and one recovery when it is over. */
function judgeAlerts(
  checkIds: readonly string[],
  { receiver, target }: { receiver: AlertReceiver; target: FlappingTarget },
): AlertFigures {
  const first = new Map(receiver.arrived.map((alert) => [alert.delivery, alert]))
  const byCheck = Map.groupBy(first.values(), ({ checkId }) => checkId)
  const sum = { episodes: 0, alerts: 0, recoveries: 0, lost: 0, doubled: 0, outOfTurn: 0 }
  for (const [nth, checkId] of checkIds.entries()) {
    const told = byCheck.get(checkId) ?? []
    const episodes = target.episodesOf(nth)
    const expected = { alerts: episodes, recoveries: episodes - (target.isFailing(nth) ? 1 : 0) }
    const recoveries = told.filter(({ isRecovery }) => isRecovery).length
    const alerts = told.length - recoveries
    sum.episodes += episodes
    sum.alerts += alerts
    sum.recoveries += recoveries
    sum.lost += Math.max(0, expected.alerts - alerts) + Math.max(0, expected.recoveries - recoveries)
    sum.doubled += Math.max(0, alerts - expected.alerts) + Math.max(0, recoveries - expected.recoveries)
    sum.outOfTurn += told.filter(({ isRecovery }, index) => isRecovery !== (index % 2 === 1)).length
  }
  return { ...sum, repeated: receiver.arrived.length - first.size }
}

function latestStart(figures: ReadonlyMap<number, SlotFigures>, from: number, until: number): number {
  const late = [...figures.values()].flatMap(({ slots }) =>
    slots
      .filter(({ slotAt }) => slotAt >= from && slotAt < until)
      .map(({ slotAt, startedAt }) => startedAt - slotAt),
  )
  return late.reduce((latest, ms) => Math.max(latest, ms), 0)
}

async function within(ms: number, holds: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + ms
  while (!holds() && performance.now() < deadlineMs) await delay(secondMs / 4)
}

function megabytesOf({ servers }: Cluster): number[] {
  return servers.map((server) => {
    const pid = server.pid()
    if (pid === null) return 0
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  })
}
