import { createInterface } from 'node:readline/promises'
import { password as askPassword } from '@clack/prompts'
import { operator } from '@sonde/actions/actor.ts'
import { Masked } from '@sonde/actions/audit/changed-fields.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'
import { UserPassword } from '@sonde/schema/accounts/user.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import { updateUser } from '@sonde/store/accounts/users.ts'
import { endSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import type { Command } from 'commander'
import { askPerson } from './ask-person.ts'
import { userByEmail } from './chosen-user.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { OperatorFailure } from './operator-failure.ts'
import { readOperatorSettings } from './operator-settings.ts'

export function addResetPasswordCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('reset-password')
    .description(
      'Set a new password for a user and sign them out everywhere; works while the server is running',
    )
    .argument('<email>', 'e-mail address of the user')
    .addHelpText(
      'after',
      `
On a terminal, asks for the password twice. Otherwise reads it from the first line of standard input.

Examples:
  npx sonde reset-password ada@example.com
  npx sonde reset-password ada@example.com < password-file
`,
    )
    .action((email: string) => resetPassword(email, deps))
}

async function resetPassword(email: string, deps: OperatorDeps): Promise<void> {
  await withInstallation(readOperatorSettings(deps.environment), async ({ read, write, databaseName }) => {
    const user = await userByEmail(read, email)
    const passwordHash = await hashPassword(await readPassword(deps))
    const at = deps.clock.now()
    await write(async (db) => {
      await updateUser(db, { id: user.id, passwordHash, updatedAt: at })
      await endSessionsOf(db, { userId: user.id, except: null })
      for (const account of await listAccountsOfUser(db, user.id)) {
        await recordChange(db, operator(account.id, at), {
          entityType: 'USER',
          entityId: user.id,
          entityName: user.email,
          before: { password: new Masked(user.passwordHash) },
          after: { password: new Masked(passwordHash) },
        })
      }
    })
    deps.stderr.write(`The password of ${user.email} was changed, in ${databaseName}.\n`)
  })
}

async function readPassword(deps: OperatorDeps): Promise<string> {
  const password = deps.stdin.isTTY ? await askTwice(deps) : await firstLine(deps)
  const [mistake] = passwordMistakes(password)
  if (mistake !== undefined) throw new OperatorFailure(`the password ${mistake}`)
  return password
}

function passwordMistakes(password: string): string[] {
  const validate = createValidator().compile(UserPassword, { complete: true })
  return validate(password).map(({ message }) => message)
}

async function askTwice(deps: OperatorDeps): Promise<string> {
  const { stdin: input, stderr: output } = deps
  const validate = (password: string | undefined) => passwordMistakes(password ?? '')[0]
  const first = await askPerson(deps, (signal) =>
    askPassword({ message: 'New password', validate, input, output, signal }),
  )
  const second = await askPerson(deps, (signal) =>
    askPassword({ message: 'Repeat the password', input, output, signal }),
  )
  if (first !== second) throw new OperatorFailure('the passwords do not match; nothing was changed')
  return first
}

async function firstLine({ stdin: input, signal }: OperatorDeps): Promise<string> {
  for await (const line of createInterface({ input, signal })) return line
  throw new OperatorFailure('no password on standard input; nothing was changed')
}
