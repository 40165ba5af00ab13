import { isRecord } from '@sonde/ground/is-record.ts'
import { notRunVerdict, type ExecutionResult } from './execution.ts'

const code = 'ERR_AGENT_OFFLINE'
const message = 'The agent had lost its network connection, so the target was not checked'

/**
 * Whether a lost network of ours could have made this result. `isNetworkError` also covers a target that
 * "should fail": unreachable for our own sake is no proof of that either.
 */
export function isDoubtful({ verdict, notRunCause, isLoopback = false }: ExecutionResult): boolean {
  if (notRunCause !== null || isLoopback) return false
  return verdict.kind === 'failed' || verdict.kind === 'degraded' || verdict.isNetworkError
}

/**
 * The same result without a verdict. What was measured stays in the detail, for whoever looks into it, and so does what must be
 * masked in it.
 */
export function asAgentOffline({ detail, files, secrets, maskDetail }: ExecutionResult): ExecutionResult {
  return {
    verdict: notRunVerdict(message),
    notRunCause: 'agent-offline',
    ...(files && { files }),
    ...(secrets && { secrets }),
    ...(maskDetail && { maskDetail: (scrubber) => offlineDetail(maskDetail(scrubber)) }),
    detail: offlineDetail(detail),
  }
}

function offlineDetail(detail: unknown): unknown {
  if (!isRecord(detail)) return null
  const response = isRecord(detail['response']) ? detail['response'] : {}
  return { ...detail, requestError: message, response: { ...response, error: { code, message } } }
}
