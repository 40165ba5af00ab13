import { probeDns } from '@sonde/probes/dns.ts'
import { probeGrpc } from '@sonde/probes/grpc.ts'
import { probeIcmp } from '@sonde/probes/icmp.ts'
import type { AgentTools, Probe, ProbeContext } from '@sonde/probes/probe.ts'
import { probeTcp } from '@sonde/probes/tcp.ts'
import { probeTraceroute } from '@sonde/probes/traceroute.ts'
import { probeSsl } from '@sonde/probes/ssl.ts'
import { probeUrl } from '@sonde/probes/url.ts'
import { dnsKind } from '@sonde/schema/dns-kind.ts'
import type { DnsRunConfig } from '@sonde/schema/dns-result.ts'
import { grpcKind } from '@sonde/schema/grpc-kind.ts'
import type { GrpcRunConfig } from '@sonde/schema/grpc-result.ts'
import { tcpKind } from '@sonde/schema/tcp-kind.ts'
import type { TcpRunConfig } from '@sonde/schema/tcp-result.ts'
import { tracerouteKind } from '@sonde/schema/traceroute-kind.ts'
import type { TracerouteRunConfig } from '@sonde/schema/traceroute-result.ts'
import { sslKind } from '@sonde/schema/ssl-kind.ts'
import type { SslRunConfig } from '@sonde/schema/ssl-result.ts'
import { urlKind } from '@sonde/schema/url-kind.ts'
import type { UrlRunConfig } from '@sonde/schema/url-result.ts'
import { judgeDns } from '@sonde/verdict/judge-dns.ts'
import { judgeGrpc } from '@sonde/verdict/judge-grpc.ts'
import type { RegisterRequest } from '@sonde/schema/agent-protocol.ts'
import { judgeIcmp } from '@sonde/verdict/judge-icmp.ts'
import type { Judgement } from '@sonde/verdict/judgement.ts'
import { judgeTcp } from '@sonde/verdict/judge-tcp.ts'
import { judgeTraceroute } from '@sonde/verdict/judge-traceroute.ts'
import { judgeSsl } from '@sonde/verdict/judge-ssl.ts'
import { judgeUrl } from '@sonde/verdict/judge-url.ts'
import type { Executor, Executors } from './execution.ts'
import { readIcmpConfig } from './icmp-config.ts'
import { isLoopbackHost } from './loopback.ts'
import { createRunConfigReader } from './run-config-reader.ts'

/** What this agent can run. A further check type is one line here. */
export function createExecutors(tools: AgentTools): Executors {
  return {
    ICMP: executor(tools, readIcmpConfig, probeIcmp, judgeIcmp),
    SSL: executor(tools, createRunConfigReader<SslRunConfig>(sslKind), probeSsl, judgeSsl),
    URL: executor(tools, createRunConfigReader<UrlRunConfig>(urlKind), probeUrl, judgeUrl),
    TRACEROUTE: executor(
      tools,
      createRunConfigReader<TracerouteRunConfig>(tracerouteKind),
      probeTraceroute,
      judgeTraceroute,
    ),
    TCP: executor(tools, createRunConfigReader<TcpRunConfig>(tcpKind), probeTcp, judgeTcp),
    GRPC: executor(tools, createRunConfigReader<GrpcRunConfig>(grpcKind), probeGrpc, judgeGrpc),
    DNS: executor(tools, createRunConfigReader<DnsRunConfig>(dnsKind), probeDns, judgeDns),
  }
}

/** What the small image runs; the others need more than it has, or would have to be asked for. */
const uptimeTypes = ['ICMP', 'URL', 'TCP', 'DNS'] as const

/** What an agent of this image announces and runs. */
export function executorsFor(executors: Executors, imageVariant: RegisterRequest['imageVariant']): Executors {
  if (imageVariant !== 'uptime') return executors
  return Object.fromEntries(uptimeTypes.map((type) => [type, executors[type]]))
}

/** Measures first, judges afterwards. */
function executor<Config, Document, Detail>(
  tools: AgentTools,
  read: (config: unknown) => Config,
  probe: Probe<Config, Document>,
  judge: (config: Config, measured: Awaited<ReturnType<typeof probe>>) => Judgement<Detail>,
): Executor {
  return async (config, conditions) => {
    const run = read(config)
    const context: ProbeContext = { ...tools, ...conditions }
    const { verdict, detail, notRunCause, target, failedAt } = judge(run, await probe(run, context))
    return {
      verdict,
      detail,
      notRunCause,
      isLoopback: target !== null && isLoopbackHost(target),
      ...(failedAt === undefined ? {} : { failedAt }),
    }
  }
}
