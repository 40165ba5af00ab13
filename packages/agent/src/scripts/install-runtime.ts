import { spawn } from 'node:child_process'
import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const longestReason = 300

/** What an installation that was killed leaves behind is hundreds of megabytes. */
const abandonedAfterMs = 60 * 60 * 1_000
const stagingPrefix = '.installing-'

/** Where a runtime is put together, in the folder of the runtimes, before it has its name. */
export function stagingIn(root: string): string {
  return join(root, stagingPrefix)
}

/** Removes what installations have left behind that did not come to their end. */
export async function removeAbandoned(root: string): Promise<void> {
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
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
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
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
