import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { dial } from '../connection/dial.ts'
import { type Trace, type TracerouteEngine, TracerouteSocketError } from '../traceroute-engine/trace.ts'
import type { ResolveName } from '../resolve-name.ts'
import { capturePackets } from './capture-packets.ts'

/** Where a run got no further. */
export type FailedTarget = { host: string; address: string; port: number; family: IpFamily }

export type DiagnosticFile = {
  name: string
  type: 'pcap' | 'report'
  contentType: string
  /** Texts still have to be scrubbed. */
  content: string | Uint8Array
}

const longestLookMs = 30_000
const connectMs = 5_000
const maxHops = 30

/**
 * Looks closer at a target that could not be reached: one more connection, which says nothing over it, and a
 * traceroute, while the packets of both are captured. Gives what this process may find out.
 */
export async function diagnoseTarget(
  target: FailedTarget,
  tools: { traceroute: TracerouteEngine; now(): number; resolveName: ResolveName },
  stopSignal: AbortSignal,
): Promise<DiagnosticFile[]> {
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(longestLookMs + 1_000)])
  // An address that no check may look at is not looked at more closely either.
  if ((await tools.resolveName(target.address, target.family)).kind === 'failed') return []
  const capture = capturePackets(target, tools.now)
  const [connection, trace] = await Promise.allSettled([
    tryConnection(target, signal),
    traceTarget(target, tools.traceroute, signal),
  ])
  const captured = capture?.stop() ?? null
  stopSignal.throwIfAborted()
  const files: DiagnosticFile[] = []
  if (captured !== null && captured.packets > 0) {
    files.push({
      name: 'capture.pcap',
      type: 'pcap',
      contentType: 'application/vnd.tcpdump.pcap',
      content: captured.file,
    })
  }
  if (trace.status === 'fulfilled') {
    const report = {
      ...target,
      connection: connection.status === 'fulfilled' ? connection.value : null,
      traceroute: describeTrace(trace.value),
    }
    files.push({
      name: 'traceroute.json',
      type: 'report',
      contentType: 'application/json',
      content: JSON.stringify(report, null, 2),
    })
  }
  return files
}

/** Whether it can be reached now, and how long that takes. */
async function tryConnection(target: FailedTarget, signal: AbortSignal) {
  const dialled = await dial(target, connectMs, signal)
  if (dialled.kind === 'failed') return { isOpen: false, error: dialled.error.message }
  dialled.socket.on('error', () => undefined)
  dialled.socket.destroy()
  return { isOpen: true, connectMs: dialled.connectMs }
}

type TracedBy = { protocol: 'TCP' | 'UDP'; trace: Trace }

/** By the protocol that failed; by datagrams where this process may not send such packets itself. */
async function traceTarget(
  { address, family, port }: FailedTarget,
  engine: TracerouteEngine,
  signal: AbortSignal,
): Promise<TracedBy> {
  const request = { address, family, maxHops, maxUnknownHops: 15, timeoutMs: longestLookMs, signal }
  try {
    return { protocol: 'TCP', trace: await engine.trace({ ...request, protocol: 'TCP', port }) }
  } catch (error) {
    if (!(error instanceof TracerouteSocketError)) throw error
    return { protocol: 'UDP', trace: await engine.trace({ ...request, protocol: 'UDP', port: 33_434 }) }
  }
}

function describeTrace({ protocol, trace }: TracedBy) {
  return {
    protocol,
    truncationReason: trace.reason,
    hops: trace.hops.map(({ sent, answers }, index) => ({
      hop: index + 1,
      address: answers[0]?.address ?? null,
      sent,
      received: answers.length,
      lossPercent: sent === 0 ? null : (100 * (sent - answers.length)) / sent,
      ...timesOf(answers.map(({ rttMs }) => rttMs)),
    })),
  }
}

function timesOf(times: readonly number[]) {
  const last = times.at(-1)
  if (last === undefined) return { lastMs: null, avgMs: null, bestMs: null, worstMs: null, stdDevMs: null }
  const avgMs = times.reduce((sum, ms) => sum + ms, 0) / times.length
  const squares = times.reduce((sum, ms) => sum + (ms - avgMs) ** 2, 0)
  return {
    lastMs: last,
    avgMs,
    bestMs: Math.min(...times),
    worstMs: Math.max(...times),
    stdDevMs: Math.sqrt(squares / times.length),
  }
}
