import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BackupFailure } from './backup-failure.ts'

/** What the data folder holds of an installation: the database with its logs, keys and locks. */
const ownFile = /^(?:sonde\.db(?:-wal|-shm|-journal)?|encryption\.key.*|api-key|.*\.lock)$/i

/** Refuses a file that a backup must not be written over, even when it may replace one. */
export function requireBackupTarget(
  file: string,
  { dataDir, force }: { dataDir: string; force: boolean },
): void {
  if (isOwnFile(file, dataDir)) {
    throw new BackupFailure(`${file} belongs to the installation itself: choose another name`)
  }
  const present = lstatSync(file, { throwIfNoEntry: false })
  if (present === undefined) return
  if (!present.isFile()) {
    throw new BackupFailure(`${file} already exists and is not a regular file: choose another name`)
  }
  if (!force) throw new BackupFailure(`${file} already exists: choose another name or add --force`)
}

function isOwnFile(file: string, dataDir: string): boolean {
  if (!existsSync(dataDir)) return false
  const folder = realpathSync(dataDir)
  const own = readdirSync(folder).filter((name) => ownFile.test(name))
  const target = statSync(file, { throwIfNoEntry: false })
  // By another name too: a link to the database is the database.
  const isLinked =
    target !== undefined &&
    own.some((name) => {
      const each = statSync(join(folder, name), { throwIfNoEntry: false })
      return each !== undefined && each.dev === target.dev && each.ino === target.ino
    })
  if (isLinked) return true
  const parent = dirname(file)
  // Also one that is not there at this moment, as logs of a database are when nobody has it open.
  return ownFile.test(basename(file)) && existsSync(parent) && realpathSync(parent) === folder
}
