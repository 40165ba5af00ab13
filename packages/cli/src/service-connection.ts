import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { isRecord } from '@sonde/ground/is-record.ts'
import { CliFailure } from './cli-failure.ts'
import type { CliIo } from './cli-io.ts'

/** Which server, as whom and in which account a command works. */
export type ServiceConnection = ServiceDoor & { accountId: string }

type ServiceDoor = {
  url: string
  key: string
  /** Where the key is from, in a sentence. */
  keySource: string
}

type ConnectionOptions = { url?: string; key?: string; account?: string }

const defaultDataFolder = './data'

export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <address>', 'address of the server (default: SONDE_URL, or HOST and PORT)')
    .option(
      '--key <key>',
      'an API key (default: SONDE_API_KEY, or the file api-key in the data folder for a server on this machine)',
    )
    .option('--account <id>', 'account id (default: SONDE_ACCOUNT_ID, or the only account of the key)')
}

/**
 * By the options of the command, then the environment, then what an installation on this machine has. Says which
 * server and which key before it asks anybody.
 */
export async function connect(command: Command, io: CliIo): Promise<ServiceConnection> {
  const { environment } = io
  const options: ConnectionOptions = command.opts()
  const named = options.url ?? filled(environment['SONDE_URL'])
  const url = (named ?? io.localAddress()).replace(/\/+$/, '')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return misused(command, `--url: ${url} is not an http or https address`)
  }
  const isHere = named === undefined || isLoopback(url)
  const door = { url, ...findKey(command, { environment, given: options.key, isHere }) }
  io.stderr.write(`using ${url} with ${door.keySource}\n`)
  const accountId =
    options.account ?? filled(environment['SONDE_ACCOUNT_ID']) ?? (await onlyAccount(command, io, door))
  return { ...door, accountId }
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** The key of this machine goes to no other machine. */
function findKey(
  command: Command,
  {
    environment,
    given,
    isHere,
  }: { environment: CliIo['environment']; given: string | undefined; isHere: boolean },
): Pick<ServiceDoor, 'key' | 'keySource'> {
  if (given !== undefined) return { key: given, keySource: 'the key of --key' }
  const inEnvironment = filled(environment['SONDE_API_KEY'])
  if (inEnvironment !== undefined) return { key: inEnvironment, keySource: 'the key in SONDE_API_KEY' }
  if (!isHere) return misused(command, 'no API key found: use --key or SONDE_API_KEY')
  const file = join(filled(environment['SONDE_DATA_DIR']) ?? defaultDataFolder, 'api-key')
  const key = readLocalKey(file)
  if (key !== null) return { key, keySource: `the key in ${file}` }
  return misused(
    command,
    `no API key found: use --key or SONDE_API_KEY, or run \`npx sonde new-key --save\`, which saves one in ${file}`,
  )
}

function readLocalKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliFailure(`cannot read the key of this installation: ${reason}`)
  }
}

async function onlyAccount(command: Command, io: CliIo, door: ServiceDoor): Promise<string> {
  const answer = await ask(io, { ...door, accountId: null }, { method: 'GET', path: '/v1/accounts' })
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

type Asked = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** A refusal of the server, with what it has against the request. */
export class ServiceRefusal extends CliFailure {
  readonly status: number
  readonly mistakes: readonly string[]
  /** All that the server said. */
  readonly answer: unknown

  constructor(
    status: number,
    message: string,
    { mistakes, answer }: { mistakes: readonly string[]; answer: unknown },
  ) {
    super(message)
    this.status = status
    this.mistakes = mistakes
    this.answer = answer
  }
}

/** The answer of the server, read as JSON; anything but success is a failure in one line. */
export async function ask(
  { signal }: Pick<CliIo, 'signal'>,
  { url, key, keySource, accountId }: ServiceDoor & { accountId: string | null },
  { method, path, body, headers: more = {} }: Asked,
): Promise<unknown> {
  const packed = body === undefined ? null : gzipSync(JSON.stringify(body))
  const headers = {
    ...more,
    authorization: `Bearer ${key}`,
    ...(accountId === null ? {} : { 'x-service-account': accountId }),
    ...(packed === null ? {} : { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
  }
  const { status, text } = await answered(async () => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      signal,
      body: packed,
      redirect: 'error',
    })
    return { status: response.status, text: await response.text() }
  }, url)
  if (status === 204) return null
  const answer = parsed(text)
  if (status >= 200 && status < 300 && answer !== undefined) return answer
  if (answer === undefined)
    throw new CliFailure(`${url} does not respond like a Sonde server (status ${status}): check the address`)
  const message = isRecord(answer) ? String(answer['message']) : 'no reason given'
  const isJudged = isRecord(answer) && isRecord(answer['validation'])
  const told =
    status === 401
      ? `${url} answered 401 to ${keySource}: ${message}`
      : `${url} answered ${status}: ${message}`
  throw new ServiceRefusal(status, told, { mistakes: isJudged ? message.split('; ') : [], answer })
}

/** What a server sends piece by piece; data are read as JSON. Breaks off as a failure in one line. */
export async function* streamEvents(
  { signal }: Pick<CliIo, 'signal'>,
  { url, key, accountId }: ServiceConnection,
  path: string,
): AsyncGenerator<{ event: string; data: unknown }> {
  const headers = { authorization: `Bearer ${key}`, 'x-service-account': accountId }
  const response = await answered(() => fetch(`${url}${path}`, { headers, signal, redirect: 'error' }), url)
  if (!response.ok || response.body === null) {
    throw new CliFailure(`${url} answered ${response.status} instead of events`)
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value = '' } = await answered(() => reader.read(), url)
    if (done) return
    text += value
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const event = /^event: (.*)$/m.exec(frame)?.[1]
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (event !== undefined && data !== undefined) yield { event, data: parsed(data) }
    }
  }
}

/** A connection that fails is a failure in one line. */
async function answered<Answer>(request: () => Promise<Answer>, url: string): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new CliFailure(`cannot reach ${new URL(url).origin}: ${reason}`)
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
