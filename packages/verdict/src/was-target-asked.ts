import type { ProbeError } from '@sonde/schema/runs/outcome.ts'

/** Whether the target had a say in an error: neither what is denied here nor trouble with a proxy tells about it. */
export function wasTargetAsked({ code, phase }: ProbeError): boolean {
  return code !== 'EACCES' && phase !== 'proxy'
}
