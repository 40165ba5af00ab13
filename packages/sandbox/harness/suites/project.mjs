// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The two lines of Yarn have nothing but their name in common. @typedef {'npm' | 'pnpm' | 'yarn-1' | 'yarn-4' | 'bun'} PackageManager */
/** @typedef {{ manager: PackageManager, lockFile: string | null, installCommand: string }} Packages */

/** In the order in which they count. @type {readonly (readonly [string, PackageManager])[]} */
const lockFiles = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn-1'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/** @type {Readonly<Record<PackageManager, string>>} */
const installCommands = {
  npm: 'npm install --include=dev',
  pnpm: 'pnpm install',
  'yarn-1': 'yarn install',
  'yarn-4': 'yarn install',
  bun: 'bun install',
}

const mostFiles = 200_000
const longestFile = 64 * 2 ** 20

/** What is wrong with a project, for people. */
export class UnusableProject extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = 'UnusableProject'
  }
}

/**
 * By which package manager a project is installed: the one that it names, else the one of its lock file. They lie in the folder
 * that the suite runs in, or above it in that of the workspace.
 *
 * @param {{ root: string, workingDir: string }} project
 * @returns {Packages}
 */
export function findPackages({ root, workingDir }) {
  for (const folder of upwards(root, workingDir)) {
    const named = namedManager(folder)
    const [lockFile, ofLock] = lockFiles.find(([name]) => existsSync(join(folder, name))) ?? [null, null]
    const isNewYarn = named === null && ofLock === 'yarn-1' && isOfNewYarn(join(folder, 'yarn.lock'))
    const manager = isNewYarn ? 'yarn-4' : (named ?? ofLock)
    if (manager === null) continue
    if (lockFile === null && folder !== root) continue
    if (lockFile === null) break
    return {
      manager,
      lockFile: relative(root, join(folder, lockFile)),
      installCommand: installCommands[manager],
    }
  }
  const names = lockFiles.map(([name]) => name).join(', ')
  throw new UnusableProject(
    `The project needs a lock file (${names}): without one nobody knows what to install`,
  )
}

/** By its lock file: those of the first line have no metadata. @param {string} path */
function isOfNewYarn(path) {
  return /^__metadata:/m.test(readFileSync(path, 'utf8').slice(0, 10_000))
}

/** The folder itself, then those around it up to the root. @param {string} root @param {string} workingDir */
function upwards(root, workingDir) {
  const parts = workingDir.split('/').filter((part) => part !== '' && part !== '.')
  return [...parts.keys(), parts.length].map((count) => join(root, ...parts.slice(0, parts.length - count)))
}

/** @param {string} folder @returns {PackageManager | null} */
function namedManager(folder) {
  const { packageManager } = readManifest(join(folder, 'package.json')) ?? {}
  if (typeof packageManager !== 'string') return null
  const [name = '', version = ''] = packageManager.split('@')
  if (name === 'npm' || name === 'pnpm' || name === 'bun') return name
  if (name === 'yarn') return /^[01]\b/.test(version) ? 'yarn-1' : 'yarn-4'
  throw new UnusableProject(`package.json names a package manager that is not known: ${name.slice(0, 50)}`)
}

/**
 * The same for all projects that would install the same: lock files, settings of npm and manifests, these without their
 * version and with sorted keys.
 *
 * @param {string} root
 */
export function hashDependencies(root) {
  const hash = createHash('sha256')
  const lockNames = new Set(lockFiles.map(([name]) => name))
  let seen = 0

  /** @param {string} folder */
  function look(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted(byName)) {
      seen += 1
      if (seen > mostFiles) throw new UnusableProject(`The project has more than ${mostFiles} files`)
      const path = join(folder, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') look(path)
      else if (entry.isFile() && entry.name === 'package.json') add(path, canonicalManifest(path))
      else if (entry.isFile() && (lockNames.has(entry.name) || entry.name === '.npmrc'))
        add(path, readFileSync(path))
    }
  }

  /** @param {string} path @param {string | Buffer} content */
  function add(path, content) {
    hash.update(`${relative(root, path)}\0${Buffer.byteLength(content)}\0`).update(content)
  }

  look(root)
  return hash.digest('hex')
}

/** @param {{ name: string }} one @param {{ name: string }} other */
function byName(one, other) {
  return one.name < other.name ? -1 : 1
}

/** @param {string} path */
function canonicalManifest(path) {
  const manifest = readManifest(path)
  if (manifest === null) return readFileSync(path)
  const { version: _version, ...rest } = manifest
  return JSON.stringify(sorted(rest))
}

/** @param {unknown} value @returns {unknown} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([name, member]) => [name, sorted(member)])
}

/** Null for what is none. @param {string} path @returns {Record<string, unknown> | null} */
export function readManifest(path) {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status?.isFile() !== true || status.size > longestFile) return null
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/**
 * The version of the Playwright that a project has installed; null: it has none.
 *
 * @param {{ root: string, workingDir: string }} project
 */
export function installedPlaywright({ root, workingDir }) {
  for (const folder of upwards(root, workingDir))
    for (const name of ['@playwright/test', 'playwright']) {
      const path = join(folder, 'node_modules', name, 'package.json')
      try {
        // In stores of pnpm it is a link to where it lies.
        const { version } = JSON.parse(readFileSync(path, 'utf8'))
        if (typeof version === 'string') return { version, folder: join(folder, 'node_modules', name) }
      } catch {
        // Not there.
      }
    }
  return null
}
