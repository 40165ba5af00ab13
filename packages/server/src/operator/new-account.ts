import { randomUUIDv7 } from 'node:crypto'
import { openAccount } from '@sonde/actions/accounts/open-account.ts'
import { operator } from '@sonde/actions/actor.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { AccountCreate } from '@sonde/schema/accounts/account.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import type { Command } from 'commander'
import { chosenAccount, ownerOf, userByEmail } from './chosen-user.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { UsageFailure } from './operator-failure.ts'
import { readOperatorSettings } from './operator-settings.ts'

export function addNewAccountCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('new-account')
    .description('Create another account and print its id; works while the server is running')
    .argument('<name>', 'name of the account')
    .option('--owner <email>', 'the user who owns it (default: the owner of the first account)')
    .addHelpText(
      'after',
      `
Only the id is written to standard output.

Example:
  npx sonde new-account "Side project" --owner ada@example.com
`,
    )
    .action((name: string, options: { owner?: string }) => makeAccount(name, options, deps))
}

async function makeAccount(name: string, options: { owner?: string }, deps: OperatorDeps): Promise<void> {
  const [mistake] = createValidator().compile(AccountCreate, { complete: true })({ name })
  if (mistake !== undefined) throw new UsageFailure(`the name ${mistake.message}`)
  const now = deps.clock.now()
  const account = { id: randomUUIDv7(), name }
  const { owner, databaseName } = await withInstallation(
    readOperatorSettings(deps.environment),
    async (installation) => ({
      databaseName: installation.databaseName,
      owner: await installation.write(async (db) => {
        const user =
          options.owner === undefined
            ? await ownerOf(db, await chosenAccount(db, undefined))
            : await userByEmail(db, options.owner)
        await openAccount(db, { ...account, ownerId: user.id, now })
        await recordDocument(db, operator(account.id, now), 'ACCOUNT', { before: null, after: account })
        return user.email
      }),
    }),
  )
  deps.stdout.write(`${account.id}\n`)
  deps.stderr.write(`Created an account for ${owner}, in ${databaseName}.\n`)
}
