import { probeIcmp } from '@sonde/probes/icmp.ts'
import type { ProbeContext } from '@sonde/probes/probe.ts'
import { judgeIcmp } from '@sonde/verdict/judge-icmp.ts'
import type { ExecutionResult, Executors } from './execution.ts'
import { readIcmpConfig } from './icmp-config.ts'
import { isLoopbackHost } from './loopback.ts'

/** What this agent can run. A further check type is one line here. */
export function createExecutors(context: Omit<ProbeContext, 'signal'>): Executors {
  return {
    ICMP: (config, signal) => executeIcmp(config, { ...context, signal }),
  }
}

async function executeIcmp(config: unknown, context: ProbeContext): Promise<ExecutionResult> {
  const run = readIcmpConfig(config)
  const { verdict, detail, notRunCause } = judgeIcmp(run, await probeIcmp(run, context))
  return {
    verdict,
    detail,
    notRunCause,
    isLoopback: isLoopbackHost(detail.request.targetIp ?? run.request.hostname),
  }
}
