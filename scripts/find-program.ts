import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The full path of a program: from the newest of the given folders that has it, or else from PATH. */
export function findProgram(name: string, folderPatterns: readonly string[] = []): string | null {
  const versioned = folderPatterns.flatMap((pattern) => globSync(join(pattern, name)))
  versioned.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return [...versioned, ...onPath].find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
