import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The first folder on the way to a file that other users may not enter; null: they can get there. */
export function closedFolder(path: string): string | null {
  const parent = dirname(path)
  const above = parent === path ? null : closedFolder(parent)
  if (above !== null) return above
  const { mode } = statSync(parent)
  return (mode & 0o001) === 0 ? parent : null
}
