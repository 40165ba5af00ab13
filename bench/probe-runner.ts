import { createExecutors } from '@sonde/agent/runs/executors.ts'
import { createProbeTools } from '@sonde/agent/runs/probe-tools.ts'
import { startIcmpEngine } from '@sonde/probes/icmp-engine/engine.ts'
import type { RunCheckType } from '@sonde/schema/check-types/check-kinds.ts'

/** Runs probes as an agent does, in a process of its own, and tells what that took. */
export type ProbeOrder = {
  checkType: RunCheckType
  /** In turns. */
  configs: readonly unknown[]
  /** Kept in flight. */
  concurrency: number
  durationMs: number
}
export type ProbeTally = { passed: number; failed: number; lastReason: string; wallMs: number; cpuMs: number }

const authority = process.env['BENCH_AUTHORITY'] ?? ''
const executors = createExecutors(
  createProbeTools({
    engine: await startIcmpEngine(),
    time: { now: Date.now, note: () => undefined },
    settings: {
      usesOsResolver: false,
      deniedTargets: [],
      deniesMetadata: true,
      authorities: authority === '' ? [] : [authority],
      dnsResolvers: [],
    },
  }),
)

async function carryOut({ checkType, configs, concurrency, durationMs }: ProbeOrder): Promise<ProbeTally> {
  const execute = executors[checkType]
  let [passed, failed, next, lastReason] = [0, 0, 0, '']
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  const keepProbing = async (): Promise<void> => {
    while (performance.now() - startedMs < durationMs) {
      next += 1
      const { signal } = new AbortController()
      const conditions = { signal, proxy: null, clientCertificates: [], isRequested: false }
      const { verdict } = await execute(configs[next % configs.length], conditions)
      if (verdict.kind === 'passed' || verdict.kind === 'degraded') passed += 1
      else {
        failed += 1
        lastReason = verdict.reason ?? ''
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, keepProbing))
  const { user, system } = process.cpuUsage(cpuBefore)
  return { passed, failed, lastReason, wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 }
}

process.on('message', (order: ProbeOrder) => {
  void carryOut(order).then((tally) => process.send?.(tally))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
