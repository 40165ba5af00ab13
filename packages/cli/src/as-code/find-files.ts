import { globSync, readdirSync, statSync } from 'node:fs'
import { extname, join, relative, resolve, sep } from 'node:path'
import { CliFailure } from '../cli-failure.ts'

const extensions = new Set(['.yaml', '.yml', '.json'])
const defaultFiles = ['sonde.yaml', 'sonde.yml', 'sonde.json']
const defaultFolder = 'sonde'

/** Those that the command names; without any, the usual one. */
export function filesToRead(named: readonly string[], folder: string): string[] {
  if (named.length > 0) return named.flatMap((name) => filesAt(resolve(folder, name), folder))
  const usual = defaultFiles.map((name) => join(folder, name)).find((file) => kindOf(file) === 'file')
  if (usual !== undefined) return [usual]
  if (kindOf(join(folder, defaultFolder)) === 'folder') return filesAt(join(folder, defaultFolder), folder)
  throw new CliFailure(
    `no project found: name files or folders, or create ${defaultFiles[0]} or a folder ${defaultFolder} here`,
  )
}

/** What a file includes: a file, a folder, or a pattern. Null if there is no such thing. */
export function includedFiles(
  pattern: string,
  { from, folder }: { from: string; folder: string },
): string[] | null {
  const path = resolve(from, pattern)
  if (kindOf(path) !== null) return filesAt(path, folder)
  const paths = globSync(pattern, { cwd: from }).map((match) => resolve(from, match))
  return paths.length === 0 ? null : paths.toSorted().flatMap((match) => filesAt(match, folder))
}

/** Every document in a folder counts: one that is left out by mistake would be deleted by the deploy. */
function filesAt(path: string, folder: string): string[] {
  const kind = kindOf(path)
  if (kind === null) throw new CliFailure(`cannot read ${shownPath(path, folder)}: no such file or folder`)
  if (kind === 'file') return [path]
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(path, file).split(sep).some(isLeftOut))
    .toSorted()
  if (files.length > 0) return files
  throw new CliFailure(`${shownPath(path, folder)} holds no YAML or JSON file`)
}

function isLeftOut(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.')
}

function kindOf(path: string): 'file' | 'folder' | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  return stats.isDirectory() ? 'folder' : 'file'
}

/** From where the command was called, if it lies below. */
export function shownPath(path: string, folder: string): string {
  const near = relative(folder, path)
  return near === '' || near.startsWith('..') ? path : near
}
