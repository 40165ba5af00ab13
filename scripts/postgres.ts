import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'

/** Debian keeps the server's programs out of PATH, one folder per version. */
export const postgresFolders = ['/usr/lib/postgresql/*/bin']

const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000
const startAttempts = 3

export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError'
}

type PostgresServer = { url: string; stop(): Promise<void> }

/**
 * Starts a PostgreSQL server of our own for tests, in a folder of its own, on a free loopback port.
 * It ends with `stop` or, where the system can do that, when this process dies.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (let attempt = 1; ; attempt++) {
      const port = await findFreePort()
      const postgres = createPostgres({ folder, port, settings: hurriedSettings })
      try {
        await postgres.start()
      } catch (error) {
        // Somebody may have taken the port between our look and the server's bind.
        if (attempt === startAttempts) throw error
        continue
      }
      return {
        url: postgres.url,
        async stop() {
          await postgres.stop()
          remove()
        },
      }
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** For databases that live for seconds and that nobody keeps. */
const hurriedSettings = {
  // fsync guards against a crash of the machine, which no test can cause. A killed process loses nothing
  // that it has handed to the kernel, and synchronous_commit, which stays on, hands over every commit.
  fsync: 'off',
  full_page_writes: 'off',
  // A third of the server's processor time: such databases need no vacuum, queries of a few rows no compiler, and
  // nobody reads the log.
  jit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export type Postgres = {
  readonly url: string
  /** Null while it does not run. */
  pid(): number | null
  /** Makes the database at the first start. */
  start(): Promise<void>
  /** Fast and in order; `immediate`: as if it had crashed. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Called whenever it has ended, told to or not. */
  onEnd(listener: () => void): void
}

/** A PostgreSQL server that can be stopped and started again on its folder and port of loopback. */
export function createPostgres({
  folder,
  port,
  settings = {},
}: {
  folder: string
  port: number
  settings?: Readonly<Record<string, string>>
}): Postgres {
  const listeners: (() => void)[] = []
  let server: ChildProcess | null = null
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => server?.pid ?? null,
    async start() {
      const account = accountForServer()
      if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
      if (!existsSync(join(folder, 'data'))) createCluster(folder, account)
      const started = await launch(folder, { port, account, settings })
      if (started.kind === 'ended')
        throw new PostgresStartError(`PostgreSQL did not start:\n${started.output}`)
      const launched = started.server
      server = launched
      launched.once('exit', () => {
        if (server === launched) server = null
        for (const listener of listeners) listener()
      })
    },
    async stop(mode = 'fast') {
      if (server !== null) await end(server, mode)
    },
    onEnd: (listener) => void listeners.push(listener),
  }
}

type Account = { uid?: number; gid?: number }

// PostgreSQL refuses to run as root.
function accountForServer(): Account {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
    if (answer.status !== 0) throw new PostgresStartError('There is no user "postgres" to run PostgreSQL as.')
    return Number(answer.stdout)
  })
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}

function createCluster(folder: string, account: Account): void {
  const initdb = programOfPostgres('initdb')
  const version = Number(spawnSync(initdb, ['--version'], { encoding: 'utf8' }).stdout.match(/\d+/)?.[0])
  // Databases of users mostly sort text by the rules of a language, while SQLite sorts by bytes. A query
  // that relies on one of the two must fail here and not at a user's.
  const collation = version >= 15 ? ['--locale-provider=icu', '--icu-locale=en-US'] : []
  const made = spawnSync(
    initdb,
    [
      `--pgdata=${join(folder, 'data')}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      ...collation,
      '--no-sync',
    ],
    { ...account, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new PostgresStartError(`initdb failed:\n${made.error?.message ?? made.stderr}`)
}

async function launch(
  folder: string,
  {
    port,
    account,
    settings: chosen,
  }: { port: number; account: Account; settings: Readonly<Record<string, string>> },
): Promise<{ kind: 'ready'; server: ChildProcess } | { kind: 'ended'; output: string }> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // The path of a socket may have 107 bytes only, and nobody asks for one.
    unix_socket_directories: '',
    // Every store has a pool of them, and up to six files are tested at once.
    max_connections: '500',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...chosen,
  }
  const command = [
    programOfPostgres('postgres'),
    '-D',
    join(folder, 'data'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // SIGINT asks for a fast shutdown: a server must not outlive tests that were killed.
  const setpriv = findProgram('setpriv')
  const [program, ...args] = setpriv === null ? command : [setpriv, '--pdeathsig', 'INT', '--', ...command]
  const server = spawn(program ?? '', args, {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group, or Ctrl-C would stop the server before the tests that use it.
    detached: true,
  })

  let output = ''
  const ready = Promise.withResolvers<boolean>()
  server.once('error', (error) => {
    output += error.message
    ready.resolve(false)
  })
  server.once('exit', () => ready.resolve(false))
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    // After the start the log is only drained: a full pipe would block the server.
    if (output.length < 100_000) output += text
    if (text.includes('ready to accept connections')) ready.resolve(true)
  })
  const timer = setTimeout(() => server.kill('SIGQUIT'), startTimeoutMs)
  const isReady = await ready.promise
  clearTimeout(timer)
  return isReady ? { kind: 'ready', server } : { kind: 'ended', output }
}

async function end(server: ChildProcess, mode: 'fast' | 'immediate'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  // One that somebody has frozen would never hear of it.
  server.kill('SIGCONT')
  server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const timer = setTimeout(() => server.kill('SIGQUIT'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}

function programOfPostgres(name: string): string {
  const path = findProgram(name, postgresFolders)
  if (path === null) throw new PostgresStartError(`The program ${name} of PostgreSQL is not installed.`)
  return path
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string')
    throw new PostgresStartError('No free port on loopback.')
  return address.port
}
