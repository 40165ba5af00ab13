import { probeIcmp } from '@sonde/probes/icmp.ts'
import type { AgentTools, Probe, ProbeContext } from '@sonde/probes/probe.ts'
import { judgeIcmp } from '@sonde/verdict/judge-icmp.ts'
import type { Judgement } from '@sonde/verdict/judgement.ts'
import type { Executor, Executors } from './execution.ts'
import { readIcmpConfig } from './icmp-config.ts'
import { isLoopbackHost } from './loopback.ts'

/** What this agent can run. A further check type is one line here. */
export function createExecutors(tools: AgentTools): Executors {
  return {
    ICMP: executor(tools, readIcmpConfig, probeIcmp, judgeIcmp),
  }
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
    const { verdict, detail, notRunCause, target } = judge(run, await probe(run, context))
    return { verdict, detail, notRunCause, isLoopback: target !== null && isLoopbackHost(target) }
  }
}
