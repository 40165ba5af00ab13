import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, Socket } from 'node:net'
import { test } from 'node:test'
import { limitConnections } from './connection-limit.ts'

test('connections beyond the number for all are hung up on, also from this machine', async (t) => {
  const server = createServer((socket) => void socket.on('error', () => socket.destroy()).write('hello'))
  limitConnections(server, { most: 3, mostPerAddress: 1 }, [])
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  assert.ok(bound !== null && typeof bound === 'object')
  const sockets: Socket[] = []
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const isTaken = async (): Promise<boolean> => {
    const socket = connect({ port: bound.port, host: '127.0.0.1' })
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    return await Promise.race([
      new Promise<boolean>((resolve) => socket.once('data', () => resolve(true))),
      new Promise<boolean>((resolve) => socket.once('close', () => resolve(false))),
    ])
  }
  const taken = [await isTaken(), await isTaken(), await isTaken(), await isTaken()]
  assert.deepEqual(taken, [true, true, true, false])
})

/** A connection from an address that this machine does not have. */
function visitorFrom(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
}

test('connections of one address are limited, of a trusted proxy and of this machine not', async () => {
  const server = createServer()
  limitConnections(server, { most: 100, mostPerAddress: 2 }, ['198.51.100.0/24'])
  const visit = (address: string): Socket => {
    const visitor = visitorFrom(address)
    server.emit('connection', visitor)
    return visitor
  }
  const isCut = (address: string) => visit(address).destroyed
  const first = visit('192.0.2.1')
  assert.deepEqual([isCut('192.0.2.1'), isCut('::ffff:192.0.2.1'), isCut('192.0.2.2')], [false, true, false])
  first.destroy()
  await once(first, 'close')
  assert.deepEqual(
    [isCut('192.0.2.1'), isCut('192.0.2.1')],
    [false, true],
    'one that has gone makes room for one',
  )
  // A household has a whole /64.
  assert.deepEqual([isCut('2001:db8::1'), isCut('2001:db8::2'), isCut('2001:db8::3')], [false, false, true])
  for (const many of ['198.51.100.7', '127.0.0.1', '::1']) {
    assert.deepEqual([isCut(many), isCut(many), isCut(many)], [false, false, false], many)
  }
})
