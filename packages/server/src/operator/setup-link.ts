import { randomBytes } from 'node:crypto'
import { operator } from '@sonde/actions/actor.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { hashSetupToken } from '@sonde/api/setup/claim-installation.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import { deleteUnusedSetupTokens, insertSetupToken } from '@sonde/store/installation/setup-tokens.ts'
import type { Command } from 'commander'
import { setupTokenMs } from '../first-start.ts'
import { shownAddress } from '../shown-address.ts'
import { chosenAccount, ownerOf } from './chosen-user.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { OperatorFailure } from './operator-failure.ts'
import { readOperatorSettings } from './operator-settings.ts'

type Options = { account?: string }

export function addSetupLinkCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('setup-link')
    .description("Create a one-time set-up link to set the owner's name, e-mail address and password")
    .option('--account <id>', 'the account (default: the first one)')
    .addHelpText(
      'after',
      `
The link works once, within 24 hours. Earlier links that were not used stop working. Only the link is written to
standard output. It starts with PUBLIC_URL, or with the HOST and PORT of the server.

Example:
  PUBLIC_URL=https://sonde.example.com npx sonde setup-link
`,
    )
    .action((options: Options) => makeSetupLink(options, deps))
}

async function makeSetupLink({ account: accountId }: Options, deps: OperatorDeps): Promise<void> {
  const settings = readOperatorSettings(deps.environment)
  if (settings.publicUrl === null && settings.port === 0) {
    throw new OperatorFailure(
      'PORT: 0 does not say on which port the server listens; set PUBLIC_URL or the actual port',
    )
  }
  const token = randomBytes(32).toString('hex')
  const createdAt = deps.clock.now()
  const expiresAt = createdAt + setupTokenMs
  const { email, databaseName } = await withInstallation(settings, async (installation) => ({
    databaseName: installation.databaseName,
    email: await installation.write(async (db) => {
      const account = await chosenAccount(db, accountId)
      const owner = await ownerOf(db, account)
      await deleteUnusedSetupTokens(db, account.id)
      const hash = hashSetupToken(token)
      await insertSetupToken(db, { hash, accountId: account.id, userId: owner.id, expiresAt, createdAt })
      await recordChange(db, operator(account.id, createdAt), {
        entityType: 'USER',
        entityId: owner.id,
        entityName: owner.email,
        before: {},
        after: { setupLinkUntil: new Date(expiresAt).toISOString() },
      })
      return owner.email
    }),
  }))
  deps.stdout.write(`${settings.publicUrl ?? shownAddress(null, settings)}/setup/${token}\n`)
  deps.stderr.write(
    `Set-up link for ${email}, in ${databaseName}. It works once, until ${new Date(expiresAt).toISOString()}.\n`,
  )
}
