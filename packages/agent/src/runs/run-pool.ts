import { toWireVerdict } from '@sonde/schema/agents/wire-verdict.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { FailedTarget } from '@sonde/probes/diagnostics/diagnose.ts'
import type {
  LeaseRequest,
  RunAssignment,
  QueueLine,
  RunResult,
} from '@sonde/schema/agents/agent-protocol.ts'
import type { Connectivity } from '../witnesses/connectivity.ts'
import { notRun, UnreadableJob, type ExecutionResult, type Executors } from './execution.ts'
import { asAgentOffline, isDoubtful } from './offline-result.ts'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'
import { conditionsOf } from './run-conditions.ts'
import type { RunFiles } from '../artifacts/artifact-uploads.ts'
import type { ScriptRuns } from '../scripts/script-runs.ts'
import { createStartPace } from './start-pace.ts'
import { scriptLimits } from '../scripts/script-limits.ts'
import { longestSuiteMs } from '@sonde/schema/check-types/suite/suite-limits.ts'
import { testRunMs } from '@sonde/schema/check-types/playwright/test-run-limits.ts'
import type { ServiceTime } from '../service/service-time.ts'

type OpenRun = {
  assignment: RunAssignment
  controller: AbortController
  /** When it began to measure; until then, when it came. */
  startedAt: number
  startedMs: number
  /** Last sign of life of its lease, by the monotonic clock. */
  renewedMs: number
}

export type HeldLease = { leaseId: string; ticket: string }

/** The runs that this agent holds: executes them, and knows how many more it can take. */
export function createRunPool(deps: {
  executors: Executors
  /** Runs checks with scripts. */
  scripts: ScriptRuns
  concurrency: Readonly<Record<QueueLine, number>>
  connectivity: Connectivity
  time: ServiceTime
  /** That of the agent, and the secrets of a run with it; `more` became secret while it ran. */
  scrubberOf(run: RunAssignment, more?: readonly string[]): Scrubber
  log: Logger
  /** Beyond this a run is given up, whatever its probe says. */
  mostRunMs: number
  onFinished: (result: RunResult, endedMs: number) => void
  /** What a run left behind; told before its result. */
  onFiles: (run: RunAssignment, files: RunFiles) => void
  /** A target could not be reached; told after the result. */
  onUnreached: (run: RunAssignment, target: FailedTarget) => void
  onFreed: () => void
  /** An error inside one run: it is reported, and the run says that the trouble was ours. */
  onRunError: (error: unknown, scrubber: Scrubber) => void
  /** An error outside of any run: a bug of the agent. */
  onBug: (error: unknown) => void
}) {
  const { executors, concurrency, connectivity, time, scrubberOf, log, onFinished, onFreed } = deps
  const open = new Map<string, OpenRun>()
  const inUse: Record<QueueLine, number> = { uptime: 0, script: 0, main: 0 }
  // They take half an hour: one place is left for all others, where there are two.
  const mostSuites = concurrency.main > 1 ? concurrency.main - 1 : concurrency.main
  const pace = createStartPace()

  function begin(assignment: RunAssignment): void {
    const startedMs = performance.now()
    const run: OpenRun = {
      assignment,
      controller: new AbortController(),
      startedAt: time.now(),
      startedMs,
      renewedMs: startedMs,
    }
    if (open.size === 0) connectivity.watch(true)
    open.set(assignment.leaseId, run)
    inUse[assignment.queue]++
    pace.add(() => start(run))
  }

  function start(run: OpenRun): void {
    if (!isOpen(run)) return
    run.startedAt = time.now()
    run.startedMs = performance.now()
    execute(run).catch(deps.onBug)
  }

  async function execute(run: OpenRun): Promise<void> {
    const measured = await measure(run)
    const endedMs = performance.now()
    if (!isOpen(run)) return discard(measured)
    const isLost =
      isDoubtful(measured) && (await connectivity.wasLost({ fromMs: run.startedMs, toMs: endedMs }))
    finish(run, isLost ? asAgentOffline(measured) : measured, endedMs)
  }

  async function measure({ assignment, controller }: OpenRun): Promise<ExecutionResult> {
    const { checkType, config, runId, script } = assignment
    const executor = executors[checkType]
    if (!executor) return notRun('unreadable-job', `this agent does not run checks of type ${checkType}`)
    try {
      const conditions = conditionsOf(assignment, controller.signal)
      // Never without them: a request that its scripts have not prepared would be another one.
      if (script !== undefined) return await deps.scripts.run(assignment, conditions)
      return await executor(config, conditions)
    } catch (error) {
      const why = scrubberOf(assignment).text(error instanceof Error ? error.message : String(error))
      if (error instanceof UnreadableJob) {
        log.error({ runId, checkType }, `the service sent an invalid run: ${why}`)
        return notRun('unreadable-job', `The agent could not read the settings of this run: ${why}`)
      }
      // The error itself may hold anything that the run knew.
      log.error({ runId, checkType }, `internal agent error in a run: ${why}`)
      deps.onRunError(error, scrubberOf(assignment))
      return notRun('internal', `The agent had an internal error in this run: ${why}`)
    }
  }

  function finish(run: OpenRun, executed: ExecutionResult, endedMs: number): void {
    const { verdict, notRunCause, failedAt, secrets, maskDetail, files } = executed
    if (!isOpen(run)) return discard(executed)
    const { runId, attempt, leaseId, ticket, checkType } = run.assignment
    const scrubber = scrubberOf(run.assignment, secrets)
    const detail = maskDetail === undefined ? executed.detail : maskDetail(scrubber)
    const result: RunResult = {
      runId,
      attempt,
      leaseId,
      ticket,
      checkType,
      startedAt: run.startedAt,
      durationMs: endedMs - run.startedMs,
      ageMs: 0,
      verdict: scrubber.value(toWireVerdict(verdict)),
      notRunCause,
      detail: scrubber.value(detail),
    }
    if (files !== undefined) deps.onFiles(run.assignment, files)
    // First: between the two, an agent that waits for its end would find nothing left to do.
    onFinished(result, endedMs)
    if (failedAt !== undefined && notRunCause === null) deps.onUnreached(run.assignment, failedAt)
    remove(run)
  }

  /** Nobody will have the result. */
  function discard({ files }: ExecutionResult): void {
    files?.dispose().catch((error: unknown) => log.warn({}, `files were not removed: ${String(error)}`))
  }

  /** A run that was dropped meanwhile has nothing more to say, even if its lease came back as a new run. */
  function isOpen(run: OpenRun): boolean {
    return open.get(run.assignment.leaseId) === run
  }

  function remove(run: OpenRun): void {
    open.delete(run.assignment.leaseId)
    inUse[run.assignment.queue]--
    if (open.size === 0) connectivity.watch(false)
    onFreed()
  }

  /**
   * Gives runs up without a word: another agent has them, or nobody wants them any more. A suite that is being ended because it
   * was cancelled has no lease any more, and its end is still to be told.
   */
  function drop(leaseIds: readonly string[]): void {
    for (const leaseId of leaseIds) {
      const run = open.get(leaseId)
      if (!run || isEnding(run)) continue
      remove(run)
      run.controller.abort()
    }
  }

  function freeForSuites(): number {
    let suites = 0
    for (const { assignment } of open.values()) if (isSuite(assignment)) suites += 1
    return Math.max(0, mostSuites - suites)
  }

  function hasRoomFor(run: RunAssignment): boolean {
    return inUse[run.queue] < concurrency[run.queue] && (!isSuite(run) || freeForSuites() > 0)
  }

  function isEnding({ assignment, controller }: OpenRun): boolean {
    return isSuite(assignment) && controller.signal.aborted
  }

  return {
    get size(): number {
      return open.size
    },
    openIn: (queue: QueueLine): number => inUse[queue],
    free(): LeaseRequest['free'] {
      return {
        uptime: Math.max(0, concurrency.uptime - inUse.uptime),
        script: Math.max(0, concurrency.script - inUse.script),
        main: Math.max(0, concurrency.main - inUse.main),
        suite: freeForSuites(),
      }
    },
    /** Starts what there is room for; returns the runs to give back. */
    accept(runs: readonly RunAssignment[]): HeldLease[] {
      const surplus: HeldLease[] = []
      for (const run of runs) {
        if (open.has(run.leaseId)) continue
        if (hasRoomFor(run)) begin(run)
        else surplus.push(leaseOf(run))
      }
      return surplus
    },
    /** They are not wanted any more. A suite is ended and reported, with what it has said so far; the others go without a word. */
    cancel(leaseIds: readonly string[]): void {
      for (const leaseId of leaseIds) {
        const run = open.get(leaseId)
        if (run !== undefined && isSuite(run.assignment)) run.controller.abort()
        else drop([leaseId])
      }
    },
    drop,
    /** Leases without a sign of life for `ms`. */
    silentFor(ms: number): HeldLease[] {
      const until = performance.now() - ms
      const silent: HeldLease[] = []
      for (const { assignment, renewedMs } of open.values()) {
        if (renewedMs <= until) silent.push(leaseOf(assignment))
      }
      return silent
    },
    noteRenewed(leases: readonly HeldLease[], renewedMs: number): void {
      for (const { leaseId } of leases) {
        const run = open.get(leaseId)
        if (run) run.renewedMs = renewedMs
      }
    },
    endOverdue(): void {
      const now = performance.now()
      for (const run of open.values()) {
        const mostRunMs = mostMsOf(run.assignment, deps.mostRunMs)
        if (now - run.startedMs <= mostRunMs) continue
        const { runId, checkType } = run.assignment
        log.error({ runId, checkType }, `a run did not finish within ${mostRunMs} ms and was cancelled`)
        finish(run, notRun('aborted', `The agent cancelled this run after ${mostRunMs} ms`), now)
        run.controller.abort()
      }
    },
    /** Stops everything and returns the leases to give back. */
    abandon(): HeldLease[] {
      const runs = [...open.values()]
      for (const run of runs) {
        remove(run)
        run.controller.abort()
      }
      return runs.map(({ assignment }) => leaseOf(assignment))
    },
  }
}

export type RunPool = ReturnType<typeof createRunPool>

function isSuite({ script }: RunAssignment): boolean {
  return script?.suite !== undefined
}

/** Tests have a time of their own, and the runtime of scripts may have to be installed before. */
function mostMsOf({ script }: RunAssignment, mostRunMs: number): number {
  if (script === undefined) return mostRunMs
  if (script.suite !== undefined) return longestSuiteMs
  return scriptLimits.runtimeMs + (script.test === undefined ? mostRunMs : testRunMs.longestAttempt)
}

function leaseOf({ leaseId, ticket }: HeldLease): HeldLease {
  return { leaseId, ticket }
}
