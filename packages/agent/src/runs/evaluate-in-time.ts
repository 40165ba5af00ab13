import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { NeedsOwnThread } from '@sonde/verdict/work-budget.ts'
import { isLoopbackHost } from '../witnesses/loopback.ts'
import type { EvaluationTask, EvaluationThread } from './evaluation-thread.ts'
import { type ExecutionResult, notRun } from './execution.ts'

/** Evaluates here what is little work, and on a thread of its own what would hold up other runs. */
export async function evaluateInTime(
  thread: EvaluationThread,
  {
    task,
    evaluateInline,
    signal,
  }: { task: EvaluationTask; evaluateInline(): Evaluation<unknown>; signal: AbortSignal },
): Promise<ExecutionResult> {
  try {
    return toResult(evaluateInline())
  } catch (error) {
    if (!(error instanceof NeedsOwnThread)) throw error
  }
  const reply = await thread.evaluate(task, signal)
  // Whatever the target said, we have no verdict on it.
  if (reply.kind === 'failed')
    return notRun('internal', `The agent could not evaluate this run: ${reply.why}`)
  return toResult(reply.evaluation)
}

export function toResult({
  verdict,
  detail,
  notRunCause,
  target,
  failedAt,
}: Evaluation<unknown>): ExecutionResult {
  return {
    verdict,
    detail,
    notRunCause,
    isLoopback: target !== null && isLoopbackHost(target),
    ...(failedAt === undefined ? {} : { failedAt }),
  }
}
