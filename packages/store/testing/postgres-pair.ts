import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A PostgreSQL primary with a synchronous standby, of which either can be killed, promoted and started again. */
export type PostgresPair = {
  ports: readonly [primary: number, standby: number]
  /** Both hosts, the standby first. */
  url: string
  /** From now on what is committed is on both. */
  makeSynchronous(): void
  killPrimary(): Promise<void>
  promoteStandby(): void
  /** As a standby of nobody: it only reads. */
  startOldPrimaryReadOnly(): Promise<void>
  stop(): Promise<void>
}

const [bin = null] = globSync('/usr/lib/postgresql/*/bin')

/** Whether the programs of PostgreSQL are there. */
export const hasPostgresPrograms = bin !== null

export async function startPostgresPair({ maxConnections = 60 } = {}): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-pair-'))
  const account = accountOf()
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const [primaryData, standbyData] = [join(folder, 'primary'), join(folder, 'standby')]
  const ports = [await freePort(), await freePort()] as const
  const servers = new Map<string, ChildProcess>()

  function run(program: string, args: readonly string[]): void {
    const ended = spawnSync(join(bin ?? '', program), args, { ...account, cwd: folder, encoding: 'utf8' })
    if (ended.status !== 0) throw new Error(`${program} failed: ${ended.stderr}`)
  }

  async function start(data: string, port: number): Promise<void> {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: maxConnections,
      wal_level: 'replica',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(join(bin ?? '', 'postgres'), ['-D', data, ...args], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    })
    servers.set(data, server)
    while (!(await isListening(port))) {
      if (server.exitCode !== null) throw new Error('PostgreSQL did not start')
      await delay(50)
    }
  }

  async function end(data: string, signal: NodeJS.Signals): Promise<void> {
    const server = servers.get(data)
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }

  run('initdb', ['-D', primaryData, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  await start(primaryData, ports[0])
  const primaryAddress = `host=127.0.0.1 port=${ports[0]} user=postgres`
  const backup = ['-D', standbyData, '-R', '--no-sync', '-c', 'fast', '-X', 'stream']
  run('pg_basebackup', [...backup, '-d', `${primaryAddress} application_name=standby`])
  await start(standbyData, ports[1])

  return {
    ports,
    url: `postgres://postgres@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/postgres`,
    makeSynchronous() {
      appendFileSync(join(primaryData, 'postgresql.auto.conf'), "synchronous_standby_names = '*'\n")
      run('pg_ctl', ['reload', '-D', primaryData])
    },
    // At once, as when the machine is gone: nothing is said to anybody.
    killPrimary: () => end(primaryData, 'SIGQUIT'),
    promoteStandby: () => run('pg_ctl', ['promote', '-D', standbyData, '-w']),
    async startOldPrimaryReadOnly() {
      appendFileSync(join(primaryData, 'standby.signal'), '')
      await start(primaryData, ports[0])
    },
    async stop() {
      await Promise.all([end(primaryData, 'SIGQUIT'), end(standbyData, 'SIGQUIT')])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function accountOf(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
