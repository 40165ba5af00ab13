import { resetSecondFactor } from '@sonde/actions/second-factor/reset-second-factor.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import type { Command } from 'commander'
import { userByEmail } from './chosen-user.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { readOperatorSettings } from './operator-settings.ts'

export function addResetSecondFactorCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('reset-second-factor')
    .description('Remove the second factor of a user and sign them out everywhere; the server may be running')
    .argument('<email>', 'of the user')
    .addHelpText(
      'after',
      `
For somebody who has lost the authenticator app and the recovery codes. The password stays as it is; where an account requires
a second factor, they set up a new one when they sign in.

Example:
  npx sonde reset-second-factor ada@example.com
`,
    )
    .action((email: string) => reset(email, deps))
}

async function reset(email: string, deps: OperatorDeps): Promise<void> {
  await withInstallation(readOperatorSettings(deps.environment), async ({ read, write, databaseName }) => {
    const user = await userByEmail(read, email)
    const wasEnabled = await write((db) => resetSecondFactor(db, user, deps.clock.now()))
    deps.stderr.write(
      wasEnabled
        ? `${user.email} has no second factor any more, in ${databaseName}.\n`
        : `${user.email} had no second factor; nothing was changed.\n`,
    )
  })
}
