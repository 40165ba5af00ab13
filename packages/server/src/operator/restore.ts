import { resolve } from 'node:path'
import { text } from '@clack/prompts'
import { checkBackup } from '@sonde/store/backup/read-backup.ts'
import { restoreBackup } from '@sonde/store/backup/restore-backup.ts'
import type { Command } from 'commander'
import { askPerson } from './ask-person.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { OperatorFailure } from './operator-failure.ts'
import { readOperatorSettings } from './operator-settings.ts'
import { createProgress, shownCount } from './progress.ts'

type Options = { replace?: true; yes?: true }

const confirmation = 'replace'

export function addRestoreCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database, SQLite or PostgreSQL; the server must be stopped')
    .argument('<file>', 'a file written by `sonde backup`')
    .option('--replace', 'restore into a database that is not empty: all data in it is deleted')
    .option('--yes', 'with --replace: do not ask for confirmation')
    .addHelpText(
      'after',
      `
Examples:
  npx sonde restore /backups/sonde-2026-11-15.zst
  DATABASE_URL=postgres://sonde:secret@db.internal/sonde npx sonde restore /backups/sonde-2026-11-15.zst
`,
    )
    .action((file: string, options: Options) => restore(resolve(file), options, deps))
}

async function restore(file: string, options: Options, deps: OperatorDeps): Promise<void> {
  const settings = readOperatorSettings(deps.environment)
  const { signal } = deps
  const progress = createProgress(deps.stderr)
  const total = await checkBackup(file, {
    signal,
    onProgress: (rows) => progress.tell(`checking the file: ${shownCount(rows)} rows`),
  }).finally(progress.end)
  const { header, rows, keyWritten, databaseName } = await restoreBackup({
    ...settings,
    file,
    signal,
    mayReplace: (what) => mayReplace(what, options, deps),
    onProgress: (count) => progress.tell(`restoring: ${shownCount(count)} of ${shownCount(total.rows)} rows`),
  }).finally(progress.end)
  const lines = [
    `Restored ${shownCount(rows)} rows into ${databaseName}.`,
    `The backup is from ${header.createdAt} (Sonde ${header.version}, ${header.engine}).`,
    ...(keyWritten === null ? [] : [`The encryption key of the backup was written to ${keyWritten}.`]),
    'Start the server with the same settings. Changes made after the backup are not in it: make them again.',
    'Alerts that were waiting to be sent at the time of the backup are sent when the server starts.',
  ]
  deps.stderr.write(`${lines.join('\n')}\n`)
}

async function mayReplace(what: string, { replace, yes }: Options, deps: OperatorDeps): Promise<boolean> {
  if (replace !== true) {
    throw new OperatorFailure(`${what} is not empty; to delete all data in it, add --replace`)
  }
  if (yes === true) return true
  if (!deps.stdin.isTTY)
    throw new OperatorFailure(
      `${what} is not empty and there is no terminal to ask for confirmation: add --yes`,
    )
  const answer = await askPerson(deps, (signal) =>
    text({
      message: `All data in ${what} will be deleted. Type "${confirmation}" to continue:`,
      input: deps.stdin,
      output: deps.stderr,
      signal,
    }),
  )
  return answer === confirmation
}
