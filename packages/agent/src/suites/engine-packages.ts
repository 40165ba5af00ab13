import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from '@sonde/ground/logger.ts'
import { findProgram } from '@sonde/sandbox/find-program.ts'
import { createDeadline } from '../scripts/deadline.ts'
import { installByNpm, installedFolder, installFolder, missingPackages } from '../scripts/install-runtime.ts'

/** What we bring lock data for: a folder of `engines` each. */
export type PackageName = `node-${'22' | '24' | '26'}` | 'bun-1.3' | 'npm' | 'pnpm' | 'yarn-1' | 'yarn-4'

export type PackageAnswer =
  | { kind: 'found'; folder: string }
  /** For people. */
  | { kind: 'missing'; why: string }

export type EnginePackages = {
  find(name: PackageName): Promise<PackageAnswer>
  close(): Promise<void>
}

const definitions = fileURLToPath(new URL('../../../../engines', import.meta.url))

/** Earlier releases have kept folders to which npm had brought nothing. */
async function isComplete(name: PackageName, folder: string): Promise<boolean> {
  return existsSync(folder) && (await missingPackages(join(definitions, name), folder)).length === 0
}

/**
 * Engines and package managers: in the folder that the operator names, else in that of the agent, where the one that is missing is
 * installed by npm with its lock file: once for all who wait for it, and again when somebody has removed it.
 */
export function createEnginePackages(deps: {
  /** `RUNTIMES_DIR`: a folder for each, by its name. */
  runtimesDir: string | null
  cacheFolder: string
  log: Logger
  /** How long a run waits for an installation. */
  waitMs: number
  install?: (definition: string, folder: string, signal: AbortSignal) => Promise<void>
  canInstall?: () => boolean
}): EnginePackages {
  const { runtimesDir, cacheFolder, log, waitMs, install = installByNpm } = deps
  const { canInstall = () => findProgram('npm') !== null } = deps
  const root = join(cacheFolder, 'engines')
  const installing = new Map<PackageName, Promise<PackageAnswer>>()
  const closing = new AbortController()

  async function installOnce(name: PackageName, folder: string): Promise<PackageAnswer> {
    const startedMs = performance.now()
    log.info({ engine: name, folder }, `installing ${name} for suites, by npm`)
    try {
      await installFolder({
        cacheFolder,
        root,
        folder,
        fill: (staging) => install(join(definitions, name), staging, closing.signal),
        isThere: () => isComplete(name, folder),
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const why = `${name} could not be installed (${reason}): let the agent reach the npm registry, or set RUNTIMES_DIR to a folder that holds it`
      if (!closing.signal.aborted) log.warn({ engine: name }, why)
      return { kind: 'missing', why }
    }
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    log.info({ engine: name }, `${name} is installed, after ${seconds} s`)
    return { kind: 'found', folder }
  }

  return {
    async find(name) {
      const named = runtimesDir === null ? null : join(runtimesDir, name)
      if (named !== null && existsSync(named)) return { kind: 'found', folder: await realpath(named) }
      const own = await installedFolder(root, name, join(definitions, name))
      if (await isComplete(name, own)) return { kind: 'found', folder: own }
      if (!canInstall())
        return {
          kind: 'missing',
          why: `${name} is not installed, and without npm the agent cannot install it: install npm, or set RUNTIMES_DIR to a folder that holds it`,
        }
      // Tried anew by the next run when it has failed.
      const known = installing.get(name) ?? installOnce(name, own).finally(() => installing.delete(name))
      installing.set(name, known)
      const answer = await createDeadline(waitMs).of(known)
      if (answer.kind === 'in-time') return answer.value
      return {
        kind: 'missing',
        why: `${name} is still being installed: later runs will have it, if the agent reaches the npm registry. Or set RUNTIMES_DIR to a folder that holds it`,
      }
    },
    async close() {
      closing.abort()
      await Promise.all(installing.values())
    },
  }
}
