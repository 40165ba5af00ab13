import type { ProbeError } from '@sonde/schema/runs/outcome.ts'

/**
 * Whether the target had a say in an error: neither what is denied here or cannot be sent, nor
 * trouble with a proxy, tells about it.
 */
export function wasTargetAsked({ code, phase }: ProbeError): boolean {
  return code !== 'EACCES' && code !== 'ERR_INVALID_HEADER' && phase !== 'proxy'
}
