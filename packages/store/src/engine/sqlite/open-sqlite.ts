import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenedEngine } from '../engine.ts'
import { StoreFailure, StoreUnavailable, describeError, errorCode } from '../failures.ts'
import { openSqliteEngine, sqliteFile } from './sqlite-engine.ts'
import { primarySqliteCode, sqliteResult } from './sqlite-errors.ts'

const setting = 'SONDE_DATA_DIR'
const smallestRoomBytes = 65_536

export async function openSqlite(dataDir: string): Promise<OpenedEngine> {
  const file = sqliteFile(dataDir)
  const explain = (error: unknown) => explainSqlite(file, error)
  try {
    return { engine: await openSqliteEngine(dataDir), setting, databaseName: `the database ${file}`, explain }
  } catch (error) {
    throw explain(error)
  }
}

export function explainSqlite(file: string, error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  const origin = error instanceof StoreUnavailable ? error.cause : error
  return new StoreFailure(setting, explanationOf(file, origin), error)
}

function explanationOf(file: string, error: unknown): string {
  const code = errorCode(error)
  const result = primarySqliteCode(error)
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || result === sqliteResult.full
  // SQLite reports a disk without room for the index of its log as an I/O error.
  if (isFull || (result === sqliteResult.ioError && !hasRoom(file))) {
    return `cannot write ${file}: the disk is full`
  }
  switch (result) {
    case sqliteResult.notADatabase:
      return `${file} is not a Sonde database: move it away or restore a backup`
    case sqliteResult.corrupt:
      return `${file} is damaged: restore a backup`
    case sqliteResult.busy:
      return `${file} is locked by another program: stop that program`
    case sqliteResult.readOnly:
    case sqliteResult.cannotOpen:
      return `cannot open ${file} for writing`
    default:
      return `cannot open ${file}: ${describeError(error)}`
  }
}

function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize >= smallestRoomBytes
}
