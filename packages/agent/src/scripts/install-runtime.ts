import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isRecord } from '@sonde/ground/is-record.ts'
import { startedChild } from '@sonde/sandbox/started-child.ts'
import { openFolders } from './open-folder.ts'

const longestReason = 300
const runFile = promisify(execFile)

/** What an installation that was killed leaves behind is hundreds of megabytes. */
const abandonedAfterMs = 60 * 60 * 1_000
const stagingPrefix = '.installing-'

/**
 * Where what a lock file says is installed. It changes with our releases: what was installed for an earlier one lies elsewhere, and
 * stays for who uses it.
 */
export async function installedFolder(root: string, name: string, definition: string): Promise<string> {
  const lock = await readFile(join(definition, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  return join(root, `${name}-${hash}`)
}

/** Puts a folder together beside the others, and gives it its name when it is complete. */
export async function installFolder({
  cacheFolder,
  root,
  folder,
  fill,
  isThere,
}: {
  cacheFolder: string
  root: string
  folder: string
  fill(staging: string): Promise<void>
  isThere(): Promise<boolean>
}): Promise<void> {
  await openFolders(cacheFolder, root)
  await removeAbandoned(root)
  const staging = await mkdtemp(join(root, stagingPrefix))
  try {
    await fill(staging)
    // Sandboxes may have user ids of their own.
    await chmod(staging, 0o755)
    // Another agent of this machine may have been quicker.
    if (await isThere()) return
    // Somebody has removed a part of it.
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder).catch(async (error: unknown) => {
      if (!(await isThere())) throw error
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Removes what installations have left behind that did not come to their end. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(stagingPrefix)) continue
    const folder = join(root, name)
    // Another agent of this machine may be at it, or remove it at this moment.
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true })
  }
}

// A registry that cannot be reached is told to the run that waits, and the next run tries anew: npm itself would go on for minutes.
const quickRetries = '--fetch-retries=1 --fetch-retry-mintimeout=1000'

/** By the configuration of npm that this machine has; the lock file says what may come. */
export async function installByNpm(definition: string, folder: string, signal: AbortSignal): Promise<void> {
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(join(definition, name), join(folder, name))
  // Whoever scripts run as can read it, whatever the agent's own files are like.
  const command = `umask 022 && exec npm ci --ignore-scripts --no-audit --no-fund --loglevel=error ${quickRetries}`
  signal.throwIfAborted()
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Before that there are no pipes: one for which there were no descriptors has none at all.
  await startedChild(child)
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  let reason = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (reason.length < longestReason) reason += text
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (code !== 0) throw new Error(`npm ended with ${code}: ${reason.trim().slice(0, longestReason)}`)
    const [missing] = await missingPackages(definition, folder)
    if (missing !== undefined)
      throw new Error(`npm could not download ${missing} from ${await registryOf(missing, folder)}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Packages for this platform that are not there, with their versions. In a lock file for every platform they are optional, and of what is
 * optional npm does not say that it could not be had.
 */
export async function missingPackages(definition: string, folder: string): Promise<string[]> {
  const lock: unknown = JSON.parse(await readFile(join(definition, 'package-lock.json'), 'utf8'))
  const locked = isRecord(lock) && isRecord(lock['packages']) ? lock['packages'] : {}
  const root = locked['']
  const optional =
    isRecord(root) && isRecord(root['optionalDependencies']) ? root['optionalDependencies'] : {}
  return Object.entries(optional).flatMap(([name, version]) => {
    const entry = locked[`node_modules/${name}`]
    const isOurs =
      isRecord(entry) && names(entry['os'], process.platform) && names(entry['cpu'], process.arch)
    return isOurs && !existsSync(join(folder, 'node_modules', name)) ? [`${name}@${String(version)}`] : []
  })
}

function names(field: unknown, own: string): boolean {
  return field === undefined || field === own || (Array.isArray(field) && field.includes(own))
}

/** Where npm asks for a package. One whose address holds a password it does not tell. */
async function registryOf(name: string, folder: string): Promise<string> {
  const scope = /^@[^/]+/.exec(name)?.[0]
  for (const setting of [...(scope === undefined ? [] : [`${scope}:registry`]), 'registry']) {
    const told = await runFile('npm', ['config', 'get', setting], { cwd: folder, timeout: 20_000 }).catch(
      () => null,
    )
    const url = URL.parse(told?.stdout.trim() ?? '')
    if (url !== null) return url.origin + url.pathname
  }
  return 'its registry'
}
