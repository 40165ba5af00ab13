import { CANCELLED, Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parseHosts } from '@sonde/schema/agents/hosts-text.ts'
import type { Lookup } from './http-request.ts'

export type HostLookupOptions = {
  /** `address` or `address:port`; without it, the DNS servers that this machine is set up with. */
  servers?: readonly string[]
  hostsFile?: string
  resolvConf?: string
  /** For the whole lookup, whatever it takes. */
  timeoutMs?: number
}

/** Well within the time of a try, so that it can say that it was the DNS. */
const lookupMs = 6_000

/** How long the answer of one family waits for that of the other. */
const otherFamilyMs = 250

/**
 * Asks the DNS itself. The system's own lookup would hold a thread of a pool of four, for as long as the name
 * servers of one receiver are silent, and everybody else's lookups would wait behind it.
 */
export function createHostLookup(options: HostLookupOptions = {}): Lookup {
  const { hostsFile = '/etc/hosts', resolvConf = '/etc/resolv.conf', timeoutMs = lookupMs } = options
  const lookups = new Map<string, Promise<readonly string[]>>()

  async function find(host: string): Promise<readonly string[]> {
    const local = findLocally(host.replace(/\.$/, ''), hostsFile)
    if (local.length > 0) return local
    // One of its own: it can be cancelled, and it sees the servers that are set up now.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 4), tries: 2 })
    if (options.servers !== undefined) resolver.setServers(options.servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      return await askInTurn(resolver, host, namesToAsk(host, readIfThere(resolvConf)))
    } finally {
      clearTimeout(timer)
      resolver.cancel()
    }
  }

  return (host) => {
    const running = lookups.get(host)
    if (running !== undefined) return running
    const lookup = find(host).finally(() => lookups.delete(host))
    lookups.set(host, lookup)
    return lookup
  }
}

/** A name of this machine is never asked of a DNS server (RFC 6761), which might not know it. */
function findLocally(name: string, hostsFile: string): string[] {
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
  const addresses = parseHosts(readIfThere(hostsFile), isIP)
  return ['IPv4', 'IPv6'].flatMap((family) => addresses.get(`${family} ${name}`) ?? [])
}

/** A system need not have the file. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** With the domains that the system would try too: inside a cluster a receiver is often named without its own. */
function namesToAsk(host: string, resolvConf: string): string[] {
  if (host.endsWith('.')) return [host]
  const lines = resolvConf.split('\n').map((line) => line.trim().split(/\s+/))
  const [, ...domains] = lines.findLast(([word]) => word === 'search' || word === 'domain') ?? []
  const dots = lines.flat().findLast((word) => /^ndots:\d+$/.test(word))
  const isWhole = host.split('.').length - 1 >= Number(dots?.slice('ndots:'.length) ?? 1)
  const searched = domains.filter((domain) => domain !== '.').map((domain) => `${host}.${domain}`)
  return isWhole ? [host, ...searched] : [...searched, host]
}

async function askInTurn(resolver: Resolver, host: string, names: readonly string[]): Promise<string[]> {
  let unanswered: string | null = null
  for (const name of names) {
    const answer = await askBoth(resolver, name)
    if (answer.kind === 'found') return answer.addresses
    if (answer.kind === 'no-answer') unanswered = answer.code
    if (unanswered === CANCELLED) break
  }
  const why =
    unanswered === null
      ? 'there is no such name, or it has no address'
      : `no usable response from the DNS servers (${unanswered})`
  throw new Error(`DNS lookup of ${host} failed: ${why}`)
}

type Answer =
  | { kind: 'found'; addresses: string[] }
  | { kind: 'nothing' }
  | { kind: 'no-answer'; code: string }

async function askBoth(resolver: Resolver, name: string): Promise<Answer> {
  const questions = [ask(resolver.resolve4(name)), ask(resolver.resolve6(name))]
  const first = await Promise.race(questions)
  const enough: Answer = { kind: 'nothing' }
  const waited = first.kind === 'found' ? delay(otherFamilyMs, enough, { ref: false }) : null
  const answers = await Promise.all(
    questions.map((question) => (waited === null ? question : Promise.race([question, waited]))),
  )
  const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.addresses : []))
  if (addresses.length > 0) return { kind: 'found', addresses }
  return answers.find(({ kind }) => kind === 'no-answer') ?? { kind: 'nothing' }
}

/** A name that cannot be written in DNS exists nowhere. */
const nothingCodes: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME', 'EBADQUERY'])

async function ask(question: Promise<string[]>): Promise<Answer> {
  try {
    const addresses = await question
    return addresses.length === 0 ? { kind: 'nothing' } : { kind: 'found', addresses }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return nothingCodes.has(code) ? { kind: 'nothing' } : { kind: 'no-answer', code }
  }
}
