import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where programs for the administrator lie; ordinary users, and services, often do not look there. */
const administration = ['/usr/sbin', '/sbin']

/** Null: it is not installed. */
export function findProgram(name: string, searchPath?: string): string | null {
  const folders =
    searchPath === undefined
      ? [...(process.env['PATH'] ?? '').split(delimiter), ...administration]
      : searchPath.split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
