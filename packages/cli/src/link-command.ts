import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isRecord } from '@sonde/ground/is-record.ts'
import { grantableRoles } from '@sonde/schema/accounts/role.ts'
import type { Command } from 'commander'
import { CliFailure, reasonOf } from './cli-failure.ts'
import type { CliIo } from './cli-io.ts'
import { ignoringEnv, variableIn, withVariables } from './env-file.ts'
import {
  addConnectionOptions,
  ask,
  connect,
  misused,
  ServiceRefusal,
  type ServiceConnection,
} from './service-connection.ts'
import { requireWritable, writeFile } from './write-file.ts'

type Options = { service?: true; role?: string; name?: string }

const longestName = 200

/** `sonde link`: what the client of the reference needs to know about this server, in the file that it reads. */
export function addLinkCommand(program: Command, io: CliIo): void {
  const command = program
    .command('link')
    .description(
      'Connect a folder to this server for the checkly command: writes five variables into its .env',
    )
    .argument('[folder]', 'the folder of the project', '.')
    .option('--service', 'create a service key, for CI: it belongs to the account and not to you')
    .option('--role <role>', 'role of the service key (default: READ_WRITE)')
    .option('--name <name>', 'name of the new key (default: the name of the folder)')
    .addHelpText('after', '\nExample:\n  npx sonde link && npx checkly whoami\n')
  addConnectionOptions(command).action(async (given: string, options: Options) => {
    const folder = resolve(given)
    const roles: readonly string[] = grantableRoles
    if (options.role !== undefined && options.service !== true)
      return misused(command, '--role: only a service key has a role: add --service')
    if (options.role !== undefined && !roles.includes(options.role))
      return misused(command, `--role: ${options.role} is none of ${roles.join(', ')}`)
    const name = (options.name ?? basename(folder)) || 'checkly'
    if (name.length > longestName) return misused(command, `--name: has more than ${longestName} characters`)
    const files = { env: join(folder, '.env'), gitIgnore: join(folder, '.gitignore') }
    const [env, gitIgnore] = [readText(files.env), readText(files.gitIgnore)]
    // Before there is a key: one that cannot be kept would be lost.
    requireWritable(files.env)
    const connection = await connect(command, io)
    const { key, told } = await chooseKey(io, connection, { env, name, options })
    const live = `${connection.url.replace(/^http/, 'ws')}/next/live`
    const variables = {
      CHECKLY_ENV: 'local',
      CHECKLY_API_URL: connection.url,
      CHECKLY_MQTT_URL: live,
      CHECKLY_API_KEY: key,
      CHECKLY_ACCOUNT_ID: connection.accountId,
    }
    writeFile(files.env, withVariables(env, variables), { isSecret: true })
    const ignoring = ignoringEnv(gitIgnore)
    if (ignoring !== gitIgnore) writeFile(files.gitIgnore, ignoring, { isSecret: false })
    io.stdout.write(`${told}\n`)
    io.stdout.write(`Wrote ${Object.keys(variables).join(', ')} to ${files.env}\n`)
    if (ignoring !== gitIgnore)
      io.stdout.write(`Added .env to ${files.gitIgnore}: the key stays out of git\n`)
    io.stdout.write('Next: npx checkly whoami\n')
  })
}

/** The key that the folder has, if it still opens this account; else a new one. */
async function chooseKey(
  io: CliIo,
  connection: ServiceConnection,
  { env, name, options }: { env: string; name: string; options: Options },
): Promise<{ key: string; told: string }> {
  const own = variableIn(env, 'CHECKLY_API_KEY')
  if (own !== null && own !== '' && options.service !== true && (await opens(io, connection, own))) {
    return { key: own, told: 'The API key in .env works and is kept' }
  }
  const isService = options.service === true
  const role = options.role ?? 'READ_WRITE'
  const answer = await ask(
    io,
    connection,
    isService
      ? { method: 'POST', path: '/v1/accounts/me/api-keys', body: { name, role } }
      : { method: 'POST', path: '/v1/users/me/api-keys', body: { name } },
  )
  if (!isRecord(answer) || typeof answer['key'] !== 'string')
    throw new CliFailure('unexpected response: this server created no API key')
  const kind = isService ? `a service key with the role ${role}` : 'an API key'
  return { key: answer['key'], told: `Created ${kind}, named ${JSON.stringify(name)}` }
}

async function opens(io: CliIo, connection: ServiceConnection, key: string): Promise<boolean> {
  const path = `/v1/accounts/${connection.accountId}`
  try {
    await ask(io, { ...connection, key, keySource: 'the key in .env' }, { method: 'GET', path })
    return true
  } catch (error) {
    if (error instanceof ServiceRefusal && [401, 403, 404].includes(error.status)) return false
    throw error
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw new CliFailure(`cannot read ${file}: ${reasonOf(error)}`)
  }
}
