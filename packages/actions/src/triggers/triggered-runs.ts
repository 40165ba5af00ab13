import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { TriggeredRun } from '@sonde/schema/checks/check-trigger.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import { type CheckSession, findSession, type SessionRun } from '@sonde/store/runs/check-sessions.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { attemptsAt } from '@sonde/store/results/results.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import type { ActionDeps } from '../action-deps.ts'
import { triggerLocation } from './trigger-location.ts'

/** How a check is to be run for whoever asks from outside. */
export type TriggeredHow = {
  source: RunSource
  runLocation?: string | undefined
  environment?: RunEnvironment | undefined
}

/** Whether the callers of triggers are told how long a run of this type took. */
function isTimeTold(checkType: CheckType): boolean {
  return kindOf(checkType).run?.tellsTimeToTriggers === true
}

/** Runs checks for the callers of triggers. A check is given as its group lets it run. */
export function createTriggeredRuns(
  { runs, store }: Pick<ActionDeps, 'runs' | 'store'>,
  tellsTime: (checkType: CheckType) => boolean = isTimeTold,
) {
  /** At one location: the named one, or the one that the check prefers. Throws `CannotRun`. */
  async function start(check: CheckRow, how: TriggeredHow): Promise<string> {
    const { source, runLocation, environment } = how
    const onlyAt = await triggerLocation(store.read, check, runLocation)
    const { accountId, id: checkId } = check
    const { sessionId } = await runs.startSession({
      accountId,
      checkId,
      source,
      onlyAt,
      ...(environment === undefined ? {} : { environment }),
    })
    return sessionId
  }

  /** What came of it; null while it runs. */
  async function outcome(check: CheckRow, sessionId: string): Promise<TriggeredRun | null> {
    const session = await findSession(store.read, { accountId: check.accountId, id: sessionId })
    if (session === null || session.endedAt === null) return null
    const states = session.runs.map(({ state }) => state)
    return {
      hasFailures: states.includes('failed'),
      // Nobody judged the target: it is not called down, and whoever waits for a pass does not get one.
      hasErrors: states.length === 0 || states.some((state) => isWithoutVerdict(state)),
      ...(tellsTime(check.checkType) ? { responseTime: await responseTimeOf(session) } : {}),
      checkSessionId: sessionId,
      secretsWithheldFrom:
        session.runs.find((run) => run.secretsWithheldFrom !== null)?.secretsWithheldFrom ?? null,
    }
  }

  async function responseTimeOf(session: CheckSession): Promise<number | null> {
    const { checkNo, checkType } = session
    const [run] = session.runs
    if (run === undefined) return null
    const rows = await attemptsAt(store.read, { checkNo, checkType, scheduledAt: run.scheduledAt })
    return rows.find(({ origin, isFinal }) => isFinal && origin === run.origin)?.responseTime ?? null
  }

  return { start, outcome }
}

function isWithoutVerdict(state: SessionRun['state']): boolean {
  return state === 'withheld' || state === 'dropped' || state === 'cancelled'
}
