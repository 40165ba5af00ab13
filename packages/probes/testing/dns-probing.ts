import type { DnsCheckResult } from '@sonde/schema/check-types/dns/result.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { evaluateDns } from '@sonde/verdict/dns/evaluate.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { dnsConfig } from '@sonde/verdict/testing/dns-run.ts'
import { createDnsProbe, type DnsLimits } from '../src/dns/probe.ts'
import { type DnsResponder, type OnQuery, replyTo } from './dns-responder.ts'
import { probeContext } from './probe-context.ts'

/** Long enough for a busy machine; a test that waits for one of them sets it short. */
const patient: DnsLimits = { resendMs: [10_000], giveUpMs: 30_000, allServersMs: 60_000 }

type Config = NonNullable<Parameters<typeof dnsConfig>[0]>
type Given = Config & {
  limits?: Partial<DnsLimits>
  context?: Parameters<typeof probeContext>[0]
  systemServers?: () => readonly string[]
}

/** Asks these servers of the location, unless the request names one. */
export async function look(
  resolvers: readonly string[],
  { limits = {}, context = {}, systemServers = () => [], ...config }: Given = {},
): Promise<Evaluation<DnsCheckResult>> {
  const run = dnsConfig({ maxResponseTime: null, degradedResponseTime: null, ...config })
  const probe = createDnsProbe({ ...patient, ...limits }, systemServers)
  return evaluateDns(run, await probe(run, { ...probeContext(context), dnsResolvers: resolvers }))
}

/** Asks the one server that the check names. */
export function lookAt(
  { port }: Pick<DnsResponder, 'port'>,
  given: Given = {},
): Promise<Evaluation<DnsCheckResult>> {
  return look([], { ...given, request: { nameServer: '127.0.0.1', port, ...given.request } })
}

export function levelOf({ verdict }: Evaluation<DnsCheckResult>): Verdict {
  return verdict.kind
}

/** A server that knows nothing of any name, and is there. */
export const silentButForTheRoot: OnQuery = (query, say) => {
  if (query[12] === 0) say(replyTo(query))
}

export const errorOf = ({ detail }: Evaluation<DnsCheckResult>) => detail.response?.error
export const [servfail, nxdomain, refused] = [2, 3, 5]
