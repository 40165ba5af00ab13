import { isRecord } from '@sonde/ground/is-record.ts'
import type { DeployResult, ProjectDeploy } from '@sonde/schema/projects/project-deploy.ts'
import { projectJsonSchema, projectSchemaPath } from '@sonde/schema/projects/project-json-schema.ts'
import type { Command } from 'commander'
import { CliFailure, PendingChanges } from '../cli-failure.ts'
import type { CliIo } from '../cli-io.ts'
import { addConnectionOptions, ask, connect, type ServiceConnection } from '../service-connection.ts'
import { writeFile } from '../write-file.ts'
import { addChangeCommands } from './change-commands.ts'
import { canAsk, confirm } from './confirm.ts'
import { countDiff, hasChanges, tellDiff } from './describe-diff.ts'
import { tellDrift } from './drift-command.ts'
import { asResult, runDeployment } from './follow-deployment.ts'
import {
  deployBody,
  isJson,
  loadProject,
  placesOf,
  placingMistakes,
  type AsCodeOptions,
  type LoadedProject,
} from './load-project.ts'
import { addTestCommand } from './test-command.ts'

type DeployOptions = AsCodeOptions & {
  preview?: true
  dryRun?: true
  preserve?: true
  yes?: true
  runs: boolean
  drift?: true
}

const filesText =
  'files or folders, YAML or JSON (default: sonde.yaml, sonde.yml, sonde.json or the folder sonde)'
const exitCodes = `
Exit codes:
  0  done, or nothing to do
  1  something is wrong; nothing was changed
  2  wrong use of the command
  3  a preview has found changes
`

/** `sonde deploy`, `diff`, `destroy`, `test`, `rename`, `adopt`, `validate` and `schema`. */
export function addAsCodeCommands(program: Command, io: CliIo): void {
  const deploying = program
    .command('deploy')
    .description('Bring an account to the state that the files of a project describe')
    .argument('[files...]', filesText)
    .option('--preview', 'show what would change, without changing anything; exit code 3 if something would')
    .option('--dry-run', 'the same as --preview')
    .option('--preserve', 'keep what is no longer in the files, instead of deleting it')
    .option('--yes', 'delete without asking')
    .option('--no-runs', 'do not run new and changed checks once right away')
    .addHelpText(
      'after',
      `${exitCodes}\nExamples:\n  npx sonde deploy --preview\n  npx sonde deploy monitoring/ --yes\n`,
    )
  addProjectOptions(deploying).action(async (named: string[], options: DeployOptions) => {
    if (options.preview === true || options.dryRun === true)
      return await preview(deploying, io, named, options)
    await deploy(deploying, io, named, options)
  })

  const diffing = program
    .command('diff')
    .description('Show what a deploy would change, or what was changed by hand since the last one')
    .argument('[files...]', `${filesText}; not needed with --drift and --project`)
    .option('--preserve', 'as for a deploy that keeps what is no longer in the files')
    .option('--drift', 'only what was changed or deleted by hand since the last deploy')
    .addHelpText(
      'after',
      `${exitCodes}\nExamples:\n  npx sonde diff monitoring/\n  npx sonde diff --drift --project shop\n`,
    )
  addProjectOptions(diffing).action(async (named: string[], options: DeployOptions) => {
    if (options.drift !== true) return await preview(diffing, io, named, options)
    const project =
      options.project ?? loadProject(diffing, io, { named, options, isStrict: false }).project.logicalId
    const connection = await connect(diffing, io)
    await tellDrift(io, connection, { project, isJson: isJson(diffing, options) })
  })

  const destroying = program
    .command('destroy')
    .description('Delete a project and all that it owns')
    .argument('[files...]', `${filesText}; not needed with --project`)
    .option('--preserve', 'keep what it owns: it then belongs to no project')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  npx sonde destroy --project shop\n')
  addProjectOptions(destroying).action((named: string[], options: DeployOptions) =>
    destroy(destroying, io, named, options),
  )

  addTestCommand(program, io)
  addChangeCommands(program, io)

  const validating = program
    .command('validate')
    .description('Check the files of a project, without a server')
    .argument('[files...]', filesText)
    .option('--project <id>', 'logical id of the project, instead of the one in the files')
    .option('--json', 'print JSON')
    .option('--output <format>', 'text or json')
    .addHelpText('after', '\nExample:\n  npx sonde validate monitoring/\n')
    .action((named: string[], options: AsCodeOptions) => {
      const { project, files } = loadProject(validating, io, { named, options, isStrict: false })
      const { length } = files.items
      if (isJson(validating, options))
        io.stdout.write(`${JSON.stringify({ project, resources: length, mistakes: [] }, null, 2)}\n`)
      io.stderr.write(
        `${length} ${length === 1 ? 'resource' : 'resources'} of project "${project.logicalId}" ${length === 1 ? 'is' : 'are'} valid\n`,
      )
    })

  program
    .command('schema')
    .description(`Write the JSON Schema of project files, which servers publish at ${projectSchemaPath}`)
    .argument('[file]', 'the file to write (default: standard output)')
    .addHelpText('after', '\nExample:\n  npx sonde schema sonde.schema.json\n')
    .action((file: string | undefined) => {
      const text = `${JSON.stringify(projectJsonSchema(), null, 2)}\n`
      if (file === undefined) io.stdout.write(text)
      else writeFile(file, text, { isSecret: false })
    })
}

function addProjectOptions(command: Command): Command {
  return addConnectionOptions(
    command
      .option('--project <id>', 'logical id of the project, instead of the one in the files')
      .option('--json', 'print JSON')
      .option('--output <format>', 'text or json'),
  )
}

async function preview(command: Command, io: CliIo, named: string[], options: DeployOptions): Promise<void> {
  const loaded = loadProject(command, io, { named, options, isStrict: true })
  const connection = await connect(command, io)
  const body = await deployBody(io, connection, loaded)
  const result = await dryRun(io, connection, { body, loaded, options })
  tellResult(command, io, { result, options, loaded, isDone: false })
  if (hasChanges(countDiff(result.diff))) throw new PendingChanges()
}

async function deploy(command: Command, io: CliIo, named: string[], options: DeployOptions): Promise<void> {
  const loaded = loadProject(command, io, { named, options, isStrict: true })
  const connection = await connect(command, io)
  const body = await deployBody(io, connection, loaded)
  const { logicalId } = loaded.project
  if (options.yes !== true && options.preserve !== true) {
    const planned = await dryRun(io, connection, { body, loaded, options })
    await askBeforeDeleting(io, planned)
  }
  io.stderr.write(`deploying ${body.resources.length} resources of project "${logicalId}"\n`)
  const query = `?scheduleOnDeploy=${options.runs}&preserveResources=${options.preserve === true}`
  const { result, deploymentId } = await placingMistakes(io, loaded, () =>
    runDeployment(io, connection, { method: 'POST', path: `/v1/projects/deploy${query}`, body, logicalId }),
  )
  tellResult(command, io, { result, options, loaded, isDone: true, deploymentId })
  if (!isJson(command, options)) await tellPingAddresses(io, connection, { result, body })
}

async function destroy(command: Command, io: CliIo, named: string[], options: DeployOptions): Promise<void> {
  const logicalId =
    options.project ?? loadProject(command, io, { named, options, isStrict: false }).project.logicalId
  const connection = await connect(command, io)
  const path = `/v1/projects/${encodeURIComponent(logicalId)}?preserveResources=${options.preserve === true}`
  if (options.yes !== true) {
    const planned = asResult(await ask(io, connection, { method: 'DELETE', path: `${path}&dryRun=true` }))
    await askBeforeDeleting(io, planned)
  }
  const { result, deploymentId } = await runDeployment(io, connection, { method: 'DELETE', path, logicalId })
  if (result.project === null && result.diff.length === 0)
    io.stderr.write(`there is no project "${logicalId}" in the account\n`)
  tellResult(command, io, { result, options, loaded: null, isDone: true, deploymentId })
}

/** What is deleted takes its results with it. */
async function askBeforeDeleting(io: CliIo, { diff }: DeployResult): Promise<void> {
  const deleted = diff.filter(({ action }) => action === 'DELETE')
  if (deleted.length === 0) return
  for (const { type, logicalId } of deleted) io.stderr.write(`delete ${type} "${logicalId}"\n`)
  const [count, their] =
    deleted.length === 1 ? ['1 resource', 'its'] : [`${deleted.length} resources`, 'their']
  if (!canAsk(io)) {
    throw new CliFailure(
      `${count} would be deleted, with ${their} results; nothing was changed. Use --yes to delete, or --preserve to keep`,
    )
  }
  const isWanted = await confirm(io, `Delete ${count} with ${their} results?`)
  if (!isWanted) throw new CliFailure('nothing was changed')
}

async function dryRun(
  io: CliIo,
  connection: ServiceConnection,
  { body, loaded, options }: { body: ProjectDeploy; loaded: LoadedProject; options: DeployOptions },
): Promise<DeployResult> {
  const path = `/v1/projects/deploy?dryRun=true&preserveResources=${options.preserve === true}`
  return await placingMistakes(io, loaded, async () =>
    asResult(await ask(io, connection, { method: 'POST', path, body })),
  )
}

function tellResult(
  command: Command,
  io: CliIo,
  {
    result,
    options,
    loaded,
    isDone,
    deploymentId = null,
  }: {
    result: DeployResult
    options: DeployOptions
    loaded: LoadedProject | null
    isDone: boolean
    deploymentId?: string | null
  },
): void {
  if (isJson(command, options)) {
    const counts = countDiff(result.diff)
    io.stdout.write(`${JSON.stringify({ deploymentId, ...counts, ...result }, null, 2)}\n`)
    return
  }
  tellDiff(result, { io, placeOf: loaded === null ? () => null : placesOf(loaded.files), isDone })
}

/** A new heartbeat monitor is of no use before its job knows where to send its pings. */
async function tellPingAddresses(
  io: CliIo,
  connection: ServiceConnection,
  { result, body }: { result: DeployResult; body: ProjectDeploy },
): Promise<void> {
  const heartbeats = new Set(
    body.resources
      .filter(({ type, payload }) => type === 'check' && payload?.['checkType'] === 'HEARTBEAT')
      .map(({ logicalId }) => logicalId),
  )
  for (const { type, logicalId, physicalId, action } of result.diff) {
    if (action !== 'CREATE' || type !== 'check' || !heartbeats.has(logicalId)) continue
    const check = await ask(io, connection, { method: 'GET', path: `/v1/checks/${String(physicalId)}` })
    const heartbeat = isRecord(check) ? check['heartbeat'] : null
    const address = isRecord(heartbeat) ? heartbeat['pingUrl'] : null
    if (typeof address === 'string') io.stdout.write(`ping address of check "${logicalId}": ${address}\n`)
  }
}
