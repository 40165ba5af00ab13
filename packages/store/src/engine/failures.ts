/**
 * Something that the operator can mend before the program starts. The message is one line, begins with
 * the name of the setting and never shows a password or a key.
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
  readonly setting: string
  /** Whether it may pass by itself: the database is not there yet. */
  readonly isPassing: boolean

  constructor(
    setting: string,
    explanation: string,
    cause?: unknown,
    { isPassing = false }: { isPassing?: boolean } = {},
  ) {
    super(`${setting}: ${explanation.replace(/\s+/g, ' ')}`, cause === undefined ? undefined : { cause })
    this.setting = setting
    this.isPassing = isPassing
  }
}

/** The database is away, full or broken while the program serves. Nothing of the failed call was stored,
 * except that a connection lost in the middle of a PostgreSQL commit leaves its outcome unknown. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'

  constructor(explanation: string, cause?: unknown) {
    super(`the database is unavailable: ${explanation}`, cause === undefined ? undefined : { cause })
  }
}

/** The connection was lost, or the primary has moved: it is there again, or elsewhere, within seconds. */
export class ConnectionLost extends StoreUnavailable {
  override readonly name: string = 'ConnectionLost'
}

/** The connection was lost before the answer to a commit came: it may have been made. */
export class CommitUnknown extends ConnectionLost {
  override readonly name: string = 'CommitUnknown'
}

/** True when a row with the same unique value exists. On PostgreSQL the transaction is lost by then, so
 * let the error leave `write` and ask there. */
export function isUniqueViolation(error: unknown): boolean {
  const sqlite = sqliteErrorCode(error)
  return (
    sqlite === SQLITE_CONSTRAINT_UNIQUE ||
    sqlite === SQLITE_CONSTRAINT_PRIMARYKEY ||
    errorCode(error) === '23505'
  )
}

/** True when a row refers to a row that does not exist (any more). */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqliteErrorCode(error) === SQLITE_CONSTRAINT_FOREIGNKEY || errorCode(error) === '23503'
}

const SQLITE_CONSTRAINT_UNIQUE = 2067
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_FOREIGNKEY = 787

/** SQLite's extended result code, or null when the error is not SQLite's. */
export function sqliteErrorCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode : null
}

/** The code of a system error (ENOSPC) or of a PostgreSQL error (SQLSTATE), or null. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** One line of text for any thrown value. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message || errorCode(error) || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}

/** True when it speaks of the database, and not of what somebody did with its rows. */
export function isDatabaseError(error: unknown): boolean {
  if (error instanceof StoreUnavailable || sqliteErrorCode(error) !== null) return true
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(errorCode(error) ?? '')
}
