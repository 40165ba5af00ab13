import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { Worker } from 'node:worker_threads'

/** A server on loopback that the test ends; its port. */
export async function serveTcp(
  t: TestContext,
  onConnection: (socket: Socket) => void,
  host = '127.0.0.1',
): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    // A probe goes when it has heard enough: no trouble of the server.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return portOf(server.address())
}

/** A port of loopback where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  await once(server, 'close')
  return port
}

/**
 * A port that drops every SYN: its queue of connections is full, and its thread, asleep, accepts none of them.
 * The queue is filled by the connections of the same thread.
 */
export async function droppingPort(t: TestContext): Promise<number> {
  const worker = new Worker(
    `
    const { connect, createServer } = require('node:net')
    const { parentPort } = require('node:worker_threads')
    const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      const { port } = server.address()
      for (let filling = 0; filling < 8; filling += 1) connect(port, '127.0.0.1').on('error', () => {})
      process.nextTick(() => {
        parentPort.postMessage(port)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      })
    })
    `,
    { eval: true },
  )
  t.after(() => worker.terminate())
  const [port]: unknown[] = await once(worker, 'message')
  if (typeof port !== 'number') throw new Error('the server told no port')
  return port
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}
