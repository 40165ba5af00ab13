import { verdictOf } from '../check/result/verdict-of.ts'
import { VerdictMark } from '../parts/status/verdict-mark.tsx'
import type { TestSessionRun } from '../resources/test-sessions.ts'

/** How one run of a session stands. */
export function RunState({ run }: { run: TestSessionRun }) {
  if (run.status === 'CANCELLED') return <span className="text-soft">Cancelled</span>
  if (run.status === 'RUNNING') {
    return (
      <span className="text-soft animate-pulse">
        {run.startedAt === null ? (run.waitingFor ?? 'Waiting for an agent…') : 'Running…'}
      </span>
    )
  }
  return (
    <>
      <VerdictMark verdict={verdictOf(run)} />
      {run.attempts > 1 ? <span className="text-soft ml-2 text-xs">{run.attempts} attempts</span> : null}
      {run.reason === null ? null : <p className="text-soft mt-1 text-sm break-words">{run.reason}</p>}
    </>
  )
}
