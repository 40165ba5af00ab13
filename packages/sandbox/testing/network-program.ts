// Runs in a network of its own: targets on addresses of its loopback device, and scripts that try to reach them.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findProgram } from '../src/find-program.ts'
import { findSandboxLevels } from '../src/find-sandbox-levels.ts'
import { childrenOf, readOrNull, readProcess } from '../src/process-table.ts'
import type { SandboxLevel } from '../src/sandbox.ts'
import { openScriptNetwork, type ScriptNetwork, type ScriptNetworkSetting } from '../src/script-network.ts'
import { attackCode } from './attack.ts'
import { nodeRequest, runInside } from './run-inside.ts'

export type NetworkOrder = {
  folders: string
  setting: ScriptNetworkSetting
  /** Ends by SIGKILL while a sandbox runs. */
  isKilled: boolean
}
type Results = Record<string, string>
/** By level. `denied`: in the network under test; `open`: in that of the machine, to see that all targets answer. */
export type NetworkReport = Record<
  string,
  {
    way: ScriptNetwork['way']
    refusal: string | null
    denied: Results
    open: Results
    inbound: string[]
    /** What is said of a run whose network breaks down. */
    lost: string | null
    left: number
  }
>

const { folders, setting, isKilled }: NetworkOrder = JSON.parse(process.argv[2] ?? '')
const userIds = { first: 30_000_000 + process.pid * 4, last: 30_000_003 + process.pid * 4 }
const targets = [8080, 5432].map((port) => createServer((socket) => socket.end()).listen(port, '::'))
const nameServer = await startNameServer()

const connectTo = (host: string, port = 8080) =>
  `const socket = net.connect(${port}, ${JSON.stringify(host)}); await settled(socket, 'connect'); socket.destroy()`
const attempts = {
  metadata: connectTo('169.254.169.254'),
  metadataNumber: connectTo('2852039166'),
  metadataHex: connectTo('0xa9fea9fe'),
  metadataOctal: connectTo('0251.0376.0251.0376'),
  metadataMapped: connectTo('::ffff:169.254.169.254'),
  metadataName: connectTo('metadata.test'),
  // A name that leads somewhere else the second time.
  changingName: `
    const dns = await import('node:dns/promises')
    await dns.lookup('now-allowed.test')
    const first = net.connect(8080, 'changing.test')
    const wasReached = await settled(first, 'connect').then(() => true, () => false)
    if (!wasReached) return 'not even its first address was reached'
    first.destroy()
    await dns.lookup('now-denied.test')
    ${connectTo('changing.test')}`,
  denied6: connectTo('fd00::9'),
  deniedDatagram: `
    const dgram = await import('node:dgram')
    const socket = dgram.createSocket('udp4')
    await new Promise((resolve, reject) => socket.send('x', 8080, '169.254.169.254', (error) => (error ? reject(error) : resolve())))`,
  database: connectTo('127.0.0.1', 5432),
  database6: connectTo('::1', 5432),
  loopback: connectTo('127.0.0.1'),
  allowed: connectTo('10.9.9.9'),
  allowed6: connectTo('fd00::8'),
  allowedName: connectTo('target.test'),
}

const { offers, slots, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const report: NetworkReport = {}
for (const { name, level } of offers) {
  if (level === null || name === 'process') continue
  const network = await openScriptNetwork({
    setting,
    level,
    table: `sonde_test_${process.pid}`,
    policy: { deniedRanges: ['169.254.0.0/16', 'fd00::9'], deniedLoopbackPorts: [5432] },
    userIds: slots() === null ? null : userIds,
    mustDeny: true,
    programs: { nft: findProgram('nft'), pasta: findProgram('pasta'), nsenter: findProgram('nsenter') },
  })
  const { way, refusal } = network
  // As whoever loads the machine's own rules anew does it.
  if (way === 'firewall') spawnSync(findProgram('nft') ?? '', ['flush', 'ruleset'])
  const denied = network.level === null ? {} : await attackFrom(network.level)
  const inbound = network.level === null ? [] : await connectInto(network.level)
  const lost = way === 'stack' && network.level !== null ? await breakUnder(network.level) : null
  await network.close()
  const open = await attackFrom(level)
  const alive = childrenOf(process.pid).filter((pid) => readProcess(pid)?.isZombie === false)
  report[name] = { way, refusal, denied, open, inbound, lost, left: alive.length }
  if (isKilled && network.level !== null) await startServer(network.level)
}
writeSync(1, JSON.stringify(report))
if (isKilled) process.kill(process.pid, 'SIGKILL')

for (const target of targets) target.close()
nameServer.close()
await release()

async function attackFrom(level: SandboxLevel): Promise<Results> {
  const { output, errors } = await runInside(level, nodeRequest(attackCode(attempts)))
  return JSON.parse(output || JSON.stringify({ errors }))
}

async function startServer(level: SandboxLevel) {
  const code = `import net from 'node:net'; net.createServer().listen(7070, '::', () => console.log('listens'))`
  const sandbox = await level.start(nodeRequest(code, { mayListen: true }))
  await once(sandbox.output, 'data')
  return sandbox
}

/** What becomes of connections from the machine to a server inside. */
async function connectInto(level: SandboxLevel): Promise<string[]> {
  const sandbox = await startServer(level)
  const results: string[] = []
  for (const address of ['127.0.0.1', '::1', '10.9.8.2', '10.9.9.9']) {
    const socket = connect(7070, address)
    const refusal = once(socket, 'error').then(([{ code }]) => String(code))
    results.push(await Promise.race([refusal, once(socket, 'connect').then(() => 'reached')]))
    refusal.catch(() => {})
    socket.destroy()
  }
  await sandbox.end({ graceMs: 0 })
  return results
}

/** A run that would go on without end, and whose network stack is killed. */
async function breakUnder(level: SandboxLevel): Promise<string | null> {
  const sandbox = await startServer(level)
  // On x86-64 pasta becomes `passt.avx2` where the processor allows it.
  const isStack = (pid: number) => /^pas(ta|st)/.test(readOrNull(`/proc/${pid}/comm`) ?? '')
  for (const pid of childrenOf(process.pid).filter(isStack)) process.kill(pid, 'SIGKILL')
  const { lost = null } = await sandbox.ended
  await sandbox.end({ graceMs: 0 })
  return lost
}

/** Knows one address, of every name but `changing.test`: that has the one of which was asked before. */
async function startNameServer() {
  const allowed = [10, 9, 9, 9]
  const denied = [169, 254, 169, 254]
  let changing = allowed
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const end = message.indexOf(0, 12) + 5
    const isAddress = message.readUInt16BE(end - 4) === 1
    const header = Buffer.from(message.subarray(0, 12))
    header.writeUInt16BE(0x81_80, 2)
    header.writeUInt16BE(isAddress ? 1 : 0, 6)
    header.fill(0, 8)
    const name = message.toString('latin1', 13, end - 5)
    if (name.startsWith('now-')) changing = name.startsWith('now-denied') ? denied : allowed
    const host = name.startsWith('changing') ? changing : allowed
    const answer = isAddress ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...host] : []
    socket.send(Buffer.concat([header, message.subarray(12, end), Buffer.from(answer)]), port, address)
  })
  socket.bind(53, '10.9.9.9')
  await once(socket, 'listening')
  return socket
}
