import { StoreUnavailable, describeError, sqliteErrorCode } from '../failures.ts'

export const sqliteResult = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const

/** Result codes that speak of the machine and not of the statement, with what to tell the operator. */
const machineTrouble: ReadonlyMap<number, string> = new Map([
  [3, 'no permission to use the database file'],
  [sqliteResult.busy, 'another program uses the database file'],
  [6, 'the database file is locked'],
  [7, 'out of memory'],
  [sqliteResult.readOnly, 'the database file is read-only'],
  [sqliteResult.ioError, 'the disk reports an error'],
  [sqliteResult.corrupt, 'the database file is damaged'],
  [sqliteResult.full, 'the disk is full'],
  [sqliteResult.cannotOpen, 'the database file cannot be opened'],
  [15, 'the locks of the database file do not work'],
  [22, 'the file system lacks a feature that the database needs'],
  [sqliteResult.notADatabase, 'the file is not a database'],
])

/** The result code without its details: every kind of I/O error is 10. */
export function primarySqliteCode(error: unknown): number | null {
  const code = sqliteErrorCode(error)
  return code === null ? null : code & 0xff
}

/** What to tell of an error that speaks of the machine; null for any other. */
export function sqliteTrouble(error: unknown): string | null {
  const code = primarySqliteCode(error)
  return code === null ? null : (machineTrouble.get(code) ?? null)
}

/** Turns trouble of the machine into `StoreUnavailable`; any other error is returned as it is. */
export function translateSqliteError(error: unknown): unknown {
  const explanation = sqliteTrouble(error)
  return explanation === null
    ? error
    : new StoreUnavailable(`${explanation} (SQLite: ${describeError(error)})`, error)
}
