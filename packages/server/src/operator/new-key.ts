import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { type Actor, operator } from '@sonde/actions/actor.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { newKey } from '@sonde/actions/api-keys/new-key.ts'
import { UserApiKeyCreate, keyPrefixes } from '@sonde/schema/accounts/api-key.ts'
import { grantableRoles } from '@sonde/schema/accounts/role.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import { insertApiKey } from '@sonde/store/accounts/api-keys.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { type Command, Option } from 'commander'
import { writeSecretFile } from '../secret-file.ts'
import { chosenAccount, ownerOf, userByEmail } from './chosen-user.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { UsageFailure } from './operator-failure.ts'
import { readOperatorSettings } from './operator-settings.ts'

type Options = {
  name: string
  email?: string
  service?: true
  role?: (typeof grantableRoles)[number]
  account?: string
  save?: true
}

export function addNewKeyCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('new-key')
    .description('Create an API key and print it once; works while the server is running')
    .option('--name <name>', 'name of the key', 'Created on the command line')
    .option('--email <email>', 'the user who owns the key (default: the owner of the account)')
    .option('--service', 'create a service key, which belongs to the account and not to a user')
    .addOption(new Option('--role <role>', 'with --service: role of the key').choices([...grantableRoles]))
    .option('--account <id>', 'the account (default: the first one)')
    .option('--save', 'also save it as the file api-key in the data folder')
    .addHelpText(
      'after',
      `
Only the key is written to standard output.

Examples:
  npx sonde new-key
  npx sonde new-key --service --role READ_ONLY --name "Grafana"
`,
    )
    .action((options: Options) => makeKey(options, deps))
}

async function makeKey(options: Options, deps: OperatorDeps): Promise<void> {
  requireSense(options)
  const settings = readOperatorSettings(deps.environment)
  const at = deps.clock.now()
  const secret = newKey(options.service === true ? keyPrefixes.service : keyPrefixes.user)
  const keyFile = join(settings.dataDir, 'api-key')
  const { whose, databaseName } = await withInstallation(settings, async (installation) => ({
    databaseName: installation.databaseName,
    whose: await installation.write(async (db) => {
      const whom = await store(db, options, { ...secret, id: randomUUIDv7(), createdAt: at })
      // Before the commit: a crash in between leaves a file with a key that opens nothing.
      if (options.save === true) writeSecretFile(keyFile, `${secret.key}\n`, at)
      return whom
    }),
  }))
  deps.stdout.write(`${secret.key}\n`)
  deps.stderr.write(`API key of ${whose}, in ${databaseName}. It is not shown again.\n`)
  if (options.save === true) deps.stderr.write(`It is saved in ${keyFile}, which only you can read.\n`)
}

function requireSense({ name, service, role, email }: Options): void {
  if (service === true && email !== undefined) throw new UsageFailure('use --service or --email, not both')
  if (service === true && role === undefined) {
    throw new UsageFailure(`--service needs --role: ${grantableRoles.join(', ')}`)
  }
  if (service !== true && role !== undefined) {
    throw new UsageFailure('--role needs --service: the key of a user has the role of the user')
  }
  const [mistake] = createValidator().compile(UserApiKeyCreate, { complete: true })({ name })
  if (mistake !== undefined) throw new UsageFailure(`--name ${mistake.message}`)
}

type NewKeyRow = { id: string; hash: string; lastFour: string; createdAt: number }

/** Returns whose key it is, in words. */
async function store(db: Db, { name, email, role, account }: Options, row: NewKeyRow): Promise<string> {
  const key = { id: row.id, name, hash: row.hash, lastFour: row.lastFour, createdAt: row.createdAt }
  if (role !== undefined) {
    const { id, name: accountName } = await chosenAccount(db, account)
    await insertApiKey(db, { ...key, kind: 'service', accountId: id, role })
    await record(db, operator(id, row.createdAt), { ...key, role })
    return `the account ${id} (${accountName}), as ${role}`
  }
  const user =
    email === undefined ? await ownerOf(db, await chosenAccount(db, account)) : await userByEmail(db, email)
  await insertApiKey(db, { ...key, kind: 'user', userId: user.id })
  for (const { id } of await listAccountsOfUser(db, user.id)) {
    await record(db, operator(id, row.createdAt), key)
  }
  return user.email
}

async function record(
  db: Db,
  actor: Actor,
  { id, name, lastFour, role }: { id: string; name: string; lastFour: string; role?: string },
): Promise<void> {
  await recordChange(db, actor, {
    entityType: 'API_KEY',
    entityId: id,
    entityName: name,
    before: null,
    after: { name, lastFour, ...(role === undefined ? {} : { role }) },
  })
}
