import { errorCode, StoreUnavailable } from './failures.ts'
import { sqliteTrouble } from './sqlite/sqlite-errors.ts'

/** Why the database is unavailable, in words that tell a stranger nothing of names, addresses and files. */
export function troubleWords({ cause }: StoreUnavailable): string {
  return sqliteTrouble(cause) ?? postgresTrouble(errorCode(cause))
}

/** The database has ended what took too long, and says nothing of itself. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof StoreUnavailable && errorCode(error.cause) === outOfTimeCode
}

const outOfTimeCode = '57014'

function postgresTrouble(code: string | null): string {
  if (code === null) return 'the database does not respond'
  if (code === '25006') return 'the database is read-only'
  if (code === '53100') return 'the disk of the database is full'
  if (code === outOfTimeCode) return 'the database does not finish a write'
  if (code.startsWith('53')) return 'the database has run out of a resource'
  if (code.startsWith('57')) return 'the database is being stopped or started'
  if (/^E[A-Z_]+$/.test(code) || code.startsWith('08')) return 'the database cannot be reached'
  return 'the database reports an error'
}
