import { printable } from '@sonde/ground/printable.ts'
import { listAccounts } from '@sonde/store/accounts/accounts.ts'
import { listMembers } from '@sonde/store/accounts/members.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import type { Command } from 'commander'
import type { OperatorDeps } from './operator-deps.ts'
import { readOperatorSettings } from './operator-settings.ts'

export function addAccountsCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('accounts')
    .description('List the accounts and their members; works while the server is running')
    .addHelpText('after', '\nExample:\n  npx sonde accounts\n')
    .action(() => printAccounts(deps))
}

async function printAccounts(deps: OperatorDeps): Promise<void> {
  await withInstallation(readOperatorSettings(deps.environment), async ({ read, databaseName }) => {
    deps.stderr.write(`The accounts of ${databaseName}:\n`)
    for (const account of await listAccounts(read)) {
      const members = await listMembers(read, { accountId: account.id })
      deps.stdout.write(`${account.id}  ${printable(account.name)}\n`)
      for (const { role, email, name } of members.toReversed()) {
        deps.stdout.write(
          `  ${role.padEnd(10)}  ${printable(email)}${name === null ? '' : `  ${printable(name)}`}\n`,
        )
      }
    }
  })
}
