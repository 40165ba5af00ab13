import { type ApiLimits, createApiProbe } from '@sonde/probes/api/probe.ts'
import { exchangeLimits } from '@sonde/probes/http/exchange.ts'
import type { ApiRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import { evaluateApi } from '@sonde/verdict/api/evaluate.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'
import { probeContext } from './probe-context.ts'

type Config = NonNullable<Parameters<typeof apiConfig>[0]>

/** Sends a request and evaluates its answer, with limits that no busy machine reaches unless told. */
export async function ask(
  url: string,
  request: NonNullable<Config['request']> = {},
  {
    config = {},
    context = {},
    limits = {},
  }: {
    config?: Omit<Config, 'request'>
    context?: Parameters<typeof probeContext>[0]
    limits?: Partial<ApiLimits>
  } = {},
): Promise<Evaluation<ApiRunDetail>> {
  const probe = createApiProbe({ ...exchangeLimits, graceMs: 20_000, ...limits })
  const run = apiConfig({
    maxResponseTime: null,
    degradedResponseTime: null,
    ...config,
    request: { ...request, url },
  })
  return evaluateApi(run, await probe(run, probeContext(context)))
}
