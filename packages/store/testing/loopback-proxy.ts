import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { Transform } from 'node:stream'

/** Stands between the program and its database, to take the database away and give it back. */
export type LoopbackProxy = {
  url: string
  cut(): Promise<void>
  restore(): Promise<void>
  /** The connections stay, and nothing moves on them any more. */
  freeze(): void
  /** The same for whoever connects from now on, as when packets get lost, until `restore`. */
  silence(): void
  /** Whatever the program says arrives so much later, however little it is. */
  slowDown(ms: number): void
  /**
   * Breaks the connection of that name when it next says these words, `commit\0` for one: before PostgreSQL hears of them, or
   * when it has done what they say and before it can tell so. Resolves when that has happened.
   */
  cutAt(applicationName: string, words: string, when: 'before' | 'after'): Promise<void>
}

export async function startLoopbackProxy(databaseUrl: string): Promise<LoopbackProxy> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isSilent = false
  let isFrozen = false
  let slowMs = 0
  let wanted: { name: string; words: string; when: 'before' | 'after'; done(): void } | null = null
  const server = createServer((client) => {
    if (isSilent) {
      open.add(client)
      client.on('error', () => client.destroy()).on('close', () => open.delete(client))
      return
    }
    const upstream = connect(Number(target.port || 5_432), target.hostname)
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      // A socket that was destroyed on purpose reports what its peer still tried to send.
      socket.on('error', () => {
        socket.destroy()
        // Where packets get lost nobody is told that the other one has gone.
        if (!isFrozen) peer.destroy()
      })
      socket.on('close', () => open.delete(socket))
    }
    // Who it is stands in the first thing that a client says.
    let name: string | null = null
    client.on('data', (bytes: Buffer) => {
      name ??= bytes.toString('latin1')
      if (wanted === null || !name.includes(wanted.name) || !bytes.includes(wanted.words)) return
      const { when, done } = wanted
      wanted = null
      if (when === 'before') upstream.destroy()
      else upstream.unpipe(client)
      const end = () => {
        client.destroy()
        done()
      }
      if (when === 'before') end()
      else upstream.once('data', end).resume()
    })
    const way = new Transform({
      transform: (bytes, _encoding, pass) =>
        void (slowMs === 0 ? pass(null, bytes) : setTimeout(pass, slowMs, null, bytes)),
    })
    client.pipe(way).pipe(upstream).pipe(client)
  })
  const freeze = () => {
    isFrozen = true
    for (const socket of open) socket.unpipe().pause()
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const { port } = address
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
    async restore() {
      isFrozen = false
      if (!isSilent) return await listen(port)
      isSilent = false
      for (const socket of open) socket.destroy()
    },
    cutAt: (name, words, when) => new Promise((resolve) => (wanted = { name, words, when, done: resolve })),
    freeze,
    silence() {
      isSilent = true
      freeze()
    },
    slowDown: (ms) => void (slowMs = ms),
  }
}
