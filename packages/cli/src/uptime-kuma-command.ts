import { writeFileSync } from 'node:fs'
import { dataCenterLocations, dataCenterName } from '@sonde/schema/agents/location.ts'
import type { Command } from 'commander'
import { CliFailure } from './cli-failure.ts'
import type { CliIo } from './cli-io.ts'
import { sendConfiguration, tellImport } from './configuration-commands.ts'
import { addConnectionOptions, connect, misused } from './service-connection.ts'
import { thisServer } from './this-server.ts'
import { convertKuma } from '@sonde/schema/uptime-kuma/convert-kuma.ts'
import { NotKuma, readKumaDatabase } from './uptime-kuma/kuma-database.ts'
import { describeReport } from '@sonde/schema/uptime-kuma/kuma-report.ts'

type Options = { dryRun?: true; location?: string[]; privateLocation?: string[]; document?: string }

/** `sonde import-uptime-kuma`. */
export function addUptimeKumaCommand(program: Command, io: CliIo): void {
  const command = program
    .command('import-uptime-kuma')
    .description('Import monitors, notifications, status pages and maintenances of an Uptime Kuma database')
    .argument('<file>', 'its SQLite file, kuma.db; best a copy, or while it is stopped')
    .option('--dry-run', 'say what would be imported, and change nothing')
    .option('--location <code>', 'where the checks run from; may be repeated (default: this server)', collect)
    .option('--private-location <slug>', 'the same, by the slug of a private location', collect)
    .option('--document <file>', 'write the document that is imported, too: it holds secrets')
    .addHelpText('after', '\nExample:\n  npx sonde import-uptime-kuma kuma.db --dry-run\n')
  addConnectionOptions(command).action(async (file: string, options: Options) => {
    const { dryRun, location: locations = [], privateLocation: privateLocations = [], document } = options
    const unknown = locations.find((code) => dataCenterName(code) === null)
    if (unknown !== undefined) {
      return misused(command, `--location: ${unknown} is none of ${dataCenterLocations.join(', ')}`)
    }
    const data = readFile(file)
    const connection = await connect(command, io)
    const isChosen = locations.length + privateLocations.length > 0
    const { configuration, report } = convertKuma(data, {
      locations: isChosen ? locations : await thisServer(io, connection),
      privateLocations,
    })
    if (document !== undefined) writeDocument(document, `${JSON.stringify(configuration, null, 2)}\n`)
    const imported = await sendConfiguration(io, connection, configuration, { dryRun: dryRun === true })
    tellImport(imported, { io, hasItems: true })
    io.stdout.write(`\nFrom Uptime Kuma: ${describeReport(report)}`)
  })
}

function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value]
}

function readFile(file: string): ReturnType<typeof readKumaDatabase> {
  try {
    return readKumaDatabase(file)
  } catch (error) {
    if (error instanceof NotKuma) throw new CliFailure(error.message)
    throw error
  }
}

function writeDocument(file: string, content: string): void {
  try {
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CliFailure(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
