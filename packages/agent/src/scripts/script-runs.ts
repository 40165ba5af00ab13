import type { RunConditions } from '@sonde/probes/probe.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { type ExecutionResult, notRun } from '../runs/execution.ts'

/** Runs that have scripts, wherever these run. */
export type ScriptRuns = {
  run(assignment: RunAssignment, conditions: RunConditions): Promise<ExecutionResult>
}

/** Of an agent that cannot keep scripts apart: it says so, and runs none. */
export function noScriptRuns(why: string): ScriptRuns {
  return { run: async () => notRun('no-sandbox', why) }
}

/** Calls `tell` when the first of them is run. */
export function tellingOnce({ run }: ScriptRuns, tell: () => void): ScriptRuns {
  let isTold = false
  return {
    run(assignment, conditions) {
      if (!isTold) tell()
      isTold = true
      return run(assignment, conditions)
    },
  }
}
