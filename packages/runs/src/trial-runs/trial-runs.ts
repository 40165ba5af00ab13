import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { type TrialRunNews, addTrialRunLog, hasTrialRunNews } from '@sonde/store/runs/trial-run-logs.ts'
import type { TrialRunRow } from '@sonde/store/runs/trial-run-rows.ts'
import {
  type OpenTrialRun,
  addCancelledResult,
  findTrialRun,
  forgetTrialRunsBefore,
  openTrialRuns,
  trialRunLifeMs,
  trialRunsById,
} from '@sonde/store/runs/trial-runs.ts'
import { addSessionMessages } from '@sonde/store/test-sessions/session-messages.ts'
import { findTestSession, lockTestSession } from '@sonde/store/test-sessions/test-sessions.ts'
import type { RunLogLine } from '@sonde/schema/runs/run-log.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { expiredReason, type QueuePublisher, type QueueWatcher } from '../queue/run-queue.ts'
import type { Report } from '../results/report.ts'
import { nextAttemptAt } from '../results/retry.ts'
import { configIn, type Run, type TicketedRun } from '../run.ts'
import type { SessionWatch } from '../sessions/session-watch.ts'
import { writeEnd, writeMove, writeRetry } from './end-trial-run.ts'
import { createRunnableTrialRuns } from './runnable-trial-runs.ts'
import { trialResult } from './trial-result.ts'

/** Of all accounts, that are looked at in one go. */
const mostListed = 100_000
/** Of those, that are read and published in one go. */
const mostAtOnce = 500
/** Runs of test sessions that wait or run at one place: the checks of the schedule stand in the same line. */
const mostOfSessionsAtPlace = 200

type KnownTrialRun = { row: TrialRunRow; run: Run }

/** Whether a run is a trial run of a check that nobody has saved: it leaves nothing behind but its own answer. */
export function isTrialRun({ source }: Pick<Run, 'source'>): boolean {
  return source === 'EDITOR'
}

/** Runs of checks that nobody has saved. The schedule knows nothing of them, and neither does any figure. */
export type TrialRuns = {
  /** Makes a run that is known by its ticket alone fit to be handed out again; null when its trial run has ended. */
  restore(run: TicketedRun): Promise<Run | null>
  /** Publishes what was written since, by this server or another. Returns when to call it next, at the latest. */
  follow(options?: { isTold: boolean }): Promise<number>
  /** The end of attempts, in their order; a second one of the same changes nothing. */
  take(reports: readonly Report[]): Promise<('stored' | 'lost')[]>
  /** After the queue knows that an attempt is over: the next one, if it is due. */
  followUp(run: TicketedRun): Promise<void>
  /** Ends those that no agent took in time; what cannot be written now is written at the next call. */
  endExpired(): Promise<void>
  /** What it has printed so far, for whoever watches it. A message that comes twice adds nothing. */
  addLog(run: TicketedRun, log: { from: number; lines: readonly RunLogLine[] }): Promise<void>
  /** Resolves when the trial run has ended or has printed more than is known, or the signal aborts. */
  waitFor(news: TrialRunNews, over: AbortSignal): Promise<void>
  forgetOld(): Promise<void>
}

export function createTrialRuns(deps: {
  store: Store
  clock: Clock
  log: Logger
  queue: QueuePublisher & Pick<QueueWatcher, 'isWaiting' | 'onTaken' | 'onExpired' | 'drop'>
  registry: Pick<AgentRegistry, 'agents' | 'isLeftToEmbedded' | 'find'>
  watch: SessionWatch
  /** Where several servers share the runs: whether this one publishes trial runs, and how to tell the one that does. */
  sharing?: { isOwn(): boolean; tell(): void; /** Somebody has just looked. */ isNone(): boolean } | undefined
}): TrialRuns {
  const { store, clock, log, queue, watch, sharing } = deps
  const runnable = createRunnableTrialRuns(deps)
  /** Those that wait in the queue or are with an agent. */
  const known = new Map<string, KnownTrialRun>()
  /** Some had no room: they are looked for before the next second when there is. */
  let isHeldBack = false
  /** A list of open ones may be older than the end of one in it. */
  const endedAt = new Map<string, number>()
  /** Runs that nobody will make any more, until that is written down. */
  const expired: Run[] = []

  /** What others may have written is read. */
  async function rowOf({ accountId, checkId: id }: TicketedRun): Promise<TrialRunRow | null> {
    const row = sharing === undefined ? known.get(id)?.row : undefined
    return row ?? (await findTrialRun(store.read, { accountId, id }))
  }

  async function noteMoves(
    moves: readonly { open: KnownTrialRun; to: Pick<TrialRunRow, 'status' | 'waitingFor' | 'startedAt'> }[],
  ): Promise<void> {
    const changes = moves
      .filter(({ open: { row }, to }) => row.status !== to.status || row.waitingFor !== to.waitingFor)
      // Always in the same order: whoever locks several sessions waits for nobody who waits for him.
      .toSorted((left, right) => compareText(sessionIdOf(left.open.row), sessionIdOf(right.open.row)))
    if (changes.length === 0) return
    await store.write(async (db) => {
      for (const { open, to } of changes) await writeMove(db, open.row, to)
    })
    for (const { open, to } of changes) open.row = { ...open.row, ...to }
  }

  function forget(id: string): void {
    known.delete(id)
    endedAt.set(id, clock.now())
    watch.changed(id)
  }

  async function end(
    row: TrialRunRow,
    ended: Omit<Parameters<typeof writeEnd>[2], 'endedAt'>,
  ): Promise<boolean> {
    const isEnded = await store.write((db) => writeEnd(db, row, { endedAt: clock.now(), ...ended }))
    forget(row.id)
    return isEnded
  }

  /** Where others publish them, too, one that an agent is known to have made is not left waiting. */
  function isLeft({ status }: TrialRunRow): boolean {
    return sharing === undefined || (sharing.isOwn() && status === 'QUEUED')
  }

  /** Agents are about to get these runs. Never fails. */
  async function noteTaken(runs: readonly TicketedRun[]): Promise<void> {
    const moves = runs.flatMap((run) => {
      const open = isTrialRun(run) ? known.get(run.checkId) : undefined
      const to = { status: 'RUNNING', waitingFor: null, startedAt: clock.now() } as const
      return open === undefined ? [] : [{ open, to }]
    })
    try {
      await noteMoves(moves)
    } catch (error) {
      log.warn({ err: error }, 'could not record that trial runs have started')
    }
  }

  /** Somebody has ended them, on whichever server: nobody is to make them. */
  async function dropEnded(open: readonly OpenTrialRun[]): Promise<void> {
    if (open.length === mostListed) return
    const openIds = new Set(open.map(({ id }) => id))
    const gone = new Set([...known.keys()].filter((id) => !openIds.has(id)))
    if (gone.size === 0) return
    await queue.drop({ kind: 'trial-runs', ids: [...gone] }, 'cancel')
    for (const id of gone) forget(id)
  }

  function hasRoomAt(place: string): boolean {
    let open = 0
    for (const { row } of known.values()) if (row.session !== null && row.place === place) open += 1
    return open < mostOfSessionsAtPlace / 2
  }

  /** Those that are not in the queue yet, and for which there is room. */
  function dueIn(open: readonly OpenTrialRun[]): string[] {
    const room = new Map<string, number>()
    const roomAt = (place: string) => room.get(place) ?? mostOfSessionsAtPlace
    for (const { row } of known.values()) {
      if (row.session !== null) room.set(row.place, roomAt(row.place) - 1)
    }
    const due: string[] = []
    isHeldBack = false
    for (const { id, place, isOfSession, attempt, dueAt } of open) {
      if (due.length === mostAtOnce) break
      if (endedAt.has(id) || known.get(id)?.run.attempt === attempt) continue
      if (dueAt !== null && dueAt > clock.now()) continue
      if (isOfSession && roomAt(place) <= 0) {
        isHeldBack = true
        continue
      }
      if (isOfSession) room.set(place, roomAt(place) - 1)
      due.push(id)
    }
    return due
  }

  async function publish(ids: readonly string[]): Promise<void> {
    const runs: Run[] = []
    for (const row of await trialRunsById(store.read, ids)) {
      if (row.endedAt !== null || endedAt.has(row.id)) continue
      const run = await runnable.runOf(row)
      if (run === null) continue
      known.set(row.id, { row, run })
      // Whoever has had this work before has published it, and it is in a queue that outlives programs.
      if (sharing === undefined || row.status !== 'RUNNING') runs.push(run)
    }
    await queue.publish(runs)
  }

  async function followOnce({ isTold }: { isTold: boolean }): Promise<number> {
    // What is known here may have been ended by another server.
    if (!isTold && known.size === 0 && sharing?.isNone() === true) return Infinity
    const open = await openTrialRuns(store.read, mostListed)
    await dropEnded(open)
    // Also when an agent had it that is gone.
    const waiting = [...known.values()].filter(({ run }) => queue.isWaiting(run.runId))
    await noteMoves(
      waiting.map((each) => ({
        open: each,
        to: { status: 'QUEUED', waitingFor: runnable.waitingFor(each.run), startedAt: null },
      })),
    )
    for (let due = dueIn(open); due.length > 0; due = dueIn(open)) {
      await publish(due)
      if (due.length < mostAtOnce) break
    }
    // What those wait for changes with the agents, of which the database is told later.
    return open.length > 0 ? clock.now() : Infinity
  }

  /** One after the other: a list of one look would say that what another one has just published is gone. */
  let following: Promise<unknown> = Promise.resolve()
  async function follow({ isTold } = { isTold: true }): Promise<number> {
    const turn = following.then(() => followOnce({ isTold }))
    following = turn.catch(() => undefined)
    return await turn
  }

  /** What becomes of a trial run by this report; null when it is of an attempt that is over. */
  async function stepOf(report: Report): Promise<Step | null> {
    const row = await rowOf(report.run)
    if (row === null || row.attempt !== report.run.attempt) return null
    const found = trialResult(report, configIn(report.run) ?? row.config, clock.now())
    return { row, ...found, dueAt: retryAt(report, row, found.result.startedAt) }
  }

  async function writeStep(db: Db, { row, result, reason, isMade, dueAt }: Step): Promise<boolean> {
    if (dueAt !== null) return await writeRetry(db, row, { result, reason, dueAt })
    const status = isMade ? 'ENDED' : 'FAILED_TO_RUN'
    const { startedAt } = result
    const { attempt } = row
    const made = { status, startedAt, endedAt: clock.now(), reason, result, attempt } as const
    return (await writeEnd(db, row, made)) || (await addCancelledResult(db, { id: row.id, attempt, result }))
  }

  /** When the next attempt after this one is due; null when there is none. */
  function retryAt({ run, result }: Report, row: TrialRunRow, startedAt: number): number | null {
    const now = clock.now()
    if (row.session === null || !result.verdict.hasFailures) return null
    const dueAt = nextAttemptAt(row.session.retry, {
      attempt: run.attempt,
      isNetworkError: result.verdict.isNetworkError,
      firstStartedAt: row.earlier[0]?.result.startedAt ?? startedAt,
      endedAt: Math.min(now, startedAt + result.durationMs),
      now,
    })
    // Runs last fractions of a millisecond, and the database has none.
    return dueAt === null ? null : Math.ceil(dueAt)
  }

  queue.onTaken(noteTaken)
  queue.onExpired((runs) => void expired.push(...runs.filter(isTrialRun)))

  return {
    async restore({ accountId, checkId: id, attempt }) {
      const row = await findTrialRun(store.read, { accountId, id })
      return row === null || row.endedAt !== null || row.attempt !== attempt
        ? null
        : await runnable.runOf(row)
    },

    follow,

    async take(reports) {
      const steps = await Promise.all(reports.map(stepOf))
      const isDone = steps.map(() => false)
      // One write for all, with the sessions in the same order as everywhere: each is locked by one at a time.
      await store.write(async (db) => {
        for (const { step, index } of inSessionOrder(steps)) isDone[index] = await writeStep(db, step)
      })
      for (const [index, step] of steps.entries()) {
        if (step === null || isDone[index] !== true) continue
        if (step.dueAt === null) forget(step.row.id)
        else known.delete(step.row.id)
      }
      return isDone.map((done) => (done ? 'stored' : 'lost'))
    },

    async followUp({ checkId, place }) {
      if (sharing?.isOwn() === false) return sharing.tell()
      const isRetried = !known.has(checkId) && !endedAt.has(checkId)
      if (!isRetried && !(isHeldBack && hasRoomAt(place))) return
      isHeldBack = false
      await follow()
    },

    async endExpired() {
      for (let [run] = expired; run !== undefined; [run] = expired) {
        const row = await rowOf(run)
        if (row !== null && row.endedAt === null && isLeft(row)) {
          const { startedAt } = row
          await end(row, { status: 'FAILED_TO_RUN', startedAt, reason: expiredReason, result: null })
        }
        expired.shift()
      }
    },

    async addLog(run, { from, lines }) {
      const { accountId, checkId: id, attempt } = run
      const row = sharing === undefined ? known.get(id)?.row : ((await rowOf(run)) ?? undefined)
      if (row !== undefined && row.attempt !== attempt) return
      const session = row?.session ?? null
      const isStreamed =
        session !== null && (await findTestSession(store.read, { accountId, id: session.id }))?.streamsLogs
      const isNew = await store.write(async (db) => {
        if (session !== null && isStreamed === true) await lockTestSession(db, session.id)
        if (!(await addTrialRunLog(db, { id, from, lines }))) return false
        if (session === null || isStreamed !== true) return true
        const logs = lines.map(({ time, msg }) => ({ timestamp: time, message: msg }))
        const address = { sequenceId: id, checkRunId: session.checkRunId }
        const message = { ...address, kind: 'stream-logs', isFinal: false, payload: { logs } } as const
        await addSessionMessages(db, session.id, [message])
        return true
      })
      if (isNew) watch.changed(id)
    },

    async waitFor(news, over) {
      while (!over.aborted) {
        const ending = new AbortController()
        // Listens before it looks, so that no end falls between the two.
        const change = watch.untilChanged(news.id, AbortSignal.any([over, ending.signal]))
        if (await hasTrialRunNews(store.read, news)) {
          ending.abort()
          return
        }
        await change
      }
    },

    async forgetOld() {
      const before = clock.now() - trialRunLifeMs
      await store.write((db) => forgetTrialRunsBefore(db, before))
      for (const [id, { row }] of known) if (row.session === null && row.createdAt < before) known.delete(id)
      for (const [id, at] of endedAt) if (at < before) endedAt.delete(id)
      if (sharing?.isOwn() === false) known.clear()
    },
  }
}

function sessionIdOf({ session }: TrialRunRow): string {
  return session?.id ?? ''
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** `dueAt`: of the next attempt; null: this one was the last. */
type Step = ReturnType<typeof trialResult> & { row: TrialRunRow; dueAt: number | null }

function inSessionOrder(steps: readonly (Step | null)[]): { step: Step; index: number }[] {
  return steps
    .flatMap((step, index) => (step === null ? [] : [{ step, index }]))
    .toSorted((left, right) => compareText(sessionIdOf(left.step.row), sessionIdOf(right.step.row)))
}
