import {
  type IcmpDocument,
  type IcmpRunConfig,
  longestIcmpAttemptMs,
} from '@sonde/schema/check-types/icmp/result.ts'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { NotRunCause, Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startAttemptSignal } from '../attempt-signal.ts'
import { IcmpSocketError, type Ping, type PingRun } from '../icmp-engine/ping-run.ts'
import { describeOurTrouble as describeTrouble, orAborted } from '../measure-on-loop.ts'
import { exceptOwnShortage } from '../own-shortage.ts'
import type { Measurement, Probe, ProbeContext } from '../probe.ts'
import { summarizePings } from './summarize-pings.ts'

type Icmp = Measurement<IcmpDocument>
type IcmpProbe = Probe<IcmpRunConfig, IcmpDocument, 'icmp' | 'resolveName' | 'signal'>

const packetSize = 64

/** Pings one host. `latestEndMs` is when an attempt with so many pings is given up. */
export function createIcmpProbe(latestEndMs = longestIcmpAttemptMs): IcmpProbe {
  return async ({ request }, context) => {
    const pingCount = request.pingCount ?? 10
    const { signal, abort, end } = startAttemptSignal(context.signal)
    const timeout = setTimeout(() => abort(new Error('the attempt took too long')), latestEndMs(pingCount))
    try {
      return await measure(
        { hostname: request.hostname, family: request.ipFamily ?? 'IPv4', pingCount },
        context,
        signal,
      )
    } catch (error) {
      return describeOurTrouble(error, signal)
    } finally {
      clearTimeout(timeout)
      end()
    }
  }
}

export const probeIcmp: IcmpProbe = createIcmpProbe()

async function measure(
  target: { hostname: string; family: IpFamily; pingCount: number },
  { icmp, resolveName }: Pick<ProbeContext, 'icmp' | 'resolveName'>,
  signal: AbortSignal,
): Promise<Icmp> {
  const { hostname, family, pingCount } = target
  const resolution = await orAborted(resolveName(hostname, family), signal)
  if (resolution.kind === 'failed') {
    const { error } = resolution
    return unmeasured(exceptOwnShortage<IcmpDocument>({ kind: 'unreachable', error, document: null }))
  }
  const { address, durationMs } = resolution
  const run = await icmp.ping({ address, family, count: pingCount, signal }).catch((error: unknown) => {
    if (error instanceof IcmpSocketError && error.code === 'EAFNOSUPPORT') return null
    throw error
  })
  if (run === null) {
    return unmeasured({
      kind: 'unreachable',
      error: describeUnreachable('ENETUNREACH', address),
      document: null,
    })
  }
  const document: IcmpDocument = {
    hostname,
    resolvedIp: address,
    ipFamily: family,
    pingCount,
    packetSize,
    dnsResolutionTime: durationMs,
    ...summarizePings(run.pings),
  }
  const { noiseMs, hasKernelTimes } = run
  return { outcome: exceptOwnShortage(findOutcome(run, document)), noiseMs, hasKernelTimes }
}

function findOutcome({ pings }: PingRun, document: IcmpDocument): Outcome<IcmpDocument> {
  if (document.packetsReceived > 0) return { kind: 'answered', document }
  const [first] = pings
  const address = document.resolvedIp
  const isAllRefused = pings.every(({ kind }) => kind === 'refused')
  if (first?.kind === 'refused' && isAllRefused) {
    return { kind: 'unreachable', error: describeRefusal(first, address), document: null }
  }
  const code = unreachableCode(pings)
  const error: ProbeError =
    code === null
      ? { code: 'ERR_NO_REPLY', message: `0 of ${pings.length} pings answered by ${address}`, address }
      : describeUnreachable(code, address)
  return { kind: 'unreachable', error, document }
}

type UnreachableCode = 'EHOSTUNREACH' | 'ENETUNREACH'

/** The one error that every ping drew, from a router or from our own kernel. */
function unreachableCode(pings: readonly Ping[]): UnreachableCode | null {
  const codes = new Set(pings.map(codeOfPing))
  const [code] = codes
  return codes.size === 1 && code !== undefined ? code : null
}

function codeOfPing(ping: Ping): UnreachableCode | null {
  if (ping.kind === 'refused') return isUnreachable(ping.code) ? ping.code : null
  if (ping.kind !== 'error') return null
  const { type, code } = ping
  // ICMP 3: by network, for an unknown or forbidden one, or its type of service; everything else is about the host,
  // save the codes of ports, protocols and fragments, which no echo request draws.
  if (type === 3) {
    if ([0, 6, 9, 11].includes(code)) return 'ENETUNREACH'
    return [1, 7, 8, 10, 12, 13, 14, 15].includes(code) ? 'EHOSTUNREACH' : null
  }
  // ICMPv6 1: no route; then forbidden, beyond scope, address unreachable, failed policy, rejected.
  if (type === 1) {
    if (code === 0) return 'ENETUNREACH'
    return [1, 2, 3, 5, 6].includes(code) ? 'EHOSTUNREACH' : null
  }
  return null
}

function isUnreachable(code: string): code is UnreachableCode {
  return code === 'EHOSTUNREACH' || code === 'ENETUNREACH'
}

function describeRefusal({ code, errno }: { code: string; errno: number }, address: string): ProbeError {
  const error: ProbeError = isUnreachable(code)
    ? describeUnreachable(code, address)
    : { code, message: `The system refused to send to ${address} (${code})`, address }
  return { ...error, errno: -errno, syscall: 'sendmmsg' }
}

function describeUnreachable(code: UnreachableCode, address: string): ProbeError {
  const what = code === 'EHOSTUNREACH' ? 'host' : 'network'
  return { code, message: `${address} is unreachable (${what})`, address }
}

function describeOurTrouble(error: unknown, signal: AbortSignal): Icmp {
  if (error instanceof IcmpSocketError && !signal.aborted) {
    return notRun('no-permission', {
      code: 'EPERM',
      message: 'This agent may not open raw sockets (needs NET_RAW)',
      syscall: 'socket',
    })
  }
  return unmeasured(describeTrouble(error, signal))
}

function notRun(cause: NotRunCause, error: ProbeError): Icmp {
  return unmeasured({ kind: 'not-run', cause, error })
}

function unmeasured(outcome: Outcome<IcmpDocument>): Icmp {
  return { outcome, noiseMs: null, hasKernelTimes: false }
}
