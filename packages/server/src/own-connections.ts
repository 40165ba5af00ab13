import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { isRecord } from '@sonde/ground/is-record.ts'

/** Connections that this program has opened to itself, by the end that a listening socket sees. */
export type OwnConnections = {
  has(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): boolean
  close(): void
}

/** Node tells of every socket that is about to connect, whoever has made it: no check and no alert can be forgotten. */
const channel = 'net.client.socket'

export function watchOwnConnections(): OwnConnections {
  const ends = new Set<string>()

  function note(message: unknown): void {
    const socket = isRecord(message) ? message['socket'] : null
    if (!(socket instanceof Socket)) return
    // Before anything is sent, so that nothing of it is here sooner.
    socket.once('connect', () => {
      const { localAddress, remoteAddress, localPort } = socket
      // Whoever connects to this machine itself comes from the address that it goes to.
      if (localAddress === undefined || localAddress !== remoteAddress) return
      const end = endOf(localAddress, localPort)
      ends.add(end)
      socket.once('close', () => ends.delete(end))
    })
  }

  subscribe(channel, note)
  return {
    has: ({ remoteAddress = '', remotePort }) => ends.has(endOf(remoteAddress, remotePort)),
    close: () => void unsubscribe(channel, note),
  }
}

/** A socket that takes both families shows IPv4 addresses as IPv6 ones. */
function endOf(address: string, port: number | undefined): string {
  return `${address.replace(/^::ffff:/i, '')} ${port ?? ''}`
}
