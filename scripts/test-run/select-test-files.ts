import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { roomsAbove } from '../import-direction.ts'
import type { TestFile } from './run-test-files.ts'

const patterns = ['packages/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts']

// Among the first lines of such a file, with the reason.
const ownProcessMark = /^\/\/ Own process: /m
const inTurnsMark = /^\/\/ In turns: /m

/** In how many runs by day every file that takes turns is tested once. */
const turns = 5

// They take minutes and more.
const nightlySuffix = '.nightly.test.ts'

/** `waiting`: files that take turns and whose turn is in another run. */
export type Selection = { files: TestFile[]; unknown: string[]; waiting: string[] }

/**
 * The test files that the names stand for, all when there is none: a room (`store`, `packages/store`) is itself and
 * those above it, any other folder is what it holds, a file is itself. Those for the night are tested then, or by their
 * name. Those that take turns are tested by night, by a name, and in every fifth run of everything, by its seed: with
 * five seeds in a row each had its turn. The longest come first, so that the end of the run is not a wait for one of them.
 */
export function selectTestFiles(
  root: string,
  names: readonly string[],
  { isNightly = false, seed = 0 }: { isNightly?: boolean; seed?: number } = {},
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
  const waiting = names.length === 0 && !isNightly ? waitingIn(root, everything, seed) : []
  for (const file of waiting) chosen.delete(file)
  const files = [...chosen].map((name) => {
    const path = join(root, name)
    return { path, name, needs: needsOf(path), ...(name.endsWith(nightlySuffix) && { isForNight: true }) }
  })
  const rankOf = (file: TestFile) => (isLong(file) ? `0 ${hashOf(file.name)}` : `1 ${file.name}`)
  return { files: files.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1)), unknown, waiting }
}

// Neighbours in a folder test neighbouring things: in the order of names each run has some of every folder.
function waitingIn(root: string, everything: readonly string[], seed: number): string[] {
  return everything
    .filter((name) => inTurnsMark.test(headOf(join(root, name))))
    .filter((_, index) => (index + seed) % turns !== 0)
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
  return ownProcessMark.test(headOf(path)) ? 'process' : 'nothing'
}

/** The comment that a file may begin with. */
function headOf(path: string): string {
  return /^(?:\/\/.*\n)*/.exec(readFileSync(path, 'utf8'))?.[0] ?? ''
}

function isLong({ name, needs }: TestFile): boolean {
  return needs !== 'nothing' || name.startsWith('e2e/')
}

// Long tests that lie beside each other do the same: several with a browser, or with the runner of somebody's tests, would
// wait at once for each other's processor time or for one installation, while those that wait for an agent come one by one.
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
