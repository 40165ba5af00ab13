import { createGrpcProbe, type GrpcLimits } from '@sonde/probes/grpc/probe.ts'
import type { GrpcCheckResult } from '@sonde/schema/check-types/grpc/result.ts'
import { evaluateGrpc } from '@sonde/verdict/grpc/evaluate.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { grpcConfig } from '@sonde/verdict/testing/grpc-run.ts'
import { probeContext } from './probe-context.ts'

type Config = NonNullable<Parameters<typeof grpcConfig>[0]>

/** Measures and evaluates a server on this machine, without TLS unless told, and without limits on its time. */
export async function callAndEvaluate(
  port: number | string,
  { request = {}, ...fields }: Config = {},
  {
    context = {},
    timeoutMs = 30_000,
  }: { context?: Parameters<typeof probeContext>[0]; timeoutMs?: number } = {},
): Promise<Evaluation<GrpcCheckResult>> {
  const limits: GrpcLimits = { timeoutMs: () => timeoutMs, latestEndMs: () => 60_000 }
  const config = grpcConfig({
    maxResponseTime: null,
    degradedResponseTime: null,
    ...fields,
    request: { url: '127.0.0.1', ...request, port, grpcConfig: { tls: false, ...request.grpcConfig } },
  })
  return evaluateGrpc(config, await createGrpcProbe(limits)(config, probeContext(context)))
}

/** The fields of a call by reflection. */
export function behavior(method: string, message: unknown = null): Config['request'] & object {
  return {
    grpcConfig: {
      mode: 'BEHAVIOR',
      tls: false,
      method,
      message: message === null ? null : JSON.stringify(message),
    },
  }
}
