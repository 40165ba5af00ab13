type LockEntry = { version?: string; optionalDependencies?: Record<string, string> }
export type PackageLock = { packages: Record<string, LockEntry> }

/**
 * The optional packages that a locked package names and the lock file lacks. npm writes such a lock file
 * without a word; a platform then misses its binary, or `npm ci` refuses the file.
 */
export function findMissingOptionals(lock: PackageLock): string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name, range]) => !isLocked(lock, path, name, range))
      .map(([name, range]) => `${path === '' ? 'package.json' : path} wants ${name}@${range}`),
  )
}

function isLocked(lock: PackageLock, path: string, name: string, range: string): boolean {
  const found = lookupFolders(path)
    .map((folder) => lock.packages[`${folder}node_modules/${name}`])
    .find((entry) => entry !== undefined)
  if (found === undefined) return false
  const isExact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(range)
  return !isExact || found.version === range
}

// Where Node looks for a package, nearest first: beside the package that asks, then in each folder above.
function lookupFolders(path: string): string[] {
  if (path === '') return ['']
  const parent = path.includes('node_modules/') ? path.slice(0, path.lastIndexOf('node_modules/')) : ''
  return [`${path}/`, ...lookupFolders(parent.replace(/\/$/, ''))]
}
