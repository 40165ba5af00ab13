import { StoreUnavailable, describeError, errorCode } from './failures.ts'

/**
 * SQLSTATE classes that speak of the server and not of the statement: connection, resources, operator's
 * intervention, system error; and a transaction on a server that only reads.
 */
const serverTrouble = /^(?:08|53|57|58|25006$|XX)/
const networkTrouble = /^E[A-Z_]+$/
/** `pg` gives these errors no code. */
const clientTrouble =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed|Cannot use a pool after calling end/

/** Turns trouble of the server or the network into `StoreUnavailable`; other errors are returned as they are. */
export function translatePostgresError(error: unknown): unknown {
  const code = errorCode(error)
  const isTrouble =
    code === null
      ? clientTrouble.test(describeError(error))
      : serverTrouble.test(code) || networkTrouble.test(code)
  return isTrouble ? new StoreUnavailable(`PostgreSQL: ${describeError(error)}`, error) : error
}

/** Two transactions got in each other's way and this one was undone: it may be tried again. */
export function isTransactionConflict(error: unknown): boolean {
  const code = errorCode(error)
  return code === '40001' || code === '40P01'
}

/** Somebody else held a lock for longer than the transaction was to wait for it. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === '55P03'
}

/** Another program has been starting, and migrating, for longer than this one was to wait. */
export class StartTimeout extends Error {
  override readonly name = 'StartTimeout'

  constructor(cause: unknown) {
    super('another server is still migrating the database', { cause })
  }
}
