import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { isRecord } from '@sonde/ground/is-record.ts'
import {
  configurationFormat,
  configurationLists,
  type Configuration,
  type ConfigurationImport,
} from '@sonde/schema/accounts/configuration.ts'
import { configurationKindWord } from '@sonde/schema/accounts/configuration-words.ts'
import type { Command } from 'commander'
import { writeAsCode } from './as-code/export-as-code.ts'
import { adoptExported, ownedResources, withoutForeign } from './as-code/owned-resources.ts'
import { CliFailure, InterruptedWrite, reasonOf } from './cli-failure.ts'
import type { CliIo } from './cli-io.ts'
import {
  addConnectionOptions,
  ask,
  connect,
  misused,
  ServiceRefusal,
  type ServiceConnection,
} from './service-connection.ts'
import { writeFile } from './write-file.ts'

const path = '/v1/accounts/me/configuration'
const standardStream = '-'

/** `sonde export` and `sonde import`. */
export function addConfigurationCommands(program: Command, io: CliIo): void {
  const exporting = program
    .command('export')
    .description('Export the configuration of an account as one JSON file; the server must be running')
    .argument('[file]', 'the file to write; - or none for standard output')
    .option('--with-secrets', 'include secrets and tokens: protect the file')
    .option('--as-code <folder>', 'write the files of a project instead, for `sonde deploy`')
    .option('--project <id>', 'with --as-code: the project that owns them from now on, by its logical id')
    .option('--no-adopt', 'with --project: write the files only')
    .addHelpText(
      'after',
      '\nExamples:\n  npx sonde export account.json\n  npx sonde export --as-code monitoring --project shop\n',
    )
  addConnectionOptions(exporting).action(async (given: string | undefined, options: ExportOptions) => {
    const file = given ?? standardStream
    const withSecrets = options.withSecrets === true
    const { asCode, project } = options
    if (asCode === undefined && project !== undefined)
      return misused(exporting, '--project: only with --as-code')
    if (asCode !== undefined && given !== undefined)
      return misused(exporting, `--as-code writes a folder: ${given} is one argument too many`)
    const connection = await connect(exporting, io)
    const document = await ask(io, connection, {
      method: 'GET',
      path: `${path}?includeSecrets=${withSecrets}`,
    })
    if (asCode !== undefined) {
      await exportAsCode(io, connection, asConfiguration(document), { ...options, asCode })
      return
    }
    writeDocument(file, `${JSON.stringify(document, null, 2)}\n`, { isSecret: withSecrets, io })
    const where = file === standardStream ? '' : ` to ${file}`
    io.stderr.write(`exported ${countItems(document)} items${where}\n`)
    if (!withSecrets) io.stderr.write('secrets are not included: export them with --with-secrets\n')
  })

  const importing = program
    .command('import')
    .description(
      'Import a configuration file into an account; nothing is deleted; the server must be running',
    )
    .argument('<file>', 'a file written by `sonde export`; - for standard input')
    .option('--dry-run', 'show what would change, without changing anything')
    .option('--json', 'print the full report')
    .addHelpText('after', '\nExample:\n  npx sonde import account.json --dry-run\n')
  addConnectionOptions(importing).action(async (file: string, options: { dryRun?: true; json?: true }) => {
    const [dryRun, json] = [options.dryRun === true, options.json === true]
    const document = await readDocument(file, io)
    const connection = await connect(importing, io)
    const report = await sendConfiguration(io, connection, document, { dryRun })
    if (json) io.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    tellImport(report, { io, hasItems: !json })
  })
}

type ExportOptions = { withSecrets?: true; asCode?: string; project?: string; adopt: boolean }

async function exportAsCode(
  io: CliIo,
  connection: ServiceConnection,
  document: Configuration,
  { asCode, project, adopt, withSecrets }: ExportOptions & { asCode: string },
): Promise<void> {
  const written = { folder: asCode, serverUrl: connection.url, isSecret: withSecrets === true }
  if (project === undefined) {
    writeAsCode(io, document, { ...written, logicalId: undefined, logicalIds: new Map() })
    return
  }
  const { logicalIds, foreign } = await ownedResources(io, connection, project)
  const { configuration, left } = withoutForeign(document, foreign)
  const items = writeAsCode(io, configuration, { ...written, logicalId: project, logicalIds })
  if (left > 0) io.stderr.write(`left out, because other projects own them: ${left}\n`)
  if (adopt) await adoptExported(io, connection, project, items)
}

/** Imports the document; a refusal is told line by line. */
export async function sendConfiguration(
  io: CliIo,
  connection: ServiceConnection,
  document: unknown,
  { dryRun }: { dryRun: boolean },
): Promise<ConfigurationImport> {
  io.stderr.write(`importing ${countItems(document)} items\n`)
  try {
    const asked = { method: 'POST', path: `${path}?dryRun=${dryRun}`, body: document } as const
    return asReport(await ask(io, connection, asked))
  } catch (error) {
    if (io.signal.aborted && !dryRun) {
      throw new InterruptedWrite(
        'interrupted; the server may have imported the file or not. Import it again: importing twice is safe',
      )
    }
    if (!(error instanceof ServiceRefusal) || error.mistakes.length === 0) throw error
    for (const mistake of error.mistakes) io.stderr.write(`  ${mistake}\n`)
    throw new CliFailure('the server rejected the file for the reasons above; nothing was imported')
  }
}

/** A dry run has created nothing: it says what it would do, as previews of deploys do. */
const plannedActions = { created: 'create', updated: 'update', skipped: 'skip' } as const

/** What has changed goes to the standard output, what is to be looked at to the other one. */
export function tellImport(
  report: ConfigurationImport,
  { io, hasItems }: { io: CliIo; hasItems: boolean },
): void {
  const { created, updated, unchanged, skipped, dryRun } = report
  if (hasItems) {
    for (const { kind, id, name, action, changes = [] } of report.items) {
      if (action === 'unchanged') continue
      const done = dryRun ? plannedActions[action] : action
      const named = [name === null ? null : JSON.stringify(name), id === null ? null : `(${id})`]
      const fields = changes.length === 0 ? '' : `: ${changes.join(', ')}`
      io.stdout.write(
        `${[done, configurationKindWord(kind), ...named].filter((part) => part !== null).join(' ')}${fields}\n`,
      )
    }
  }
  for (const warning of report.warnings) {
    const name = warning.name === null ? '' : ` (${warning.name})`
    io.stderr.write(`warning: ${warning.path}${name} ${warning.message}\n`)
  }
  const head = dryRun ? 'would be' : 'done'
  const skippedPart = skipped === 0 ? '' : `, ${skipped} skipped`
  io.stderr.write(`${head}: ${created} created, ${updated} updated, ${unchanged} unchanged${skippedPart}\n`)
}

/** The guarantee behind this cast: the answer of this route has this schema on every server of this version. */
function asReport(answer: unknown): ConfigurationImport {
  if (!isRecord(answer) || !Array.isArray(answer['items']) || !Array.isArray(answer['warnings'])) {
    throw new CliFailure('unexpected response: this server cannot import a configuration')
  }
  return answer as ConfigurationImport
}

/** The same for the export. */
function asConfiguration(answer: unknown): Configuration {
  if (!isRecord(answer) || answer['format'] !== configurationFormat) {
    throw new CliFailure('unexpected response: this server cannot export a configuration')
  }
  return answer as Configuration
}

function writeDocument(
  file: string,
  content: string,
  { isSecret, io }: { isSecret: boolean; io: CliIo },
): void {
  if (file === standardStream) io.stdout.write(content)
  else writeFile(file, content, { isSecret })
}

async function readDocument(file: string, io: CliIo): Promise<unknown> {
  const content = file === standardStream ? await text(io.stdin) : readText(file)
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new CliFailure(
      `${file === standardStream ? 'the standard input' : file} is not JSON: ${reasonOf(error)}`,
    )
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CliFailure(`cannot read ${file}: ${reasonOf(error)}`)
  }
}

/** As the report of an import counts: the account is a thing, too. */
function countItems(document: unknown): number {
  if (!isRecord(document)) return 0
  return configurationLists.reduce(
    (sum, list) => {
      const items: unknown = document[list]
      return sum + (Array.isArray(items) ? items.length : 0)
    },
    isRecord(document['account']) ? 1 : 0,
  )
}
