import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import { type DependencyCache, dependencyKey } from './dependency-cache.ts'
import { commandsOf, refusalOf, runStage, type StageDeps, type StageEnd } from './run-stage.ts'
import type { InstalledEngine } from './suite-engines.ts'
import type { SuiteTools, ToolsAnswer } from './suite-tools.ts'

export type PreparedProject =
  /** `key`: under which its packages are kept once the run has passed; null: they are, or are not to be. */
  | { kind: 'ready'; key: string | null; tools: SuiteTools }
  /** The packages that were kept could not be used: everything begins anew, without them. */
  | { kind: 'again' }
  /** For people: what is wrong with the project, or with its installation. */
  | { kind: 'failed'; why: string }
  /** Our own trouble: the sandbox, or what the location does not have. */
  | Extract<StageEnd, { kind: 'lost' }>
  | { kind: 'no-tools'; why: string }
  | { kind: 'cancelled' }

export type PrepareOrder = {
  suite: SuiteJob
  engine: InstalledEngine
  /** The package manager that the project names, or has the lock file of. */
  findTools(manager: string): Promise<ToolsAnswer>
  /** That its commands trust, too. */
  authorities: string
  /** Where the archive of the project is. */
  bundle: string
  variables: Readonly<Record<string, string>>
  /** Null: nothing is kept at this location. */
  cache: DependencyCache | null
  /** Whether packages that are kept may be used. */
  mayUseCache: boolean
}

/** Unpacks the project and installs its packages, or takes those of an earlier run. */
export async function prepareProject(stage: StageDeps, order: PrepareOrder): Promise<PreparedProject> {
  const { suite, engine, cache } = order
  const { limits, onLog } = stage
  const unpacked = await runStage(stage, {
    job: { stage: 'unpack', workingDir: suite.workingDir, limits: limits.unpacked },
    input: order.bundle,
    timeMs: limits.stageMs.unpack,
  })
  const refusal = refusalOf(unpacked)
  if (refusal !== null) return { kind: 'failed', why: refusal }
  if (unpacked.kind === 'cut')
    return { kind: 'failed', why: `The bundle could not be unpacked: ${unpacked.why}` }
  if (unpacked.kind !== 'exited') return unpacked
  const { project } = unpacked.messages
  if (unpacked.code !== 0 || project === null)
    return {
      kind: 'lost',
      cause: 'no-sandbox',
      why: `the bundle could not be unpacked (exit code ${unpacked.code})`,
    }
  const found = await order.findTools(project.manager)
  if (found.kind === 'missing') return { kind: 'no-tools', why: found.why }
  const { tools } = found
  const command = suite.installCommand === '' ? project.installCommand : suite.installCommand
  const key = dependencyKey({
    accountId: suite.accountId,
    // What the client has said of its project is not proof of what is in it.
    cacheHash: `${suite.cacheHash ?? ''} ${project.dependencies}`,
    installCommand: command,
    workingDir: suite.workingDir,
    engine: `${engine.name} ${engine.version}`,
    packageManager: project.manager,
  })
  if (cache !== null && suite.refreshesCache) await cache.invalidate(key)
  const kept = cache !== null && order.mayUseCache && !suite.refreshesCache ? await cache.find(key) : null
  if (kept !== null) return await restore(stage, kept, tools)
  onLog('INFO', `Installing: ${command}`)
  return await install(stage, order, { command, key: cache === null ? null : key, tools })
}

async function restore(stage: StageDeps, kept: string, tools: SuiteTools): Promise<PreparedProject> {
  const { limits, onLog } = stage
  const end = await runStage(stage, {
    job: { stage: 'restore', limits: limits.unpacked },
    input: kept,
    timeMs: limits.stageMs.unpack,
  })
  if (end.kind === 'cancelled' || end.kind === 'lost') return end
  if (end.kind === 'exited' && end.code === 0) {
    onLog('INFO', 'Dependencies are those of an earlier run: nothing is installed')
    return { kind: 'ready', key: null, tools }
  }
  onLog('WARN', 'The dependencies of an earlier run could not be used: they are installed anew')
  return { kind: 'again' }
}

async function install(
  stage: StageDeps,
  { suite, variables, authorities }: PrepareOrder,
  { command, key, tools }: { command: string; key: string | null; tools: SuiteTools },
): Promise<PreparedProject> {
  const { limits } = stage
  const end = await runStage(stage, {
    job: {
      stage: 'install',
      command,
      workingDir: suite.workingDir,
      variables,
      authorities,
      ...commandsOf(tools.install),
    },
    timeMs: limits.stageMs.install,
    readOnly: tools.install.readOnly,
  })
  if (end.kind === 'cancelled' || end.kind === 'lost') return end
  if (end.kind === 'cut') return { kind: 'failed', why: `The installation (${command}) failed: ${end.why}` }
  if (end.code !== 0)
    return {
      kind: 'failed',
      why: `The installation (${command}) failed: it ended with exit code ${end.code}`,
    }
  return { kind: 'ready', key, tools }
}
