import { resetSecondFactor } from '@sonde/actions/second-factor/reset-second-factor.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import type { Command } from 'commander'
import { userByEmail } from './chosen-user.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { readOperatorSettings } from './operator-settings.ts'

export function addResetSecondFactorCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('reset-second-factor')
    .description(
      'Remove the second factor of a user and sign them out everywhere; works while the server is running',
    )
    .argument('<email>', 'e-mail address of the user')
    .addHelpText(
      'after',
      `
For users who have lost their authenticator app and their recovery codes. The password does not change. If an account
requires a second factor, the user sets up a new one at the next sign-in.

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
        ? `The second factor of ${user.email} was removed, in ${databaseName}.\n`
        : `${user.email} had no second factor; nothing was changed.\n`,
    )
  })
}
