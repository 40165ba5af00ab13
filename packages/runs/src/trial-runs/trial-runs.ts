import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import {
  type TrialRunNews,
  type TrialRunRow,
  addTrialRunLog,
  endTrialRun,
  findTrialRun,
  forgetTrialRunsBefore,
  hasTrialRunNews,
  moveTrialRun,
  openTrialRuns,
  trialRunLifeMs,
} from '@sonde/store/runs/trial-runs.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import type { RunLogLine } from '@sonde/schema/runs/run-log.ts'
import { isScripted } from '@sonde/schema/check-types/run-scripts.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { expiredReason, type QueuePublisher, type QueueWatcher } from '../queue/run-queue.ts'
import type { Report } from '../results/report.ts'
import { configIn, type Run, type TicketedRun } from '../run.ts'
import { newRun } from '../schedule/new-run.ts'
import { toRunnableCheck } from '../schedule/scheduled-check.ts'
import type { SessionWatch } from '../sessions/session-watch.ts'
import { trialResult } from './trial-result.ts'

/** Of all accounts, that are looked at in one go. */
const mostAtOnce = 1_000
/** An agent that has not been heard of for so long is not waited for. */
const activeMs = 90_000

type OpenTrialRun = { row: TrialRunRow; run: Run; endedAt: number | null }

/** Whether a run is a trial run of a check that nobody has saved: it leaves nothing behind but its own answer. */
export function isTrialRun({ source }: Pick<Run, 'source'>): boolean {
  return source === 'EDITOR'
}

/** Runs of checks that nobody has saved. The schedule knows nothing of them, and neither does any figure. */
export type TrialRuns = {
  /** Makes a run that is known by its ticket alone fit to be handed out again; null when its trial run has ended. */
  restore(run: TicketedRun): Promise<Run | null>
  /** Publishes what was written since, by this server or another. Returns when to call it next, at the latest. */
  follow(): Promise<number>
  /** The end of a trial run; a second one changes nothing. */
  take(report: Report): Promise<'stored' | 'lost'>
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
  queue: QueuePublisher & Pick<QueueWatcher, 'isWaiting' | 'onTaken' | 'onExpired'>
  registry: Pick<AgentRegistry, 'agents' | 'isLeftToEmbedded' | 'find'>
  watch: SessionWatch
}): TrialRuns {
  const { store, clock, log, queue, registry, watch } = deps
  const known = new Map<string, OpenTrialRun>()
  /** Runs that nobody will make any more, until that is written down. */
  const expired: Run[] = []

  async function runOf(trialRun: TrialRunRow): Promise<Run | null> {
    const { config, sealedConfig, sealedSecrets, place, location, ...row } = trialRun
    const { id, accountId, checkType, createdAt, name, groupId } = row
    const group = groupId === null ? null : await findGroup(store.read, { accountId, id: groupId })
    const settings = { activated: true, muted: false, status: null, frequency: null, frequencyOffset: null }
    const check = toRunnableCheck(
      {
        no: 0,
        rev: 0,
        check: {
          ...settings,
          id,
          accountId,
          checkType,
          createdAt,
          updatedAt: null,
          name,
          groupId,
          config,
          sealedConfig,
          sealedSecrets,
        },
        group: group?.config ?? null,
      },
      registry.find,
    )
    if (check === null) return null
    const fields = { scheduledAt: createdAt, source: 'EDITOR', snapshot: 1, retry: null } as const
    return newRun(check, { place, location }, fields)
  }

  /** What a run that nobody has taken waits for, for people. */
  function waitingFor(run: Run): string {
    const { place, location, checkType } = run
    const agents = [...registry.agents()].filter((agent) =>
      agent.place === null ? registry.isLeftToEmbedded(place) : agent.place === place,
    )
    const active = agents.filter(({ lastSeenAt }) => clock.now() - lastSeenAt < activeMs)
    if (active.length === 0) return `No agent serves ${location}: start one, or choose another location`
    if (!active.some(({ checkTypes }) => checkTypes.has(checkType))) {
      return `No agent at ${location} can run checks of type ${checkType}: update it, or choose another location`
    }
    if (isScripted(run) && active.every(({ scripts }) => scripts === 'unknown')) {
      return `No agent at ${location} can run scripts: update it, or choose another location`
    }
    return `The agents at ${location} are busy`
  }

  async function writeMove(open: OpenTrialRun, to: Pick<TrialRunRow, 'status' | 'waitingFor' | 'startedAt'>) {
    const { row } = open
    if (row.status === to.status && row.waitingFor === to.waitingFor) return
    const { status, waitingFor: reason, startedAt } = to
    await store.write((db) => moveTrialRun(db, { id: row.id, status, waitingFor: reason, startedAt }))
    open.row = { ...row, ...to }
  }

  async function end(
    trialRunId: string,
    ended: Omit<Parameters<typeof endTrialRun>[1], 'id' | 'endedAt'>,
  ): Promise<boolean> {
    const endedAt = clock.now()
    const isEnded = await store.write((db) => endTrialRun(db, { id: trialRunId, endedAt, ...ended }))
    const open = known.get(trialRunId)
    if (open !== undefined) open.endedAt = endedAt
    watch.changed(trialRunId)
    return isEnded
  }

  /** Agents are about to get these runs. Never fails. */
  async function noteTaken(runs: readonly TicketedRun[]): Promise<void> {
    for (const run of runs) {
      const open = isTrialRun(run) ? known.get(run.checkId) : undefined
      if (open === undefined || open.endedAt !== null) continue
      try {
        await writeMove(open, { status: 'RUNNING', waitingFor: null, startedAt: clock.now() })
      } catch (error) {
        log.warn({ err: error, trialRunId: run.checkId }, 'could not record that a trial run has started')
      }
    }
  }

  queue.onTaken(noteTaken)
  queue.onExpired((runs) => void expired.push(...runs.filter(isTrialRun)))

  return {
    async restore({ accountId, checkId: id }) {
      const row = await findTrialRun(store.read, { accountId, id })
      return row === null || row.endedAt !== null ? null : await runOf(row)
    },

    async follow() {
      const rows = await openTrialRuns(store.read, mostAtOnce)
      for (const row of rows) {
        const open = known.get(row.id)
        if (open === undefined) {
          const run = await runOf(row)
          if (run === null) continue
          known.set(row.id, { row, run, endedAt: null })
          await queue.publish([run])
        } else if (open.endedAt === null && queue.isWaiting(open.run.runId)) {
          // Also when an agent had it that is gone.
          const move = { status: 'QUEUED', waitingFor: waitingFor(open.run), startedAt: null } as const
          await writeMove(open, move)
        }
      }
      // What those wait for changes with the agents, of which the database is told later.
      return rows.length > 0 ? clock.now() : Infinity
    },

    async take(report) {
      const { accountId, checkId: id } = report.run
      const config =
        configIn(report.run) ?? (await findTrialRun(store.read, { accountId, id }))?.config ?? null
      const { result, reason, isMade } = trialResult(report, config, clock.now())
      const { startedAt } = result
      const status = isMade ? 'ENDED' : 'FAILED_TO_RUN'
      return (await end(id, { status, startedAt, reason, result })) ? 'stored' : 'lost'
    },

    async endExpired() {
      for (let [run] = expired; run !== undefined; [run] = expired) {
        const startedAt = known.get(run.checkId)?.row.startedAt ?? null
        await end(run.checkId, { status: 'FAILED_TO_RUN', startedAt, reason: expiredReason, result: null })
        expired.shift()
      }
    },

    async addLog({ checkId: id }, { from, lines }) {
      if (await store.write((db) => addTrialRunLog(db, { id, from, lines }))) watch.changed(id)
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
      for (const [id, { row }] of known) if (row.createdAt < before) known.delete(id)
    },
  }
}
