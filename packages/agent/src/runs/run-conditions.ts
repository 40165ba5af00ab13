import type { RunConditions } from '@sonde/probes/probe.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { UnreadableJob } from './execution.ts'

/** What a run was sent beside its configuration. */
export function conditionsOf(
  { context, isRequested = false }: RunAssignment,
  signal: AbortSignal,
): RunConditions {
  return {
    signal,
    isRequested,
    proxy: context === undefined || context.proxyUrl === null ? null : proxyOf(context.proxyUrl),
    clientCertificates: context?.clientCertificates ?? [],
  }
}

/** The address is never repeated: it may hold a password. */
function proxyOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '') return url
  throw new UnreadableJob('the proxy of its location is not an http:// or https:// address')
}
