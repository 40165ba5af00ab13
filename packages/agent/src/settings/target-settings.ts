import { deniedRangeMistake } from '@sonde/probes/denied-targets.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { commaList } from './comma-list.ts'
import { parseHostPort } from './host-port.ts'

/** Settings that an agent has wherever it runs. Each mistake is added to `violations`. */

export function readResolvers(text: string | undefined, violations: Violation[]): string[] {
  const entries = commaList(text)
  for (const entry of entries.filter((item) => item !== 'system' && parseHostPort(item) === null)) {
    violations.push({ path: 'DNS_RESOLVERS', message: `"${entry}" is not host, host:port or system` })
  }
  return entries
}

export function readDenied(text: string | undefined, violations: Violation[]): string[] {
  const entries = commaList(text)
  for (const entry of entries) {
    const message = deniedRangeMistake(entry)
    if (message !== null) violations.push({ path: 'DENIED_TARGETS', message: `"${entry}" ${message}` })
  }
  return entries
}
