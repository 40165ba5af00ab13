import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { capturePackets } from './capture-packets.ts'

async function exchangeOn(t: { after(work: () => void): void }, host: string): Promise<{ port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end('payload-of-the-server')
  })
  t.after(() => server.close())
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return address
}

for (const { host, family } of [
  // An address that nobody else on this machine speaks with.
  { host: '127.77.13.9', family: 'IPv4' },
  { host: '::1', family: 'IPv6' },
] as const) {
  test(`packets from and to ${host} are captured once each, in order, and without what they carry`, async (t) => {
    const { port } = await exchangeOn(t, host)
    const other = await exchangeOn(t, family === 'IPv4' ? '127.0.0.2' : '127.0.0.1')
    const capture = capturePackets({ address: host, family }, () => 0)
    if (capture === null) return t.skip('this user may not capture packets')
    const socket = connect(port, host)
    const stranger = connect(other.port, family === 'IPv4' ? '127.0.0.2' : '127.0.0.1')
    for (const each of [socket, stranger]) each.resume()
    await Promise.all([once(socket, 'close'), once(stranger, 'close')])
    const { file, packets } = capture.stop()
    const bytes = Buffer.from(file)
    assert.ok(packets >= 4, `${packets} packets`)
    assert.ok(!bytes.includes('payload-of-the-server'))
    const ports = portsIn(bytes, family === 'IPv4' ? 20 : 40)
    assert.ok(ports.filter((pair) => pair.includes(port)).length >= 4, JSON.stringify(ports))
    assert.ok(!ports.some((pair) => pair.includes(other.port)), JSON.stringify(ports))
  })
}

/** Source and destination of each packet of the file. */
function portsIn(file: Buffer, ipHeaderBytes: number): number[][] {
  const pairs: number[][] = []
  let at = 24
  while (at < file.length) {
    const length = file.readUInt32LE(at + 8)
    const tcp = at + 16 + ipHeaderBytes
    pairs.push([file.readUInt16BE(tcp), file.readUInt16BE(tcp + 2)])
    at += 16 + length
  }
  return pairs
}

test('an address that is none is not watched', () => {
  assert.equal(
    capturePackets({ address: 'nowhere', family: 'IPv4' }, () => 0),
    null,
  )
})
