import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EnginePackages, PackageName } from './engine-packages.ts'
import { engineFolder, type InstalledEngine, type SuiteEngines } from './suite-engines.ts'

/** What commands of a stage find, and what has to be readable for that. */
export type StageTools = {
  /** Folders with programs. */
  path: readonly string[]
  /** Links that are made for the stage, by their names, and programs that do as others do. */
  links: Readonly<Record<string, string>>
  scripts: Readonly<Record<string, string>>
  readOnly: readonly string[]
}

export type SuiteTools = { install: StageTools; test: StageTools }

export type ToolsAnswer =
  | { kind: 'found'; tools: SuiteTools }
  /** For people. */
  | { kind: 'missing'; why: string }

/** `npx` is what test commands begin with, whatever else a project is installed by. */
const packagesOf: Readonly<Record<string, readonly PackageName[]>> = {
  npm: ['npm'],
  pnpm: ['pnpm', 'npm'],
  'yarn-1': ['yarn-1', 'npm'],
  'yarn-4': ['yarn-4', 'npm'],
  bun: ['npm'],
}

/** Package managers for the engine of a suite: those of the operator, or of our lock data. */
export function createSuiteTools({
  packages,
  engines,
}: {
  packages: Pick<EnginePackages, 'find'>
  engines: SuiteEngines
}) {
  return async function toolsFor(
    manager: string,
    {
      engine,
      node,
    }: { engine: InstalledEngine; /** Ours: package managers are programs for Node. */ node: string },
  ): Promise<ToolsAnswer> {
    const folders: string[] = []
    const wanted = packagesOf[manager] ?? ['npm']
    for (const answer of await Promise.all(wanted.map((name) => packages.find(name)))) {
      if (answer.kind === 'missing') return answer
      folders.push(answer.folder)
    }
    let bun = engine.name === 'bun' ? engine : null
    if (manager === 'bun' && bun === null) {
      const answer = await engines.find({ name: 'bun', line: '1.3' })
      if (answer.kind === 'missing') return answer
      bun = answer.engine
    }
    const programs = folders.map((folder) =>
      existsSync(join(folder, 'node_modules')) ? join(folder, 'node_modules', '.bin') : join(folder, 'bin'),
    )
    const bunFolders = bun === null ? [] : [dirname(bun.program)]
    const bunLinks: Record<string, string> = bun === null ? {} : { bunx: bun.program }
    const readOnly = [
      engineFolder(engine),
      dirname(dirname(node)),
      ...(bun === null ? [] : [engineFolder(bun)]),
      ...folders,
    ]
    if (engine.name === 'node') {
      const tools = {
        path: [dirname(engine.program), ...programs, ...bunFolders],
        links: bunLinks,
        scripts: {},
        readOnly,
      }
      return { kind: 'found', tools: { install: tools, test: tools } }
    }
    return {
      kind: 'found',
      tools: {
        install: {
          path: [...bunFolders, ...programs, dirname(node)],
          links: bunLinks,
          scripts: {},
          readOnly,
        },
        // Programs that ask for Node get Bun: it is what the suite has asked for.
        test: {
          path: [...bunFolders, ...programs],
          links: { ...bunLinks, node: engine.program },
          scripts: { npx: 'exec bunx "$@"' },
          readOnly,
        },
      },
    }
  }
}

export type FindSuiteTools = ReturnType<typeof createSuiteTools>
