import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import {
  longestTracerouteAttemptMs,
  ptrLookupMs,
  completeTracerouteRequest,
  type CompleteTracerouteRequest,
  type TracerouteDocument,
  type TracerouteRunConfig,
} from '@sonde/schema/check-types/traceroute/result.ts'
import { startDeadline, startWallDeadline } from '../deadline.ts'
import { describePath } from './describe-path.ts'
import { startAttemptSignal } from '../attempt-signal.ts'
import { describeOurTrouble, orAborted } from '../measure-on-loop.ts'
import { exceptOwnShortage } from '../own-shortage.ts'
import type { Measurement, Probe, ProbeContext } from '../probe.ts'
import type { Resolution } from '../resolve-name.ts'
import { TracerouteSocketError, type Trace } from '../traceroute-engine/trace.ts'

type Needed = 'traceroute' | 'findNames' | 'resolveName' | 'now' | 'signal'
export type TracerouteProbe = Probe<TracerouteRunConfig, TracerouteDocument, Needed>
type Traced = Measurement<TracerouteDocument>

export type TracerouteLimits = {
  /** For resolution and trace together, of a check with so many seconds. */
  traceMs: (timeoutSeconds: number) => number
  /** When an attempt of a check with so many seconds is given up. */
  latestEndMs: (timeoutSeconds: number) => number
  ptrLookupMs: number
}

const defaultLimits: TracerouteLimits = {
  traceMs: (timeoutSeconds) => timeoutSeconds * 1000,
  latestEndMs: longestTracerouteAttemptMs,
  ptrLookupMs,
}

/** Follows the path to one host. */
export function createTracerouteProbe(limits: TracerouteLimits = defaultLimits): TracerouteProbe {
  return async (config, context) => {
    const request = completeTracerouteRequest(config)
    const { signal, abort, end } = startAttemptSignal(context.signal)
    const limit = startWallDeadline(limits.latestEndMs(request.timeout), () =>
      abort(new Error('the attempt took too long')),
    )
    try {
      return await measure(request, { ...context, signal }, limits)
    } catch (error) {
      return unmeasured(describeTrouble(error, signal))
    } finally {
      limit.cancel()
      end()
    }
  }
}

export const probeTraceroute: TracerouteProbe = createTracerouteProbe()

async function measure(
  request: CompleteTracerouteRequest,
  context: Pick<ProbeContext, Needed>,
  limits: TracerouteLimits,
): Promise<Traced> {
  const { url: hostname, ipFamily: family, protocol, port = 0, maxHops, maxUnknownHops } = request
  const { signal } = context
  const timestamp = Math.floor(context.now() / 1000)
  const startedMs = performance.now()
  const wholeMs = limits.traceMs(request.timeout)
  const { resolution, leftMs: timeoutMs } = await orAborted(resolveInTime(context, request, wholeMs), signal)
  if (resolution.kind === 'failed') {
    return unmeasured(exceptOwnShortage(unreachable(resolution.error)))
  }
  const { address, durationMs: dnsMs } = resolution
  const trace = await context.traceroute
    .trace({ address, family, protocol, port, maxHops, maxUnknownHops, timeoutMs, signal })
    .catch((error: unknown) => {
      if (error instanceof TracerouteSocketError && error.code === 'EAFNOSUPPORT') return null
      throw error
    })
  const totalMs = performance.now() - startedMs
  if (trace === null) return unmeasured(unreachable(describeRefusal('ENETUNREACH', address)))
  if (trace.refusal !== null) {
    const { code, errno } = trace.refusal
    return unmeasured(exceptOwnShortage(unreachable({ ...describeRefusal(code, address), errno: -errno })))
  }
  const path = describePath(trace)
  const names = request.ptrLookup ? await lookUp(context, path.addresses, limits) : new Map<string, string>()
  const isReached = trace.reason === 'destinationReached'
  const document: TracerouteDocument = {
    response: {
      hostname,
      resolvedIp: address,
      ...(request.port === undefined ? {} : { port: request.port }),
      ipFamily: family,
      maxHops,
      totalHops: path.hops.length,
      destinationReached: isReached,
      truncationReason: trace.reason,
      probeProtocol: protocol,
      protocol,
      ...(path.finalHopLatency === null ? {} : { finalHopLatency: path.finalHopLatency }),
      hops: path.hops.map((hop) => {
        const name = hop.main_ip === undefined ? undefined : names.get(hop.main_ip)
        return name === undefined ? hop : { ...hop, main_host: name }
      }),
      timestamp,
    },
    timingPhases: { dns: dnsMs, total: totalMs },
    triedHops: trace.triedHops,
  }
  const outcome: Outcome<TracerouteDocument> = isReached
    ? { kind: 'answered', document }
    : { kind: 'unreachable', error: describeMiss(trace, request, address), document }
  return { outcome, noiseMs: trace.noiseMs, hasKernelTimes: trace.hasKernelTimes }
}

/** The hard limit of the trace holds for the name too. */
async function resolveInTime(
  { resolveName }: Pick<ProbeContext, 'resolveName'>,
  { url: hostname, ipFamily }: CompleteTracerouteRequest,
  timeoutMs: number,
): Promise<{ resolution: Resolution; leftMs: number }> {
  const { promise: timeUp, resolve } = Promise.withResolvers<Resolution>()
  const message = `DNS lookup for "${hostname}" failed: resolver gave no usable answer`
  const late: Resolution = { kind: 'failed', error: { code: 'EAI_AGAIN', message, hostname } }
  const deadline = startDeadline(timeoutMs, () => resolve(late))
  try {
    const resolution = await Promise.race([resolveName(hostname, ipFamily), timeUp])
    return { resolution, leftMs: deadline.leftMs() }
  } finally {
    deadline.cancel()
  }
}

/** Names adorn a result: without them it stands as well. */
async function lookUp(
  { findNames, signal }: Pick<ProbeContext, 'findNames' | 'signal'>,
  addresses: readonly string[],
  limits: TracerouteLimits,
): Promise<ReadonlyMap<string, string>> {
  return orAborted(findNames(addresses, limits.ptrLookupMs), signal)
}

function describeMiss(
  { triedHops, reason }: Trace,
  { url: hostname, maxUnknownHops }: Pick<CompleteTracerouteRequest, 'url' | 'maxUnknownHops'>,
  address: string,
): ProbeError {
  const why = reason === 'maxUnknownHops' ? describeSilence(maxUnknownHops) : reason
  const hops = triedHops === 1 ? '1 hop' : `${triedHops} hops`
  return {
    code: 'ERR_NOT_REACHED',
    message: `${hostname} not reached after ${hops} (${why})`,
    hostname,
    address,
  }
}

function describeSilence(hops: number): string {
  return hops === 1 ? 'a hop did not answer' : `${hops} hops in a row did not answer`
}

function describeRefusal(code: string, address: string): ProbeError {
  const what = { EHOSTUNREACH: 'host', ENETUNREACH: 'network', EADDRNOTAVAIL: 'network' }[code]
  if (what === undefined)
    return { code, message: `The system refused to send to ${address} (${code})`, address }
  const known = code === 'EADDRNOTAVAIL' ? 'ENETUNREACH' : code
  return { code: known, message: `${address} is unreachable (${what})`, address }
}

function describeTrouble(error: unknown, signal: AbortSignal): Outcome<TracerouteDocument> {
  if (!(error instanceof TracerouteSocketError) || signal.aborted) return describeOurTrouble(error, signal)
  return {
    kind: 'not-run',
    cause: 'no-permission',
    error: {
      code: 'EPERM',
      message: 'This agent may not open raw sockets (needs NET_RAW)',
      syscall: 'socket',
    },
  }
}

function unreachable(error: ProbeError): Outcome<TracerouteDocument> {
  return { kind: 'unreachable', error, document: null }
}

function unmeasured(outcome: Outcome<TracerouteDocument>): Traced {
  return { outcome, noiseMs: null, hasKernelTimes: false }
}
