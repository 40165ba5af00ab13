import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { roomsAbove } from '../import-direction.ts'
import type { TestFile } from './run-test-files.ts'

const patterns = ['packages/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts']

// The first line of such a file, with the reason.
const ownProcessMark = /^\/\/ Own process: /

// They take minutes and more.
const nightlySuffix = '.nightly.test.ts'

export type Selection = { files: TestFile[]; unknown: string[] }

/**
 * The test files that the names stand for, all when there is none: a room (`store`, `packages/store`) is itself and
 * those above it, any other folder is what it holds, a file is itself. Those for the night are tested then, or by their
 * name. The longest come first, so that the end of the run is not a wait for one of them.
 */
export function selectTestFiles(
  root: string,
  names: readonly string[],
  { isNightly = false }: { isNightly?: boolean } = {},
): Selection {
  const everything = globSync(patterns, { cwd: root, exclude: ['**/node_modules'] })
    .filter((file) => isNightly || !file.endsWith(nightlySuffix))
    .toSorted()
  const unknown: string[] = []
  const chosen = new Set(names.length === 0 ? everything : [])
  for (const name of names) {
    const found = filesOf(root, everything, name)
    if (found.length === 0) unknown.push(name)
    for (const file of found) chosen.add(file)
  }
  const files = [...chosen].map((name) => {
    const path = join(root, name)
    return { path, name, needs: needsOf(path), ...(name.endsWith(nightlySuffix) && { isForNight: true }) }
  })
  const rankOf = (file: TestFile) => (isLong(file) ? `0 ${hashOf(file.name)}` : `1 ${file.name}`)
  return { files: files.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1)), unknown }
}

function filesOf(root: string, everything: readonly string[], name: string): string[] {
  const room = name.replace(/^packages\//, '').replace(/\/$/, '')
  const above = roomsAbove(room)
  if (above !== null) {
    const folders = [room, ...above].map((each) => `packages/${each}/`)
    return everything.filter((file) => folders.some((folder) => file.startsWith(folder)))
  }
  const path = resolve(name)
  const kind = statSync(path, { throwIfNoEntry: false })
  const place = relative(root, path)
  if (kind?.isDirectory()) return everything.filter((file) => file.startsWith(`${place}/`))
  return kind?.isFile() ? [place] : []
}

function needsOf(path: string): TestFile['needs'] {
  if (path.endsWith('.alone.test.ts') || path.endsWith(nightlySuffix)) return 'machine'
  if (path.endsWith('.quiet.test.ts')) return 'quiet'
  return ownProcessMark.test(readFileSync(path, 'utf8')) ? 'process' : 'nothing'
}

function isLong({ name, needs }: TestFile): boolean {
  return needs !== 'nothing' || name.startsWith('e2e/')
}

// Long tests that lie beside each other do the same: several with a browser, or with the runner of somebody's tests, would
// wait at once for each other's processor time or for one installation, while those that wait for an agent come one by one.
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
