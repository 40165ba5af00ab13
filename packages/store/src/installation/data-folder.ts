import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreFailure, describeError, errorCode } from '../engine/failures.ts'

const setting = 'SONDE_DATA_DIR'

/** Makes the folder, for its owner only, when it is missing. */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    if (!statSync(folder).isDirectory()) throw new StoreFailure(setting, `${folder} is not a folder`)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw error instanceof StoreFailure ? error : explainFolder(folder, error)
  }
}

/** One by one: Node's own `recursive` never ends where no folder can be made inside another, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another server that starts has made it.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

function explainFolder(folder: string, error: unknown): StoreFailure {
  switch (errorCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new StoreFailure(setting, `${folder} is not a folder`, error)
    case 'ENOENT':
      return new StoreFailure(setting, `cannot create ${folder}: no folder can be created there`, error)
    case 'ENOSPC':
    case 'EDQUOT':
      return new StoreFailure(setting, `cannot create ${folder}: the disk is full`, error)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StoreFailure(setting, `${folder} is not writable by this user`, error)
    default:
      return new StoreFailure(setting, `cannot use ${folder}: ${describeError(error)}`, error)
  }
}
