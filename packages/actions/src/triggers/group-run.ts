import { hourMs } from '@sonde/ground/durations.ts'
import { CannotRun } from '@sonde/runs/runs.ts'
import type { TriggeredCheck } from '@sonde/schema/checks/check-trigger.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { ActionDeps } from '../action-deps.ts'
import { createTriggeredRuns, type TriggeredHow } from './triggered-runs.ts'

/** The checks of a group on their way, one after the other or a few at a time. Goes on whoever waits for it. */
export type GroupRun = {
  /** The first check was taken on; rejects when nothing can be run here. */
  readonly start: Promise<unknown>
  /** By the time that was asked for, some check had not ended. */
  readonly late: Promise<void>
  /** What came of every check, in their order. */
  readonly ended: Promise<TriggeredCheck[]>
}

/** Beyond this a run has ended, or was given up: no attempt begins an hour after its slot. */
const longestRunMs = hourMs

export function startGroupRun(
  deps: Pick<ActionDeps, 'runs' | 'store' | 'clock'>,
  order: {
    /** As their group lets them run. */
    checks: readonly CheckRow[]
    concurrency: number
    how: TriggeredHow
    answerBy: number
    /** Begins no further check once it is aborted. */
    signal: AbortSignal
  },
): GroupRun {
  const { checks, concurrency, how, answerBy, signal } = order
  const triggered = createTriggeredRuns(deps)
  const first = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  const outcomes: TriggeredCheck[] = checks.map((check) => notRun(check, 'It was not started'))
  const waiting = checks.entries()

  async function work(): Promise<void> {
    for (const [index, check] of waiting) {
      if (signal.aborted) return
      outcomes[index] = await runOne(check)
    }
  }

  async function runOne(check: CheckRow): Promise<TriggeredCheck> {
    const session = await start(check)
    first.resolve()
    if ('reason' in session) return notRun(check, session.reason)
    const { sessionId } = session
    await deps.runs.waitForSession(sessionId, Math.max(1, answerBy - deps.clock.now()), signal)
    let run = await triggered.outcome(check, sessionId)
    if (run === null) {
      late.resolve()
      await deps.runs.waitForSession(sessionId, longestRunMs, signal)
      run = await triggered.outcome(check, sessionId)
    }
    if (run === null) return notRun(check, 'Its run has not ended')
    return { checkId: check.id, name: check.name, ...run, error: null }
  }

  async function start(check: CheckRow): Promise<{ sessionId: string } | { reason: string }> {
    try {
      return { sessionId: await triggered.start(check, how) }
    } catch (error) {
      if (error instanceof CannotRun) return { reason: error.message }
      throw error
    }
  }

  const workers = Array.from({ length: Math.min(concurrency, checks.length) }, work)
  const ended = Promise.all(workers).then(() => outcomes)
  return { start: Promise.race([first.promise, ended]), late: late.promise, ended }
}

function notRun({ id, name }: CheckRow, error: string): TriggeredCheck {
  return {
    checkId: id,
    name,
    hasFailures: null,
    hasErrors: true,
    checkSessionId: null,
    error,
    secretsWithheldFrom: null,
  }
}
