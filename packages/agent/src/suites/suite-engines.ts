import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '@sonde/sandbox/find-program.ts'
import { type Engine, engineTitle } from '@sonde/schema/check-types/suite/engines.ts'

/** An engine of this machine. */
export type InstalledEngine = {
  name: Engine['name']
  version: string
  /** The folders with its programs, for the path of commands. */
  path: readonly string[]
  /** What has to be readable inside. */
  readOnly: readonly string[]
}

export type EngineAnswer =
  | { kind: 'found'; engine: InstalledEngine }
  /** For people: what is wanted, and what there is. */
  | { kind: 'missing'; why: string }

export type SuiteEngines = { find(engine: Engine): Promise<EngineAnswer> }

const runFile = promisify(execFile)

/**
 * Finds engines: in the folder that the operator names (`node-24`, `bun-1.3`, as their archives are laid out), else the program of this
 * agent or of the system when that is of the line. Package managers come with them, or from the system.
 */
export function createSuiteEngines({
  enginesDir,
  searchPath,
}: {
  /** Null: there is none. */
  enginesDir: string | null
  searchPath?: string
}): SuiteEngines {
  async function candidatesFor({ name, line }: Engine): Promise<string[]> {
    const named = enginesDir === null ? [] : [join(enginesDir, `${name}-${line}`, 'bin', name)]
    const ofSystem = findProgram(name, searchPath)
    const own = name === 'node' ? [process.execPath] : []
    return [...named, ...own, ...(ofSystem === null ? [] : [ofSystem])].filter((path) => existsSync(path))
  }

  return {
    async find(engine) {
      const seen: string[] = []
      for (const candidate of await candidatesFor(engine)) {
        const program = await realpath(candidate)
        const version = await versionOf(program)
        if (version === null) continue
        if (version.startsWith(`${engine.line}.`))
          return { kind: 'found', engine: installed(engine, program, version) }
        seen.push(`${engine.name} ${version}`)
      }
      const available = seen.length === 0 ? 'none' : [...new Set(seen)].join(', ')
      return {
        kind: 'missing',
        why: `This suite needs ${engineTitle(engine)}, and this location has ${available}: install it on the agent (RUNTIMES_DIR), or choose another engine`,
      }
    },
  }
}

function installed({ name }: Engine, program: string, version: string): InstalledEngine {
  const folder = dirname(program)
  const managers = ['npm', 'npx', 'pnpm', 'yarn', 'bunx'].flatMap((tool) => {
    const found = existsSync(join(folder, tool)) ? null : findProgram(tool)
    return found === null ? [] : [dirname(found)]
  })
  const path = [...new Set([folder, ...managers])]
  return { name, version, path, readOnly: [...new Set([dirname(folder), ...path])] }
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
