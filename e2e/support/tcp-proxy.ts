import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * A line to a port of this machine that can be slow, in both directions and for all connections together, and
 * that can be cut: then connections break and new ones are refused.
 */
export async function startTcpProxy(
  test: TestContext,
  {
    targetPort,
    bytesPerSecond,
    latencyMs = 0,
  }: { targetPort: number; bytesPerSecond?: number; latencyMs?: number },
) {
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const carried = { up: 0, down: 0 }
  const lanes = { up: { freeMs: 0 }, down: { freeMs: 0 } }

  function later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }

  function carry(from: Socket, to: Socket, direction: 'up' | 'down'): void {
    from.on('data', (bytes: Buffer) => {
      carried[direction] += bytes.length
      if (bytesPerSecond === undefined) {
        to.write(bytes)
        return
      }
      const lane = lanes[direction]
      const now = performance.now()
      lane.freeMs = Math.max(lane.freeMs, now) + (bytes.length / bytesPerSecond) * 1_000
      from.pause()
      later(lane.freeMs - now, () => from.resume())
      later(lane.freeMs - now + latencyMs, () => to.write(bytes))
    })
    from.on('end', () =>
      later(Math.max(0, lanes[direction].freeMs - performance.now()) + latencyMs, () => to.end()),
    )
    from.on('error', () => to.destroy())
    from.on('close', () => later(latencyMs + 1_000, () => to.destroy()))
  }

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    for (const socket of [client, target]) sockets.add(socket.on('close', () => sockets.delete(socket)))
    carry(client, target, 'up')
    carry(target, client, 'down')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function cut(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    for (const timer of timers) clearTimeout(timer)
    await closed
  }
  test.after(async () => {
    if (server.listening) await cut()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    /** Bytes from the client (up) and to it (down) so far. */
    carried: () => ({ ...carried }),
    cut,
    async mend(): Promise<void> {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
