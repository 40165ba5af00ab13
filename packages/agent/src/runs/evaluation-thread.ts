import { Worker } from 'node:worker_threads'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'

export type EvaluationTask = { checkType: CheckTypeName; config: unknown; measured: unknown }

export type EvaluationReply =
  | { kind: 'evaluated'; evaluation: Evaluation<unknown> }
  /** Nothing is known of the target by it: the budget of a verdict is a matter of seconds, so the trouble is ours. */
  | { kind: 'failed'; why: string }

/** Evaluates what is too much work for the thread of the agent, which may be that of the service as well. */
export type EvaluationThread = {
  evaluate(task: EvaluationTask, signal: AbortSignal): Promise<EvaluationReply>
}

type Waiting = { task: EvaluationTask; signal: AbortSignal; settle(reply: EvaluationReply): void }

/** A document may have megabytes. */
const mostWaiting = 200

/** A thread that is started for the first task, evaluates one at a time, and ends when there is nothing to do. */
export function createEvaluationThread({
  mostMs = minuteMs / 2,
  idleMs = minuteMs,
  workerUrl = new URL('./evaluation-worker.ts', import.meta.url),
}: { mostMs?: number; idleMs?: number; workerUrl?: URL } = {}): EvaluationThread {
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let current: Waiting | null = null
  let timer: NodeJS.Timeout | null = null

  function startWorker(): Worker {
    const started = new Worker(workerUrl, {
      name: 'evaluation',
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      // It needs nothing of the environment, and keys may be in there.
      env: {},
      execArgv: [],
    })
    started.on('message', (reply: EvaluationReply) => conclude(reply))
    started.on('error', (error) => {
      fail(started, `the evaluation thread failed: ${error instanceof Error ? error.message : String(error)}`)
    })
    started.on('exit', () => fail(started, 'the evaluation thread stopped'))
    return started
  }

  function schedule(ms: number, act: () => void): void {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(act, ms)
    timer.unref()
  }

  function next(): void {
    if (current !== null) return
    const task = waiting.shift()
    if (task === undefined) return schedule(idleMs, endWorker)
    if (task.signal.aborted) {
      task.settle({ kind: 'failed', why: 'the run was cancelled' })
      return next()
    }
    current = task
    worker ??= startWorker()
    worker.ref()
    schedule(mostMs, () => {
      endWorker()
      conclude({ kind: 'failed', why: `its assertions took longer than ${mostMs} ms` })
    })
    worker.postMessage(task.task, [])
  }

  function conclude(reply: EvaluationReply): void {
    const concluded = current
    current = null
    // An idle thread keeps no process from ending.
    worker?.unref()
    concluded?.settle(reply)
    next()
  }

  function endWorker(): void {
    const ended = worker
    worker = null
    void ended?.terminate()
  }

  /** Said of the thread in use: what a thread says that was ended means nothing any more. */
  function fail(broken: Worker, why: string): void {
    if (broken !== worker) return
    worker = null
    if (current !== null) conclude({ kind: 'failed', why })
  }

  return {
    evaluate(task, signal) {
      if (waiting.length >= mostWaiting) {
        return Promise.resolve({
          kind: 'failed',
          why: `${mostWaiting} other runs are waiting to be evaluated`,
        })
      }
      return new Promise((settle) => {
        waiting.push({ task, signal, settle })
        next()
      })
    },
  }
}
