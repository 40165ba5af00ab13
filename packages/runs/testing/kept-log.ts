import type { Logger } from '@sonde/ground/logger.ts'

/** A logger that keeps what was said. */
export type KeptLog = Logger & { readonly warnings: string[]; readonly errors: string[] }

export function createKeptLog(): KeptLog {
  const warnings: string[] = []
  const errors: string[] = []
  return {
    warnings,
    errors,
    debug() {},
    info() {},
    warn: (_fields, message) => void warnings.push(message),
    error: (_fields, message) => void errors.push(message),
  }
}
