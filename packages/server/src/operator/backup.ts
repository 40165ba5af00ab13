import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeBackup } from '@sonde/store/backup/write-backup.ts'
import type { Command } from 'commander'
import { describeKeyHere } from './key-here.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { readOperatorSettings } from './operator-settings.ts'
import { createProgress, shownCount, shownSize } from './progress.ts'

type Options = { withKey?: true; force?: true }

export function addBackupCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('backup')
    .description('Back up the whole database to one file; works while the server is running')
    .argument('<file>', 'the file to write; it is never left incomplete')
    .option('--with-key', 'include the encryption key: anyone with the file can then read every secret')
    .option('--force', 'overwrite an existing file')
    .addHelpText('after', '\nExample:\n  npx sonde backup /backups/sonde-$(date +%F).zst\n')
    .action((file: string, options: Options) => backUp(resolve(file), options, deps))
}

async function backUp(file: string, { withKey, force }: Options, deps: OperatorDeps): Promise<void> {
  const settings = readOperatorSettings(deps.environment)
  const progress = createProgress(deps.stderr)
  const { rows, keyFingerprint, databaseName } = await writeBackup({
    ...settings,
    file,
    withKey: withKey === true,
    force: force === true,
    version: deps.version,
    clock: deps.clock,
    signal: deps.signal,
    onProgress: (rowCount) =>
      progress.tell(
        `backing up: ${shownCount(rowCount.rows)} rows, ${shownSize(rowCount.bytes)} before compression`,
      ),
  }).finally(progress.end)
  const size = shownSize(statSync(file).size)
  deps.stderr.write(`${file}: ${shownCount(rows)} rows, ${size}, from ${databaseName}\n`)
  deps.stderr.write(
    withKey === true
      ? `The backup includes the encryption key (fingerprint ${keyFingerprint}): protect the file like a password.\n`
      : `The backup does NOT include the encryption key (fingerprint ${keyFingerprint}). Without the key, the secrets in this backup cannot be read:\n${describeKeyHere(settings, keyFingerprint)}\n`,
  )
}
