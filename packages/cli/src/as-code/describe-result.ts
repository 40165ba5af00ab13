import { printable } from '@sonde/ground/printable.ts'
import type { TestSessionResultEntry } from '@sonde/schema/projects/test-session.ts'

/** One line for a terminal: the reason may be in the words of the target. */
export function describeResult({
  status,
  logicalId,
  name,
  responseTime,
  reason,
  hasErrors,
  isDegraded,
}: Pick<
  TestSessionResultEntry,
  'status' | 'logicalId' | 'name' | 'responseTime' | 'reason' | 'hasErrors' | 'isDegraded'
>): string {
  const word =
    status === 'FAILED' && hasErrors
      ? 'not run'
      : status === 'PASSED' && isDegraded
        ? 'degraded'
        : status.toLowerCase()
  const time = responseTime === null ? '' : ` (${Math.round(responseTime)} ms)`
  return printable(`${word} check "${logicalId ?? name}"${time}${reason === null ? '' : `: ${reason}`}`)
}
