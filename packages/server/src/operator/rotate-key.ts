import { resolve } from 'node:path'
import { operator } from '@sonde/actions/actor.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { listAccounts } from '@sonde/store/accounts/accounts.ts'
import { type Rotation, rotateKey } from '@sonde/store/installation/rotate-key.ts'
import type { Command } from 'commander'
import type { OperatorDeps } from './operator-deps.ts'
import { UsageFailure } from './operator-failure.ts'
import { readOperatorSettings } from './operator-settings.ts'
import { createProgress, shownCount } from './progress.ts'

type Options = { newKeyFile?: string }

export function addRotateKeyCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('rotate-key')
    .description('Encrypt all secrets with a new key; all servers must be stopped')
    .option(
      '--new-key-file <file>',
      'only if the key comes from SONDE_ENCRYPTION_KEY: the file for the new key; it may exist already',
    )
    .addHelpText(
      'after',
      `
Examples:
  npx sonde rotate-key
  SONDE_ENCRYPTION_KEY=… npx sonde rotate-key --new-key-file /run/secrets/sonde-key.new
`,
    )
    .action((options: Options) => rotate(options, deps))
}

async function rotate({ newKeyFile }: Options, deps: OperatorDeps): Promise<void> {
  const settings = readOperatorSettings(deps.environment)
  const isGiven = settings.encryptionKey !== null
  if (isGiven && newKeyFile === undefined) {
    throw new UsageFailure(
      'the key comes from SONDE_ENCRYPTION_KEY: name the file for the new key with --new-key-file',
    )
  }
  if (!isGiven && newKeyFile !== undefined) {
    throw new UsageFailure(
      '--new-key-file works only if the key comes from SONDE_ENCRYPTION_KEY; this installation has a key file',
    )
  }
  const progress = createProgress(deps.stderr)
  const rotation = await rotateKey({
    ...settings,
    clock: deps.clock,
    newKeyFile: newKeyFile === undefined ? null : resolve(newKeyFile),
    signal: deps.signal,
    onStep: (step) => progress.tell(step),
    async record(db, { former, next }) {
      for (const { id } of await listAccounts(db)) {
        await recordChange(db, operator(id, deps.clock.now()), {
          entityType: 'ENCRYPTION_KEY',
          entityId: next,
          entityName: null,
          before: { fingerprint: former },
          after: { fingerprint: next },
        })
      }
    },
  }).finally(progress.end)
  deps.stderr.write(describeRotation(rotation))
}

function describeRotation({ texts, databaseName, former, next, keyFile, formerKeyFile }: Rotation): string {
  const lines = [
    `${shownCount(texts)} secrets of ${databaseName} are encrypted with the new key (fingerprint ${next}) in ${keyFile}.`,
  ]
  if (formerKeyFile === null) {
    lines.push(
      'Set SONDE_ENCRYPTION_KEY to the new key on every server before you start any of them.',
      `Keep the old key (fingerprint ${former}) as long as you keep backups that were made with it.`,
    )
  } else {
    lines.push(
      'If other servers have a copy of the key file, replace it there before you start them.',
      `The old key is ${formerKeyFile}: older backups need it. Delete it when you have no such backups left.`,
    )
  }
  lines.push('Back up the new key now, separate from the database.')
  return `${lines.join('\n')}\n`
}
