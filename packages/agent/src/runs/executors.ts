import { probeDns } from '@sonde/probes/dns/probe.ts'
import { probeGrpc } from '@sonde/probes/grpc/probe.ts'
import { probeIcmp } from '@sonde/probes/icmp/probe.ts'
import type { AgentTools, Probe, ProbeContext } from '@sonde/probes/probe.ts'
import { probeTcp } from '@sonde/probes/tcp/probe.ts'
import { probeTraceroute } from '@sonde/probes/traceroute/probe.ts'
import { probeSsl } from '@sonde/probes/ssl/probe.ts'
import { probeUrl } from '@sonde/probes/url/probe.ts'
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
import { evaluateDns } from '@sonde/verdict/dns/evaluate.ts'
import { evaluateGrpc } from '@sonde/verdict/grpc/evaluate.ts'
import { checkKinds, type RunCheckType } from '@sonde/schema/check-types/check-kinds.ts'
import type { RegisterRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { evaluateIcmp } from '@sonde/verdict/icmp/evaluate.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { evaluateTcp } from '@sonde/verdict/tcp/evaluate.ts'
import { evaluateTraceroute } from '@sonde/verdict/traceroute/evaluate.ts'
import { evaluateSsl } from '@sonde/verdict/ssl/evaluate.ts'
import { evaluateUrl } from '@sonde/verdict/url/evaluate.ts'
import type { Executor, Executors } from './execution.ts'
import { readIcmpConfig } from './icmp-config.ts'
import { isLoopbackHost } from '../witnesses/loopback.ts'
import { createRunConfigReader } from './run-config-reader.ts'

/** What this agent can run: a type that agents run and that is missing here does not compile. */
export function createExecutors(tools: AgentTools): Record<RunCheckType, Executor> {
  return {
    ICMP: executor(tools, readIcmpConfig, probeIcmp, evaluateIcmp),
    SSL: executor(tools, createRunConfigReader<SslRunConfig>(sslKind), probeSsl, evaluateSsl),
    URL: executor(tools, createRunConfigReader<UrlRunConfig>(urlKind), probeUrl, evaluateUrl),
    TRACEROUTE: executor(
      tools,
      createRunConfigReader<TracerouteRunConfig>(tracerouteKind),
      probeTraceroute,
      evaluateTraceroute,
    ),
    TCP: executor(tools, createRunConfigReader<TcpRunConfig>(tcpKind), probeTcp, evaluateTcp),
    GRPC: executor(tools, createRunConfigReader<GrpcRunConfig>(grpcKind), probeGrpc, evaluateGrpc),
    DNS: executor(tools, createRunConfigReader<DnsRunConfig>(dnsKind), probeDns, evaluateDns),
  }
}

/** What an agent of this image announces and runs; the small image has less than some types need. */
export function executorsFor(executors: Executors, imageVariant: RegisterRequest['imageVariant']): Executors {
  if (imageVariant !== 'uptime') return executors
  const types = checkKinds.filter(({ run }) => run?.image === 'uptime').map(({ checkType }) => checkType)
  return Object.fromEntries(types.map((type) => [type, executors[type]]))
}

/** Measures first, evaluates afterwards. */
function executor<Config, Document, Detail>(
  tools: AgentTools,
  read: (config: unknown) => Config,
  probe: Probe<Config, Document>,
  evaluate: (config: Config, measured: Awaited<ReturnType<typeof probe>>) => Evaluation<Detail>,
): Executor {
  return async (config, conditions) => {
    const run = read(config)
    const context: ProbeContext = { ...tools, ...conditions }
    const { verdict, detail, notRunCause, target, failedAt } = evaluate(run, await probe(run, context))
    return {
      verdict,
      detail,
      notRunCause,
      isLoopback: target !== null && isLoopbackHost(target),
      ...(failedAt === undefined ? {} : { failedAt }),
    }
  }
}
