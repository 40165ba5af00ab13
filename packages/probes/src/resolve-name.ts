import { lookup as lookUpByOs } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startDeadline } from './deadline.ts'
import type { ServerPeer } from './dns/query-outcome.ts'
import { splitServer } from './dns/name-servers.ts'
import { askServers, type ServersAnswer } from './dns-client/ask-servers.ts'
import { candidateNames, createResolverConfig, type ResolverConfig } from './dns-client/resolver-config.ts'
import { createResolverWitness, type ResolverWitness } from './dns-client/resolver-witness.ts'
import { openHostsFile, type HostsFile } from './hosts-file.ts'
import { describeNoResolver } from './own-shortage.ts'

export type Resolution =
  /** `durationMs` is 0 for an IP literal. */
  | { kind: 'resolved'; address: string; family: IpFamily; durationMs: number }
  | { kind: 'failed'; error: ProbeError }

/** Exactly one address, the first. Never rejects. */
export type ResolveName = (hostname: string, family: IpFamily) => Promise<Resolution>

export type NameResolverOptions = {
  /** `address` or `address:port`; without it, the host's configured DNS servers. */
  servers?: readonly string[]
  /** The same with the other rules of the host. */
  config?: () => ResolverConfig
  /** getaddrinfo instead of DNS queries: whatever the operating system knows. */
  useOsResolver?: boolean
  hostsFile?: string
  /** For the whole lookup, whatever it takes. */
  timeoutMs?: number
  witness?: ResolverWitness
}

type Lookup =
  | ServersAnswer
  /** One of no name and no address: getaddrinfo does not tell them apart. */
  | { kind: 'nothing' }

/** `leftMs`: of the time of the whole lookup. */
type Ask = (name: string, family: IpFamily, leftMs: () => number) => Promise<Lookup>

export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const { timeoutMs = 5000, useOsResolver = false } = options
  const hosts = openHostsFile(options.hostsFile ?? '/etc/hosts')
  const config = createConfigSource(options)
  const witness = options.witness ?? createResolverWitness()
  const ask = useOsResolver ? askOs : createDnsQuestion(config, witness)

  const find = async (name: string, family: IpFamily): Promise<{ address: string } | Failure> => {
    const time = startDeadline(timeoutMs, ignore)
    try {
      return await findRemotely((asked, ofFamily) => ask(asked, ofFamily, time.leftMs), hosts, name, family)
    } finally {
      time.cancel()
    }
  }

  const describeFailure = async (
    failure: Failure,
    hostname: string,
    family: IpFamily,
  ): Promise<ProbeError> => {
    if (typeof failure === 'object') return { ...failure.error, hostname }
    const name = toAsciiName(hostname).replace(/\.$/, '')
    if (failure === 'silence' && (await witness.isSilentAboutAll(name, peersOf(config().servers)))) {
      return describeNoResolver(hostname)
    }
    const code = failure === 'silence' ? 'EAI_AGAIN' : failure
    const error = describe(code, hostname, family)
    if (code === 'ENOTFOUND') error.syscall = useOsResolver ? 'getaddrinfo' : querySyscall(family)
    return error
  }

  return async (hostname, family) => {
    const literal = isIP(hostname)
    if (literal !== 0) {
      return literal === (family === 'IPv4' ? 4 : 6)
        ? { kind: 'resolved', address: hostname, family, durationMs: 0 }
        : { kind: 'failed', error: describe('ERR_INVALID_IP_ADDRESS', hostname, family) }
    }
    const startedMs = performance.now()
    const name = toAsciiName(hostname)
    const answer = findLocally(hosts, name.replace(/\.$/, ''), family) ?? (await find(name, family))
    return typeof answer === 'object' && 'address' in answer
      ? { kind: 'resolved', address: answer.address, family, durationMs: performance.now() - startedMs }
      : { kind: 'failed', error: await describeFailure(answer, hostname, family) }
  }
}

/** Tells whether the DNS servers of this machine say nothing at all at this moment, of whatever name. */
export function createResolverSilence(
  witness: ResolverWitness,
  config: () => ResolverConfig = createResolverConfig(),
): () => Promise<boolean> {
  return () => witness.isSilentAboutAll('', peersOf(config().servers))
}

type LookupCode = 'ENOTFOUND' | 'ENODATA' | 'ERR_INVALID_IP_ADDRESS' | 'EAI_AGAIN'

type Failure = LookupCode | 'silence' | { error: ProbeError }

/** A name of this machine is never asked of a DNS server (RFC 6761), which might not know it. */
function findLocally(hosts: HostsFile, name: string, family: IpFamily): { address: string } | null {
  if (name === 'localhost' || name.endsWith('.localhost')) {
    return { address: family === 'IPv4' ? '127.0.0.1' : '::1' }
  }
  const address = hosts.find(name, family)
  return address === null ? null : { address }
}

/** The other family is asked only to word the error, never to be used. */
async function findRemotely(
  ask: (name: string, family: IpFamily) => Promise<Lookup>,
  hosts: HostsFile,
  name: string,
  family: IpFamily,
): Promise<{ address: string } | Failure> {
  const answer = await ask(name, family)
  if (answer.kind === 'found') return { address: answer.address }
  if (answer.kind === 'short') return { error: answer.error }
  if (answer.kind === 'silence') return 'silence'
  if (answer.kind === 'no-use') return 'EAI_AGAIN'
  const other = family === 'IPv4' ? 'IPv6' : 'IPv4'
  if (hosts.find(name.replace(/\.$/, ''), other) !== null) return 'ERR_INVALID_IP_ADDRESS'
  if (answer.kind === 'no-name') return 'ENOTFOUND'
  const otherAnswer = await ask(name, other)
  if (otherAnswer.kind === 'no-address' || otherAnswer.kind === 'no-name' || otherAnswer.kind === 'nothing') {
    return answer.kind === 'nothing' ? 'ENOTFOUND' : 'ENODATA'
  }
  // Without an answer about the other family, "no address of this family" is all that is known.
  return 'ERR_INVALID_IP_ADDRESS'
}

function createConfigSource({ servers, config }: NameResolverOptions): () => ResolverConfig {
  if (servers !== undefined) return () => ({ servers, search: [], ndots: 1 })
  return config ?? createResolverConfig()
}

/** Each question goes to the network: no cache between the probe and the servers. */
function createDnsQuestion(config: () => ResolverConfig, witness: ResolverWitness): Ask {
  return async (name, family, leftMs) => {
    const { servers, ...rules } = config()
    const peers = peersOf(servers)
    let found: Lookup = { kind: 'no-name' }
    for (const candidate of candidateNames(name, rules)) {
      const answer = await askServers({ name: candidate, family }, peers, Math.max(1, leftMs()))
      if (answer.kind !== 'silence' && answer.kind !== 'short') witness.noteReply(candidate)
      // A server that says nothing about one name will not say more about a longer one.
      if (answer.kind === 'found' || answer.kind === 'silence' || answer.kind === 'short') return answer
      if (rank[answer.kind] > rank[found.kind]) found = answer
    }
    return found
  }
}

/** Of the names that were tried, that which tells most: a name that exists, then one that nobody could say anything of. */
const rank: Readonly<Record<Lookup['kind'], number>> = {
  found: 3,
  'no-address': 2,
  'no-use': 1,
  'no-name': 0,
  nothing: 0,
  silence: 0,
  short: 0,
}

function peersOf(servers: readonly string[]): ServerPeer[] {
  return servers.map(splitServer).map(({ host, port }) => ({ host, address: host, port }))
}

async function askOs(name: string, family: IpFamily, leftMs: () => number): Promise<Lookup> {
  const { promise: timeUp, resolve } = Promise.withResolvers<Lookup>()
  const deadline = startDeadline(Math.max(1, leftMs()), () => resolve({ kind: 'silence' }))
  const found = lookUpByOs(name, { family: family === 'IPv4' ? 4 : 6 })
  try {
    return await Promise.race([found.then(({ address }) => ({ kind: 'found' as const, address })), timeUp])
  } catch (error) {
    return { kind: codeOf(error) === 'EAI_AGAIN' ? 'silence' : 'nothing' }
  } finally {
    deadline.cancel()
  }
}

function describe(code: LookupCode, hostname: string, family: IpFamily): ProbeError {
  const messages: Record<LookupCode, string> = {
    ENOTFOUND: `DNS lookup for "${hostname}" failed: name does not exist`,
    ENODATA: `"${hostname}" has no IP address`,
    ERR_INVALID_IP_ADDRESS: `"${hostname}" has no ${family} address; check the IP family`,
    EAI_AGAIN: `DNS lookup for "${hostname}" failed: resolver gave no usable answer`,
  }
  return { code, message: messages[code], hostname }
}

function querySyscall(family: IpFamily): string {
  return family === 'IPv4' ? 'queryA' : 'queryAaaa'
}

/** Letters beyond ASCII as DNS writes them; others unchanged, since the URL rules would also rewrite numbers. */
function toAsciiName(hostname: string): string {
  const name = hostname.toLowerCase()
  return /^[\x20-\x7e]*$/.test(name) ? name : domainToASCII(name) || name
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function ignore(): void {
  return undefined
}
