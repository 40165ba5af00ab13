import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { childProgram } from '@sonde/ground/testing/child-program.ts'
import type { NetworkNamespace } from '@sonde/probes/testing/network-namespace.ts'
import { joinSockets } from './join-sockets.ts'
import { temporaryFolder } from './server-process.ts'

const bridgeScript = childProgram(new URL('children/namespace-bridge.ts', import.meta.url))

/** A command that runs what follows it inside the namespace. */
export function inside({ name }: NetworkNamespace): string[] {
  return ['ip', 'netns', 'exec', name]
}

/** A port inside the namespace, on all of its addresses, behind which is a port of this machine. */
export async function openDoorIn(
  test: TestContext,
  namespace: NetworkNamespace,
  targetPort: number,
): Promise<number> {
  const server = createServer((socket) => joinSockets(socket, connect(targetPort, '127.0.0.1')))
  // Without an address to look up, the socket is made before `listen` returns: inside.
  namespace.enter(() => server.listen(0))
  return opened(test, server)
}

/** A port of this machine, behind which is a port of the namespace's loopback; any that is free, unless told. */
export async function openDoorTo(
  test: TestContext,
  namespace: NetworkNamespace,
  targetPort: number,
  port = 0,
): Promise<number> {
  const path = join(temporaryFolder(test), 'door')
  const [program = '', ...args] = inside(namespace)
  // Sockets in the file system know no network namespaces.
  const bridge = spawn(program, [...args, process.execPath, bridgeScript, path, String(targetPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(bridge, 'close')
  test.after(async () => {
    bridge.kill('SIGKILL')
    await ended
  })
  await once(bridge.stdout, 'data')
  return opened(test, createServer((socket) => joinSockets(socket, connect(path))).listen(port, '127.0.0.1'))
}

async function opened(test: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  await once(server, 'listening')
  test.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
