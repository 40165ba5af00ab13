import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import { agentsSeenSince } from '@sonde/store/locations/agents.ts'
import { hasSessionEnded } from '@sonde/store/runs/check-sessions.ts'
import { hasTrialRunNews } from '@sonde/store/runs/trial-run-logs.ts'
import { noteCheckChange, noteCheckChanges } from '@sonde/store/checks/check-changes.ts'
import { raiseCheckRevisions } from '@sonde/store/checks/check-revisions.ts'
import type { RunnerLock } from '@sonde/store/engine/engine.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { agentsBehind } from './agents/agents-behind.ts'
import { giveSigns } from './heartbeats/give-signs.ts'
import { createSignOfLife } from './heartbeats/sign-of-life.ts'
import { createRuns, type RunsDeps, type StartedRuns } from './create-runs.ts'
import type { RunStats } from './run-stats.ts'
import { lookUntil } from './look-until.ts'
import { type Runs, StandingBy } from './runs.ts'

export type Runner = Pick<StartedRuns, 'servedLocations' | 'standInLocations' | 'agents'> &
  Runs & {
    /** Null while another server runs the checks. */
    stats(): Promise<RunStats | null>
    /** Runs the checks of the database, now or as soon as no other server does. */
    start(): Promise<void>
    stop(): Promise<void>
  }

export type RunnerDeps = Omit<RunsDeps, 'cluster'> & {
  /** Makes room for results; done before the first run is published. */
  prepare(): Promise<void>
  /** What belongs to the running of checks besides; begins and ends with it. */
  accompany(runs: StartedRuns): Promise<{ stop(): Promise<void> }>
}

/** How long a server that stands by waits before it asks again. */
const standByMs = 1_000

type Turn = { lock: RunnerLock; runs: StartedRuns; companion: { stop(): Promise<void> } }

/**
 * Of all servers on a database, one runs the checks and speaks with agents. The others answer the API, tell
 * that one of changes, and take its place within a second when it is gone.
 */
export function createRunner(deps: RunnerDeps): Runner {
  const { store, log } = deps
  const stopping = new AbortController()
  let turn: Turn | null = null
  let standingBy: Promise<void> = Promise.resolve()
  const alive = createSignOfLife({ store, steadyMs: () => performance.now() })
  const signs = giveSigns({ alive, log })

  async function tryTurn(): Promise<boolean> {
    const lock = await store.lockRunner()
    if (lock === null) return false
    const runs = createRuns({ ...deps, alive })
    try {
      await deps.prepare()
      await runs.start()
      turn = { lock, runs, companion: await deps.accompany(runs) }
    } catch (error) {
      await endTurn([runs.halt, lock.release])
      throw error
    }
    lock.lost.addEventListener('abort', () => void loseTurn(), { once: true })
    // It may have been lost while the schedule was loaded, which nobody would tell a second time.
    if (lock.lost.aborted) void loseTurn()
    return true
  }

  /** Somebody else may run the checks by now: nothing more is published or kept for the next start. */
  async function loseTurn(): Promise<void> {
    const lostTurn = turn
    if (lostTurn === null) return
    turn = null
    log.error({}, 'lost the database lock for running checks: standing by')
    await endTurn([lostTurn.runs.halt, lostTurn.companion.stop, lostTurn.lock.release])
    if (!stopping.signal.aborted) standingBy = standBy()
  }

  /** Every step is taken, whatever became of the one before. */
  async function endTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        log.warn({ err: error }, 'running checks did not stop cleanly')
      }
    }
  }

  async function standBy(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(standByMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        if (await tryTurn()) return log.info({}, 'this server now runs the checks')
      } catch (error) {
        log.error({ err: error }, 'could not take over running the checks; retrying')
      }
    }
  }

  function running(): StartedRuns {
    if (turn === null)
      throw new StandingBy(
        'Another server of this installation runs the checks: send the request to that server',
      )
    return turn.runs
  }

  const agents = agentsBehind(
    () => running().agents,
    () => turn?.runs.agents.close(),
  )

  return {
    agents,
    async start() {
      await signs.start()
      if (await tryTurn()) return
      log.info({}, 'another server runs the checks of this database: standing by')
      standingBy = standBy()
    },
    async stop() {
      stopping.abort()
      await signs.stop()
      await standingBy
      if (turn !== null) await endTurn([turn.companion.stop, turn.runs.stop, turn.lock.release])
      turn = null
    },
    stats: async () => (await turn?.runs.stats()) ?? null,
    servedLocations() {
      if (turn !== null) return turn.runs.servedLocations()
      return deps.isEmbeddedOn ? dataCenterLocations : []
    },
    async standInLocations() {
      if (turn !== null) return turn.runs.standInLocations()
      if (!deps.isEmbeddedOn) return []
      const seen = await agentsSeenSince(store.read, deps.clock.now() - deps.times.silenceMs)
      const withAgent = new Set(
        seen
          .filter(({ accountId, locationKeyId }) => accountId === null && locationKeyId !== null)
          .map(({ location }) => location),
      )
      return dataCenterLocations.filter((code) => !withAgent.has(code))
    },
    async announceChange(db, checkId) {
      if (turn !== null) return turn.runs.announceChange(db, checkId)
      if (checkId !== null) await raiseCheckRevisions(db, [checkId])
      await noteCheckChange(db, checkId)
    },
    async announceChanges(db, checkIds, options) {
      if (turn !== null) return turn.runs.announceChanges(db, checkIds, options)
      await raiseCheckRevisions(db, checkIds)
      await noteCheckChanges(db, checkIds, options)
    },
    // A server that stands by has told it with the write itself.
    checkWritten: async (check) => turn?.runs.checkWritten(check),
    checkDeleted: async (checkId) => turn?.runs.checkDeleted(checkId),
    checksWritten: async (checkIds, options) => turn?.runs.checksWritten(checkIds, options),
    locationsChanged: async () => turn?.runs.locationsChanged(),
    startSession: async (request) => running().startSession(request),
    cancelSession: async (request) => running().cancelSession(request),
    // Whoever runs the checks comes upon it within a second.
    trialRunWritten: async () => turn?.runs.trialRunWritten(),
    async waitForTrialRun(news, waitMs, signal) {
      const anySignal = AbortSignal.any([signal, stopping.signal])
      if (turn !== null) return turn.runs.waitForTrialRun(news, waitMs, anySignal)
      await lookUntil(() => hasTrialRunNews(store.read, news), waitMs, anySignal)
    },
    async waitForSession(sessionId, waitMs, signal) {
      const anySignal = AbortSignal.any([signal, stopping.signal])
      if (turn !== null) return turn.runs.waitForSession(sessionId, waitMs, anySignal)
      await lookUntil(() => hasSessionEnded(store.read, sessionId), waitMs, anySignal)
    },
  }
}
