import { probeApi } from '@sonde/probes/api/probe.ts'
import { probeDns } from '@sonde/probes/dns/probe.ts'
import { probeGrpc } from '@sonde/probes/grpc/probe.ts'
import { probeIcmp } from '@sonde/probes/icmp/probe.ts'
import type { AgentTools, Probe, ProbeContext } from '@sonde/probes/probe.ts'
import { probeTcp } from '@sonde/probes/tcp/probe.ts'
import { probeTraceroute } from '@sonde/probes/traceroute/probe.ts'
import { probeSsl } from '@sonde/probes/ssl/probe.ts'
import { probeUrl } from '@sonde/probes/url/probe.ts'
import { apiKind } from '@sonde/schema/check-types/api/kind.ts'
import type { ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import { dnsKind } from '@sonde/schema/check-types/dns/kind.ts'
import type { DnsRunConfig } from '@sonde/schema/check-types/dns/result.ts'
import { grpcKind } from '@sonde/schema/check-types/grpc/kind.ts'
import type { GrpcRunConfig } from '@sonde/schema/check-types/grpc/result.ts'
import { tcpKind } from '@sonde/schema/check-types/tcp/kind.ts'
import type { TcpRunConfig } from '@sonde/schema/check-types/tcp/result.ts'
import { tracerouteKind } from '@sonde/schema/check-types/traceroute/kind.ts'
import type { TracerouteRunConfig } from '@sonde/schema/check-types/traceroute/result.ts'
import { sslKind } from '@sonde/schema/check-types/ssl/kind.ts'
import type { SslRunConfig } from '@sonde/schema/check-types/ssl/result.ts'
import { urlKind } from '@sonde/schema/check-types/url/kind.ts'
import type { UrlRunConfig } from '@sonde/schema/check-types/url/result.ts'
import { evaluateApi } from '@sonde/verdict/api/evaluate.ts'
import { evaluateDns } from '@sonde/verdict/dns/evaluate.ts'
import { evaluateGrpc } from '@sonde/verdict/grpc/evaluate.ts'
import { checkKinds, type RunCheckType } from '@sonde/schema/check-types/check-kinds.ts'
import type { RegisterRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { evaluateIcmp } from '@sonde/verdict/icmp/evaluate.ts'
import type { Measured } from '@sonde/verdict/evaluate-measurement.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { evaluateTcp } from '@sonde/verdict/tcp/evaluate.ts'
import { evaluateTraceroute } from '@sonde/verdict/traceroute/evaluate.ts'
import { evaluateSsl } from '@sonde/verdict/ssl/evaluate.ts'
import { evaluateUrl } from '@sonde/verdict/url/evaluate.ts'
import { createEvaluationThread, type EvaluationThread } from './evaluation-thread.ts'
import { evaluateInTime } from './evaluate-in-time.ts'
import { type Executor, type Executors, UnreadableJob } from './execution.ts'
import { readIcmpConfig } from './icmp-config.ts'
import { createRunConfigReader } from './run-config-reader.ts'

/** What this agent can run: a type that agents run and that is missing here does not compile. */
export function createExecutors(
  tools: AgentTools,
  thread: EvaluationThread = createEvaluationThread(),
): Record<RunCheckType, Executor> {
  const agent = { tools, thread }
  return {
    ICMP: executor('ICMP', agent, { read: readIcmpConfig, probe: probeIcmp, evaluate: evaluateIcmp }),
    SSL: executor('SSL', agent, {
      read: createRunConfigReader<SslRunConfig>(sslKind),
      probe: probeSsl,
      evaluate: evaluateSsl,
    }),
    URL: executor('URL', agent, {
      read: createRunConfigReader<UrlRunConfig>(urlKind),
      probe: probeUrl,
      evaluate: evaluateUrl,
    }),
    API: executor('API', agent, {
      read: createRunConfigReader<ApiRunConfig>(apiKind),
      probe: probeApi,
      evaluate: evaluateApi,
    }),
    TRACEROUTE: executor('TRACEROUTE', agent, {
      read: createRunConfigReader<TracerouteRunConfig>(tracerouteKind),
      probe: probeTraceroute,
      evaluate: evaluateTraceroute,
    }),
    TCP: executor('TCP', agent, {
      read: createRunConfigReader<TcpRunConfig>(tcpKind),
      probe: probeTcp,
      evaluate: evaluateTcp,
    }),
    GRPC: executor('GRPC', agent, {
      read: createRunConfigReader<GrpcRunConfig>(grpcKind),
      probe: probeGrpc,
      evaluate: evaluateGrpc,
    }),
    // Their script is all of them: `scripts` of the run pool runs it.
    MULTI_STEP: withoutScript,
    BROWSER: withoutScript,
    PLAYWRIGHT: withoutScript,
    DNS: executor('DNS', agent, {
      read: createRunConfigReader<DnsRunConfig>(dnsKind),
      probe: probeDns,
      evaluate: evaluateDns,
    }),
  }
}

/** A check that is nothing but its script came without it. */
async function withoutScript(): Promise<never> {
  throw new UnreadableJob('its script is missing')
}

/** What an agent of this image announces and runs; the small image has less than some types need. */
export function executorsFor(executors: Executors, imageVariant: RegisterRequest['imageVariant']): Executors {
  if (imageVariant !== 'uptime') return executors
  const types = checkKinds.filter(({ run }) => run?.image === 'uptime').map(({ checkType }) => checkType)
  return Object.fromEntries(types.map((type) => [type, executors[type]]))
}

/** Measures first, evaluates afterwards. */
function executor<Config, Document, Detail>(
  checkType: RunCheckType,
  { tools, thread }: { tools: AgentTools; thread: EvaluationThread },
  { read, probe, evaluate }: TypeWork<Config, Document, Detail>,
): Executor {
  return async (config, conditions) => {
    const run = read(config)
    const context: ProbeContext = { ...tools, ...conditions }
    const measured = { ...(await probe(run, context)), isRequested: conditions.isRequested }
    return evaluateInTime(thread, {
      task: { checkType, config: run, measured },
      evaluateInline: () => evaluate(run, { ...measured, isInline: true }),
      signal: conditions.signal,
    })
  }
}

type TypeWork<Config, Document, Detail> = {
  read(config: unknown): Config
  probe: Probe<Config, Document>
  evaluate(config: Config, measured: Measured<Document>): Evaluation<Detail>
}
