import { type ExecutionResult, notRun } from '../runs/execution.ts'
import { type InstalledRuntime, isIntact } from './runtimes.ts'

/** What a failure is worth under which somebody has removed the runtime, or a part of it; null: it counts as it is. */
export function brokenRuntime(
  { verdict }: Pick<ExecutionResult, 'verdict'>,
  runtime: InstalledRuntime,
): ExecutionResult | null {
  if (verdict.kind !== 'failed' || isIntact(runtime)) return null
  return notRun('no-runtime', `The runtime ${runtime.id} of this location was removed while the run used it`)
}
