import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { closedFolder } from '@sonde/sandbox/closed-folder.ts'
import { type Engine, engineTitle } from '@sonde/schema/check-types/suite/engines.ts'
import type { EnginePackages } from './engine-packages.ts'

/** An engine of this machine. */
export type InstalledEngine = {
  name: Engine['name']
  version: string
  /** Where it really lies, and nothing else that anybody could run. */
  program: string
}

export type EngineAnswer =
  | { kind: 'found'; engine: InstalledEngine }
  /** For people: what is wanted, and what there is. */
  | { kind: 'missing'; why: string }

export type SuiteEngines = { find(engine: Engine): Promise<EngineAnswer> }

const runFile = promisify(execFile)

/** Finds engines: the Node of this agent when it is of the line and the operator names no other, else the one of its package. */
export function createSuiteEngines({
  packages,
  runtimesDir,
  hasOtherUsers,
}: {
  packages: Pick<EnginePackages, 'find'>
  /** `RUNTIMES_DIR`: what lies there counts first. */
  runtimesDir: string | null
  /** Whether suites run as other users than the agent, who must get to the program. */
  hasOtherUsers: boolean
}): SuiteEngines {
  const canBeReached = (program: string) => !hasOtherUsers || closedFolder(program) === null

  function ownNode({ name, line }: Engine): string | null {
    if (name !== 'node' || !process.version.startsWith(`v${line}.`)) return null
    if (runtimesDir !== null && existsSync(join(runtimesDir, `${name}-${line}`))) return null
    return canBeReached(process.execPath) ? process.execPath : null
  }

  async function inPackage(engine: Engine): Promise<{ program: string } | { why: string }> {
    const { name, line } = engine
    const answer = await packages.find(name === 'node' ? `node-${line}` : `bun-${line}`)
    if (answer.kind === 'missing') return answer
    const program = await programIn(answer.folder, name)
    if (program === null) return { why: `${answer.folder} holds no ${name} for this platform` }
    const closed = hasOtherUsers ? closedFolder(program) : null
    if (closed === null) return { program }
    return { why: `suites run as other users, who may not enter ${closed} (chmod o+x)` }
  }

  return {
    async find(engine) {
      const own = ownNode(engine)
      const found = own === null ? await inPackage(engine) : { program: own }
      const missing = (why: string) => ({
        kind: 'missing' as const,
        why: `This suite needs ${engineTitle(engine)}, and this location has Node ${process.versions.node}: ${why}`,
      })
      if ('why' in found) return missing(found.why)
      const program = await realpath(found.program)
      const version = await versionOf(program)
      if (version === null || !version.startsWith(`${engine.line}.`))
        return missing(`${program} is ${version ?? 'no program that says its version'}`)
      return { kind: 'found', engine: { name: engine.name, version, program } }
    },
  }
}

/** As archives of engines are laid out, or in the one package of the platform that npm has chosen. */
async function programIn(folder: string, name: Engine['name']): Promise<string | null> {
  const packages = join(folder, 'node_modules')
  const names = existsSync(packages) ? await readdir(packages) : []
  const scoped = existsSync(join(packages, '@oven')) ? await readdir(join(packages, '@oven')) : []
  const candidates = [
    join(folder, 'bin', name),
    ...[...names, ...scoped.map((own) => `@oven/${own}`)].map((own) => join(packages, own, 'bin', name)),
  ]
  return candidates.find((path) => existsSync(path)) ?? null
}

/** The folder that holds all of an engine. */
export function engineFolder({ program }: InstalledEngine): string {
  return dirname(dirname(program))
}

async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout } = await runFile(program, ['--version'], {
      env: {},
      timeout: 20_000,
      killSignal: 'SIGKILL',
    })
    return /^v?(\d+(?:\.\d+)+)/.exec(stdout.trim())?.[1] ?? null
  } catch {
    return null
  }
}
