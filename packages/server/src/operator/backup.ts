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
    .description('Write everything that the database has into one file, while the server runs')
    .argument('<file>', 'where to; it is complete or not there')
    .option('--with-key', 'put the encryption key into it: whoever has the file can then read every secret')
    .option('--force', 'replace the file if there is one')
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
        `backing up: ${shownCount(rowCount.rows)} rows, ${shownSize(rowCount.bytes)} before packing`,
      ),
  }).finally(progress.end)
  const size = shownSize(statSync(file).size)
  deps.stderr.write(`${file}: ${shownCount(rows)} rows, ${size}, from ${databaseName}\n`)
  deps.stderr.write(
    withKey === true
      ? `The encryption key (fingerprint ${keyFingerprint}) is in it: keep the file like a password.\n`
      : `The encryption key (fingerprint ${keyFingerprint}) is NOT in it. Without the key no secret of this backup can be read:\n${describeKeyHere(settings, keyFingerprint)}\n`,
  )
}
