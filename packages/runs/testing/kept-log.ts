import type { Logger } from '@sonde/ground/logger.ts'

/** A logger that keeps what was said. */
export type KeptLog = Logger & Readonly<Record<'infos' | 'warnings' | 'errors', string[]>>

export function createKeptLog(): KeptLog {
  const infos: string[] = []
  const warnings: string[] = []
  const errors: string[] = []
  return {
    infos,
    warnings,
    errors,
    debug() {},
    info: (_fields, message) => void infos.push(message),
    warn: (_fields, message) => void warnings.push(message),
    error: (_fields, message) => void errors.push(message),
  }
}
