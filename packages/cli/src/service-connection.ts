import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isRecord } from '@sonde/schema/violation.ts'
import type { Command } from 'commander'
import { CliFailure } from './cli-failure.ts'
import type { CliIo } from './cli-io.ts'

/** Which server, as whom and in which account a command works. */
export type ServiceConnection = { url: string; key: string; accountId: string }

type ConnectionOptions = { url?: string; key?: string; account?: string }

const defaultUrl = 'http://127.0.0.1:3000'
const defaultDataFolder = './data'

export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <address>', `the server (SONDE_URL, or ${defaultUrl})`)
    .option(
      '--key <key>',
      'an API key (SONDE_API_KEY, or the file api-key in the data folder of this machine)',
    )
    .option('--account <id>', 'the account (SONDE_ACCOUNT_ID, or the only one that the key has)')
}

/** By the options of the command, then the environment, then what an installation on this machine has. */
export async function connect(command: Command, io: CliIo): Promise<ServiceConnection> {
  const { environment } = io
  const options: ConnectionOptions = command.opts()
  const url = (options.url ?? filled(environment['SONDE_URL']) ?? defaultUrl).replace(/\/+$/, '')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return misused(command, `--url: ${url} is not an http or https address`)
  }
  const key = options.key ?? filled(environment['SONDE_API_KEY']) ?? localKey(url, environment)
  if (key === null) return misused(command, 'give an API key with --key or SONDE_API_KEY')
  const accountId =
    options.account ??
    filled(environment['SONDE_ACCOUNT_ID']) ??
    (await onlyAccount(command, io, { url, key }))
  return { url, key, accountId }
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

/** The key of this machine goes to no other machine. */
function localKey(url: string, environment: CliIo['environment']): string | null {
  const { hostname } = new URL(url)
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return null
  const file = join(filled(environment['SONDE_DATA_DIR']) ?? defaultDataFolder, 'api-key')
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliFailure(`cannot read the key of this installation: ${reason}`)
  }
}

async function onlyAccount(
  command: Command,
  io: CliIo,
  { url, key }: { url: string; key: string },
): Promise<string> {
  const answer = await ask(io, { url, key, accountId: null }, { method: 'GET', path: '/v1/accounts' })
  const accounts = Array.isArray(answer) ? answer.filter(isRecord) : []
  const [account, ...others] = accounts
  if (account === undefined) throw new CliFailure('the key belongs to no account: name one with --account')
  if (others.length === 0) return String(account['id'])
  const named = accounts.map(({ id, name }) => `${String(id)} (${String(name)})`).join(', ')
  return misused(command, `the key belongs to several accounts, choose one with --account: ${named}`)
}

/** Says what is wrong with the call and ends it. */
export function misused(command: Command, message: string): never {
  command.error(`error: ${message}`, { exitCode: 2, code: 'sonde.misused' })
}

type Asked = { method: 'GET' | 'POST'; path: string; body?: unknown }

/** A refusal of the server, with what it has against the request. */
export class ServiceRefusal extends CliFailure {
  readonly status: number
  readonly mistakes: readonly string[]

  constructor(status: number, message: string, mistakes: readonly string[]) {
    super(`the server answered ${status}: ${message}`)
    this.status = status
    this.mistakes = mistakes
  }
}

/** The answer of the server, read as JSON; anything but success is a failure in one line. */
export async function ask(
  { signal }: Pick<CliIo, 'signal'>,
  { url, key, accountId }: { url: string; key: string; accountId: string | null },
  { method, path, body }: Asked,
): Promise<unknown> {
  const packed = body === undefined ? null : gzipSync(JSON.stringify(body))
  const headers = {
    authorization: `Bearer ${key}`,
    ...(accountId === null ? {} : { 'x-service-account': accountId }),
    ...(packed === null ? {} : { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
  }
  const { status, text } = await fetched(`${url}${path}`, { method, headers, signal, body: packed })
  const answer = parsed(text)
  if (status >= 200 && status < 300 && answer !== undefined) return answer
  if (answer === undefined)
    throw new CliFailure(`${url} does not answer like a Sonde server (status ${status})`)
  const message = isRecord(answer) ? String(answer['message']) : 'no reason given'
  const isJudged = isRecord(answer) && isRecord(answer['validation'])
  throw new ServiceRefusal(status, message, isJudged ? message.split('; ') : [])
}

async function fetched(address: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, { ...request, redirect: 'error' })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new CliFailure(`cannot reach ${new URL(address).origin}: ${reason}`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
