import type { RunConditions } from '@sonde/probes/probe.ts'
import type { ExecutionResult } from '@sonde/agent/runs/execution.ts'
import { passed } from './agent-under-test.ts'

/** An executor whose runs end when the test says so. */
export function heldRuns() {
  const open: { signal: AbortSignal; end: (result?: ExecutionResult) => void }[] = []
  return {
    open,
    execute: (_config: unknown, { signal }: RunConditions) =>
      new Promise<ExecutionResult>((resolve) => {
        open.push({ signal, end: (result = passed) => resolve(result) })
      }),
  }
}
