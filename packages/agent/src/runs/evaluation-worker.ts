import { parentPort } from 'node:worker_threads'
import { evaluateApi } from '@sonde/verdict/api/evaluate.ts'
import { evaluateDns } from '@sonde/verdict/dns/evaluate.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { evaluateGrpc } from '@sonde/verdict/grpc/evaluate.ts'
import { evaluateIcmp } from '@sonde/verdict/icmp/evaluate.ts'
import { evaluateSsl } from '@sonde/verdict/ssl/evaluate.ts'
import { evaluateTcp } from '@sonde/verdict/tcp/evaluate.ts'
import type { EvaluationReply, EvaluationTask } from './evaluation-thread.ts'

/** Evaluates measurements one after another; whoever sent one waits for the answer, and for nothing else. */

type Evaluate = (config: never, measured: never) => Evaluation<unknown>

/** The types whose assertions look at texts or documents. */
const evaluators: Readonly<Partial<Record<string, Evaluate>>> = {
  API: evaluateApi,
  DNS: evaluateDns,
  GRPC: evaluateGrpc,
  ICMP: evaluateIcmp,
  SSL: evaluateSsl,
  TCP: evaluateTcp,
}

parentPort?.on('message', (task: EvaluationTask) => parentPort?.postMessage(answer(task), []))

function answer({ checkType, config, measured }: EvaluationTask): EvaluationReply {
  const evaluate = evaluators[checkType]
  if (evaluate === undefined) return { kind: 'failed', why: `checks of type ${checkType} have no document` }
  try {
    return { kind: 'evaluated', evaluation: evaluate(asSent(config), asSent(measured)) }
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}

/** Safe because the executor of a type sends what it would have evaluated itself. */
function asSent(value: unknown): never {
  return value as never
}
