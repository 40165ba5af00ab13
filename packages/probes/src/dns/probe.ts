import {
  type DnsDocument,
  type DnsRunConfig,
  longestDnsAttemptMs,
  type NameServerInfo,
} from '@sonde/schema/check-types/dns/result.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { isCodeWanted } from '@sonde/verdict/dns/evaluate.ts'
import { isIPv6 } from 'node:net'
import { startDeadline } from '../deadline.ts'
import { anyServerAnswers } from '../dns-client/ask-servers.ts'
import { createResolverConfig } from '../dns-client/resolver-config.ts'
import type { QueryOutcome, ServerPeer } from './query-outcome.ts'
import { askTcp } from './ask-tcp.ts'
import { askUdp } from './ask-udp.ts'
import { isAddress, type NameServer, nameServersOf } from './name-servers.ts'
import { encodeQuery } from './query.ts'
import { measureOnLoop, orAborted } from '../measure-on-loop.ts'
import { describeNoResolver, ownCauseOf } from '../own-shortage.ts'
import type { Probe, ProbeContext } from '../probe.ts'
import type { ResolveName } from '../resolve-name.ts'

type Needed = 'loop' | 'signal' | 'resolveName' | 'dnsResolvers'
type DnsProbe = Probe<DnsRunConfig, DnsDocument, Needed>

export type DnsLimits = {
  /** After the first datagram to a server. */
  resendMs: readonly number[]
  /** Of one server. */
  giveUpMs: number
  /** Of all servers together. */
  allServersMs: number
}

/** No DNS message came back: nobody is there, or nobody listens. */
const silentCodes: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

/** How long servers of the location that were silent about a name have to say anything about the root. */
const witnessMs = 1500

const usualLimits: DnsLimits = { resendMs: [1000, 3000], giveUpMs: 5000, allServersMs: 15_000 }

const systemConfig = createResolverConfig()

/** Asks for the records of a name: the server that the check names, or those of the location one after the other. */
export function createDnsProbe(
  limits: DnsLimits = usualLimits,
  systemServers: () => readonly string[] = () => systemConfig().servers,
): DnsProbe {
  return (config, context) =>
    measureOnLoop(context, longestDnsAttemptMs, async (signal) => {
      const servers = nameServersOf(config.request, context.dnsResolvers, systemServers)
      // No server is cut short: each has a time of its own, that may be what is left of all.
      const all = startDeadline(limits.allServersMs, ignore)
      try {
        return await askServers(servers, { config, context, limits, leftMs: all.leftMs }, signal)
      } finally {
        all.cancel()
      }
    })
}

export const probeDns: DnsProbe = createDnsProbe()

type Means = {
  config: DnsRunConfig
  context: Pick<ProbeContext, Needed>
  limits: DnsLimits
  /** Of the time for all servers. */
  leftMs(): number
}

/** One after the other, until one has answered well. */
async function askServers(
  servers: Iterable<NameServer>,
  { config, context, limits, leftMs }: Means,
  signal: AbortSignal,
): Promise<Outcome<DnsDocument>> {
  const { request } = config
  const startedMs = performance.now()
  let firstAskedMs: number | null = null
  let answered: DnsDocument | null = null
  let failure: ProbeError | null = null
  let isSilent = true
  const peers: ServerPeer[] = []
  for (const server of servers) {
    if (leftMs() <= 0) break
    const peer = await orAborted(findPeer(server, request, context.resolveName), signal)
    if (peer.kind === 'failed') {
      failure = worseOf(failure, peer.error)
      continue
    }
    peers.push(peer)
    const giveUpMs = Math.max(1, Math.min(limits.giveUpMs, leftMs()))
    firstAskedMs ??= performance.now()
    const outcome = await ask(peer, config, { resendMs: limits.resendMs, giveUpMs }, signal)
    if (outcome.kind === 'failed') {
      failure = worseOf(failure, outcome.error)
      isSilent &&= silentCodes.has(outcome.error.code)
      continue
    }
    answered = describe(peer, outcome)
    const { Status: code } = answered.json
    if (code === 'NOERROR' || isCodeWanted(code, request.assertions)) break
  }
  if (answered !== null) return { kind: 'answered', document: answered }
  if (failure === null) throw new Error('this agent has no DNS servers to ask')
  const isOwn = (request.nameServer ?? '') === ''
  if (isOwn && isSilent && peers.length > 0 && !(await anyServerAnswers('.', peers, witnessMs))) {
    return { kind: 'unreachable', error: describeNoResolver(request.query), document: null }
  }
  const elapsedMs = performance.now() - (firstAskedMs ?? startedMs)
  return { kind: 'unreachable', error: failure, document: null, elapsedMs }
}

/** Our own shortage is told before anything that another server said: that one would have had a say, too. */
function worseOf(before: ProbeError | null, error: ProbeError): ProbeError {
  return before !== null && ownCauseOf(before) !== null ? before : error
}

type Peer = { kind: 'peer' } & ServerPeer

/** Servers of the location stand there by the will of its operator; the one that a check names may be denied. */
async function findPeer(
  server: NameServer,
  { nameServer }: DnsRunConfig['request'],
  resolveName: ResolveName,
): Promise<Peer | { kind: 'failed'; error: ProbeError }> {
  const { host, port } = server
  if (isAddress(server) && (nameServer ?? '') === '') return { kind: 'peer', host, address: host, port }
  const found = await resolveName(host, isIPv6(host) ? 'IPv6' : 'IPv4')
  if (found.kind === 'resolved') return { kind: 'peer', host, address: found.address, port }
  if (found.error.code !== 'ERR_INVALID_IP_ADDRESS') return found
  // It has addresses of the other family only, and nobody said which one to use.
  const other = await resolveName(host, 'IPv6')
  return other.kind === 'resolved' ? { kind: 'peer', host, address: other.address, port } : other
}

async function ask(
  peer: ServerPeer,
  { request }: DnsRunConfig,
  times: { resendMs: readonly number[]; giveUpMs: number },
  signal: AbortSignal,
): Promise<QueryOutcome> {
  // Anew for each server: an id that one of them has seen is a secret no more.
  const query = encodeQuery(request.query, request.recordType)
  if (query === null) {
    const message = `"${request.query}" is not a name that DNS can carry`
    return { kind: 'failed', error: { code: 'EBADNAME', message } }
  }
  return request.protocol === 'UDP' ? askUdp(peer, query, times, signal) : askTcp(peer, query, times, signal)
}

function describe(
  { host, address, port }: ServerPeer,
  { reply, lookupMs }: Extract<QueryOutcome, { kind: 'reply' }>,
): DnsDocument {
  const nameServer: NameServerInfo = {
    ...(host === address ? {} : { name: host }),
    host: address,
    port,
  }
  return { nameServer, lookupMs, ...reply }
}

function ignore(): void {
  return undefined
}
