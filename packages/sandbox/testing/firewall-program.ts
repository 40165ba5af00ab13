// Runs in a network of its own: targets on addresses of its loopback device, and scripts that try to reach them.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findSandboxLevels } from '../src/find-sandbox-levels.ts'
import { openScriptNetwork } from '../src/script-network.ts'
import { attackCode } from './attack.ts'
import { nodeRequest, runInside } from './run-inside.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-sandbox-'))
const userIds = { first: 30_000_000 + process.pid * 4, last: 30_000_003 + process.pid * 4 }
const servers = [8080, 5432].map((port) => createServer((socket) => socket.end()).listen(port, '::'))
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })

const connect = (host: string, port = 8080) =>
  `const socket = net.connect(${port}, ${JSON.stringify(host)}); await settled(socket, 'connect'); socket.destroy()`
const attempts = {
  metadata: connect('169.254.169.254'),
  metadataNumber: connect('2852039166'),
  metadataHex: connect('0xa9fea9fe'),
  metadataOctal: connect('0251.0376.0251.0376'),
  metadataMapped: connect('::ffff:169.254.169.254'),
  metadataName: connect('metadata.test'),
  denied6: connect('fd00::9'),
  deniedDatagram: `
    const dgram = await import('node:dgram')
    const socket = dgram.createSocket('udp4')
    await new Promise((resolve, reject) => socket.send('x', 8080, '169.254.169.254', (error) => (error ? reject(error) : resolve())))`,
  database: connect('127.0.0.1', 5432),
  database6: connect('::1', 5432),
  allowed: connect('10.9.9.9'),
  loopback: connect('127.0.0.1'),
}

async function attackAll(): Promise<Record<string, Record<string, string>>> {
  const results: Record<string, Record<string, string>> = {}
  for (const { name, level } of offers) {
    if (level === null || name === 'process') continue
    const { output, errors } = await runInside(level, nodeRequest(attackCode(attempts)))
    results[name] = JSON.parse(output || JSON.stringify({ errors }))
  }
  return results
}

const options = {
  table: `sonde_test_${process.pid}`,
  policy: { deniedRanges: ['169.254.0.0/16', 'fd00::9'], deniedLoopbackPorts: [5432] },
  userIds,
  mustDeny: true,
  nft: process.env['NFT'] ?? null,
}
const network = await openScriptNetwork({ ...options, setting: 'auto' })
const denied = await attackAll()
await network.close()
const open = await attackAll()
console.log(JSON.stringify({ way: network.way, refusal: network.refusal, denied, open }))

for (const server of servers) server.close()
await release()
rmSync(folders, { recursive: true })
