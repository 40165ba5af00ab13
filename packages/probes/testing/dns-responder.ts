import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** Says a message to whoever asked; over TCP with its length before it. */
export type Say = (message: Buffer) => void

export type DnsResponder = {
  port: number
  /** `127.0.0.1:port` */
  address: string
  /** Every query that came, in order. */
  queries: { bytes: Buffer; protocol: 'UDP' | 'TCP' }[]
}

/** What a server does with a query; silent unless it says something. The first one is number 1. */
export type OnQuery = (query: Buffer, say: Say, from: { number: number; port: number }) => void

/** A DNS server on loopback that does whatever a test wants, on UDP and TCP alike. The test ends it. */
export async function startResponder(
  t: TestContext,
  onQuery: OnQuery,
  { onConnection }: { onConnection?: (socket: Socket) => void } = {},
): Promise<DnsResponder> {
  const queries: DnsResponder['queries'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (onConnection) return onConnection(socket)
    socket.on('data', (chunk: Buffer) => {
      const bytes = chunk.subarray(2)
      queries.push({ bytes, protocol: 'TCP' })
      onQuery(bytes, (message) => socket.write(framed(message)), {
        number: queries.length,
        port: socket.remotePort ?? 0,
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('a TCP server has a port')
  const { port } = bound
  const datagrams = createSocket('udp4')
  datagrams.on('message', (bytes, from) => {
    queries.push({ bytes, protocol: 'UDP' })
    onQuery(bytes, (message) => datagrams.send(message, from.port, from.address), {
      number: queries.length,
      port: from.port,
    })
  })
  datagrams.bind(port, '127.0.0.1')
  await once(datagrams, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    datagrams.close()
    await Promise.all([once(server, 'close'), once(datagrams, 'close')])
  })
  return { port, address: `127.0.0.1:${port}`, queries }
}

export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}

/** A UDP port of loopback where nobody listens. */
export async function closedUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

type ReplyParts = {
  /** 0 to 15. */
  code?: number
  /** Added to "an answer, recursion desired and available". */
  flags?: number
  answers?: readonly Buffer[]
  additional?: readonly Buffer[]
  /** Instead of the one that was asked. */
  question?: Buffer
  id?: number
}

/** A reply to a query, built byte by byte, so that it can be a wrong one. */
export function replyTo(query: Buffer, parts: ReplyParts = {}): Buffer {
  const { code = 0, flags = 0, answers = [], additional = [], question = questionOf(query) } = parts
  const header = Buffer.alloc(12)
  header.writeUInt16BE(parts.id ?? query.readUInt16BE(0), 0)
  header.writeUInt16BE(0x8180 | flags | code, 2)
  header.writeUInt16BE(question.length === 0 ? 0 : 1, 4)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt16BE(additional.length, 10)
  return Buffer.concat([header, question, ...answers, ...additional])
}

/** The question section of a query with one question. */
export function questionOf(query: Buffer): Buffer {
  let end = 12
  while ((query[end] ?? 0) > 0) end += 1 + (query[end] ?? 0)
  return query.subarray(12, end + 5)
}

/** A record of the name that was asked, by a pointer to it, unless told. */
export function resource(
  type: number,
  data: Buffer,
  { name = Buffer.from([0xc0, 12]), ttl = 300, dnsClass = 1, length = data.length } = {},
): Buffer {
  const fields = Buffer.alloc(10)
  fields.writeUInt16BE(type, 0)
  fields.writeUInt16BE(dnsClass, 2)
  fields.writeUInt32BE(ttl, 4)
  fields.writeUInt16BE(length, 8)
  return Buffer.concat([name, fields, data])
}

/** A name on the wire, without pointers. */
export function wireName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '')
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([Buffer.byteLength(label)]), Buffer.from(label)])),
    Buffer.from([0]),
  ])
}

export function ipv4(...bytes: number[]): Buffer {
  return resource(1, Buffer.from(bytes))
}
