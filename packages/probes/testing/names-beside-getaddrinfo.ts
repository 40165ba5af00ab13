// Run in a network and with files of /etc of its own: answers DNS on port 53, looks names up by our client and by the C
// library, and prints what each found, as JSON.
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createNameResolver } from '../src/resolve-name.ts'

const names = process.argv.slice(2)

type Zone = Record<string, { address?: string; cname?: string; code?: number; isLarge?: boolean }>

const zone: Zone = {
  'plain.test': { address: '192.0.2.1' },
  'deep.er.and.deep.er.test': { address: '192.0.2.2' },
  'db.corp.test': { address: '192.0.2.3' },
  'db.west.corp.test': { address: '192.0.2.4' },
  'only.second.test': { address: '192.0.2.5' },
  'under_score.test': { address: '192.0.2.6' },
  '-dash.test': { address: '192.0.2.7' },
  'alias.test': { cname: 'plain.test', address: '192.0.2.1' },
  'dangling.test': { cname: 'nowhere.test' },
  'broken.test': { code: 2 },
  'refused.test': { code: 5 },
  'empty.test': {},
  'empty.corp.test': {},
  'large.test': { address: '192.0.2.8', isLarge: true },
  'xn--mnchen-3ya.test': { address: '192.0.2.9' },
  'www.west.corp.test': { address: '192.0.2.10' },
  [`${'l'.repeat(63)}.test`]: { address: '192.0.2.11' },
  'hosts-and-dns.test': { address: '192.0.2.12' },
  '*.wild.test': { address: '192.0.2.13' },
  '127.1': { address: '192.0.2.14' },
}

function find(name: string): Zone[string] | undefined {
  return zone[name] ?? zone[name.replace(/^[^.]+/, '*')]
}

function answer(query: Buffer, isTcp: boolean): Buffer {
  const { name, type, end } = readQuestion(query)
  const known = find(name.toLowerCase())
  const isCut = known?.isLarge === true && !isTcp
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (isCut ? 0x0200 : 0) | (known === undefined ? 3 : (known.code ?? 0)), 2)
  const records = isCut || known === undefined ? [] : recordsOf(known, type)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

function recordsOf({ address, cname }: Zone[string], type: number): Buffer[] {
  const target = cname === undefined ? null : Buffer.concat([...encode(cname)])
  const alias = target === null ? [] : [record(Buffer.from([0xc0, 12]), 5, target)]
  if (address === undefined || type !== 1) return alias
  const bytes = Buffer.from(address.split('.').map(Number))
  return [...alias, record(target ?? Buffer.from([0xc0, 12]), 1, bytes)]
}

function record(name: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(60, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([name, fixed, data])
}

function* encode(name: string): Generator<Buffer> {
  for (const label of name.split('.')) yield Buffer.from([label.length, ...Buffer.from(label)])
  yield Buffer.from([0])
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const datagrams = createSocket('udp4')
datagrams.on('message', (query, from) => datagrams.send(answer(query, false), from.port, from.address))
datagrams.bind(53, '127.0.0.1')
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    const reply = answer(chunk.subarray(2), true)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(reply.length)
    socket.write(Buffer.concat([length, reply]))
  })
})
server.listen(53, '127.0.0.1')
await Promise.all([once(datagrams, 'listening'), once(server, 'listening')])

const resolve = createNameResolver()
const found: Record<string, { ours: string; theirs: string }> = {}
for (const name of names) {
  const resolution = await resolve(name, 'IPv4')
  const theirs = await lookup(name, { family: 4 }).then(
    ({ address }) => address,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
  found[name] = { ours: resolution.kind === 'resolved' ? resolution.address : resolution.error.code, theirs }
}
process.stdout.write(JSON.stringify(found))
process.exit()
