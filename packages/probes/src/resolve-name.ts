import { lookup as lookUpByOs, Resolver } from 'node:dns/promises'
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startDeadline } from './deadline.ts'
import { openHostsFile, type HostsFile } from './hosts-file.ts'

export type Resolution =
  /** `durationMs` is 0 for an IP literal. */
  | { kind: 'resolved'; address: string; family: IpFamily; durationMs: number }
  | { kind: 'failed'; error: ProbeError }

/** Exactly one address, the first. Never rejects. */
export type ResolveName = (hostname: string, family: IpFamily) => Promise<Resolution>

export type NameResolverOptions = {
  /** `address` or `address:port`; without it, the host's configured DNS servers. */
  servers?: readonly string[]
  /** getaddrinfo instead of DNS queries: whatever the operating system knows. */
  useOsResolver?: boolean
  hostsFile?: string
  /** For the whole lookup, whatever it takes. */
  timeoutMs?: number
}

type Lookup =
  | { kind: 'found'; address: string }
  /** The name exists, without an address of that family. */
  | { kind: 'no-address' }
  | { kind: 'no-name' }
  /** One of the two above: getaddrinfo does not tell them apart. */
  | { kind: 'nothing' }
  | { kind: 'no-answer' }

type Ask = (name: string, family: IpFamily) => Promise<Lookup>

export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const { timeoutMs = 5000, useOsResolver = false } = options
  const hosts = openHostsFile(options.hostsFile ?? '/etc/hosts')
  const ask = useOsResolver ? askOs : createDnsQuestion(options.servers, timeoutMs)

  const findInTime = async (name: string, family: IpFamily): Promise<{ address: string } | LookupCode> => {
    const { promise: timeUp, resolve } = Promise.withResolvers<Lookup>()
    const startedMs = performance.now()
    const deadline = startDeadline(timeoutMs, () => resolve({ kind: 'no-answer' }))
    const heldUpMs = (): number => performance.now() - startedMs - (timeoutMs - deadline.leftMs())
    const askAgain = askAgainWhenHeldUp(ask, { heldUpMs, leftMs: deadline.leftMs })
    const askInTime: Ask = (asked, askedFamily) => Promise.race([askAgain(asked, askedFamily), timeUp])
    return findRemotely(askInTime, hosts, name, family).finally(() => deadline.cancel())
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
    const answer = findLocally(hosts, name, family) ?? (await findInTime(name, family))
    if (typeof answer === 'object') {
      return { kind: 'resolved', address: answer.address, family, durationMs: performance.now() - startedMs }
    }
    const error = describe(answer, hostname, family)
    if (answer === 'ENOTFOUND') error.syscall = useOsResolver ? 'getaddrinfo' : querySyscall(family)
    return { kind: 'failed', error }
  }
}

/** More than what timers of a quiet thread are late by, all of a lookup together. */
const noticeableMs = 50

/**
 * The resolver library counts the time in which this thread was held up, and gives up before it looks at an answer
 * that came meanwhile. Such an end says nothing about the server, so it is asked again.
 */
function askAgainWhenHeldUp(ask: Ask, time: { heldUpMs(): number; leftMs(): number }): Ask {
  return async (name, family) => {
    for (;;) {
      const beforeMs = time.heldUpMs()
      const answer = await ask(name, family)
      if (answer.kind !== 'no-answer' || time.heldUpMs() - beforeMs <= noticeableMs) return answer
      if (time.leftMs() === 0) return answer
    }
  }
}

type LookupCode = 'ENOTFOUND' | 'ENODATA' | 'ERR_INVALID_IP_ADDRESS' | 'EAI_AGAIN'

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
  ask: Ask,
  hosts: HostsFile,
  name: string,
  family: IpFamily,
): Promise<{ address: string } | LookupCode> {
  const answer = await ask(name, family)
  if (answer.kind === 'found') return answer
  if (answer.kind === 'no-answer') return 'EAI_AGAIN'
  const other = family === 'IPv4' ? 'IPv6' : 'IPv4'
  if (hosts.find(name, other) !== null) return 'ERR_INVALID_IP_ADDRESS'
  if (answer.kind === 'no-name') return 'ENOTFOUND'
  const otherAnswer = await ask(name, other)
  // Without an answer about the other family, "no address of this family" is all that is known.
  if (otherAnswer.kind === 'found' || otherAnswer.kind === 'no-answer') return 'ERR_INVALID_IP_ADDRESS'
  return answer.kind === 'nothing' ? 'ENOTFOUND' : 'ENODATA'
}

/** Each question goes to the network: no cache between the probe and the servers. */
function createDnsQuestion(servers: readonly string[] | undefined, timeoutMs: number): Ask {
  const currentResolver = createResolverSource(servers, timeoutMs)
  return async (name, family) => {
    try {
      const resolver = currentResolver()
      const addresses = await (family === 'IPv4' ? resolver.resolve4(name) : resolver.resolve6(name))
      const address = addresses[0]
      return address === undefined ? { kind: 'no-address' } : { kind: 'found', address }
    } catch (error) {
      return { kind: classifyDnsFailure(codeOf(error)) }
    }
  }
}

/** The host's servers may change under a running agent: a laptop moves, a container's file is rewritten. */
function createResolverSource(servers: readonly string[] | undefined, timeoutMs: number): () => Resolver {
  const make = (): Resolver => {
    // Room for a second server, or a second try, within the time of the whole lookup.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs * 0.3), tries: 2 })
    if (servers) resolver.setServers(servers)
    return resolver
  }
  let resolver = make()
  if (servers) return () => resolver
  let changedMs = readChangeTime()
  let checkedMs = performance.now()
  return () => {
    const nowMs = performance.now()
    if (nowMs - checkedMs > 1000) {
      checkedMs = nowMs
      const nowChangedMs = readChangeTime()
      if (nowChangedMs !== changedMs) resolver = make()
      changedMs = nowChangedMs
    }
    return resolver
  }
}

function readChangeTime(): number {
  return statSync('/etc/resolv.conf', { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function classifyDnsFailure(code: string): 'no-address' | 'no-name' | 'no-answer' {
  if (code === 'ENODATA') return 'no-address'
  // A name that cannot be written in DNS exists nowhere.
  if (code === 'ENOTFOUND' || code === 'EBADNAME' || code === 'EBADQUERY') return 'no-name'
  return 'no-answer'
}

async function askOs(name: string, family: IpFamily): Promise<Lookup> {
  try {
    const { address } = await lookUpByOs(name, { family: family === 'IPv4' ? 4 : 6 })
    return { kind: 'found', address }
  } catch (error) {
    return { kind: codeOf(error) === 'EAI_AGAIN' ? 'no-answer' : 'nothing' }
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
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return /^[\x20-\x7e]*$/.test(name) ? name : domainToASCII(name) || name
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
