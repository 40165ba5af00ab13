import { ConnectionLost, StoreUnavailable, describeError, errorCode } from '../failures.ts'

/**
 * SQLSTATE classes that speak of the server and not of the statement: connection, resources, operator's
 * intervention, system error; and a transaction on a server that only reads.
 */
const serverTrouble = /^(?:08|53|57|58|25006$|XX)/
const networkTrouble = /^E[A-Z_]+$/
/** The server is being stopped or started, or only reads. */
const movedPrimary = /^(?:08|25006$|57P0[123]$)/
/** `pg` gives these errors no code. */
const clientTrouble =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|not queryable|Client was closed|Cannot use a pool after calling end/

/** Turns trouble of the server or the network into `StoreUnavailable`; other errors are returned as they are. */
export function translatePostgresError(error: unknown): unknown {
  const code = errorCode(error)
  const isTrouble =
    code === null
      ? clientTrouble.test(describeError(error))
      : serverTrouble.test(code) || networkTrouble.test(code)
  if (!isTrouble) return error
  const Kind = isPrimaryLost(error) ? ConnectionLost : StoreUnavailable
  return new Kind(`PostgreSQL: ${describeError(error)}`, error)
}

function isPrimaryLost(error: unknown): boolean {
  const code = errorCode(error)
  if (code === null) return /timeout expired|Connection terminated|not queryable/.test(describeError(error))
  return movedPrimary.test(code) || networkTrouble.test(code)
}

export function isReadOnly({ cause }: ConnectionLost): boolean {
  return errorCode(cause) === '25006'
}

/** An answer of the server says what became of a commit, unless it was stopped over it. */
export function isOutcomeUnknown({ cause }: StoreUnavailable): boolean {
  const code = errorCode(cause)
  return code === null || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || /^(?:08|57)/.test(code)
}

/** One of several hosts is not the primary. */
export class StandbyHost extends Error {
  override readonly name = 'StandbyHost'
  readonly code = '25006'

  constructor() {
    super('this host is a standby')
  }
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
