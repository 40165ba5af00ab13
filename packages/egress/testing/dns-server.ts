import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { TestContext } from 'node:test'

export type DnsServer = {
  /** `127.0.0.1:port` */
  address: string
  /** `name A`, `name AAAA`: every question that came, in order. */
  questions: string[]
}

/** By `name A` and `name AAAA`: addresses in bytes, or silence. What is not listed does not exist. */
export type DnsZone = Readonly<Record<string, readonly number[] | 'silent'>>

/** A DNS server on loopback. */
export async function startDnsServer(t: TestContext, zone: DnsZone): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, from) => {
    const { question, end } = readQuestion(query)
    questions.push(question)
    const known = zone[question.toLowerCase()]
    if (known !== 'silent') socket.send(buildReply(query, end, known ?? null), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, questions }
}

function readQuestion(query: Buffer): { question: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A'
  return { question: `${labels.join('.')} ${type}`, end: at + 5 }
}

function buildReply(query: Buffer, end: number, address: readonly number[] | null): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  // An answer, recursion asked for and available; 3: there is no such name.
  header.writeUInt16BE(0x8180 | (address === null ? 3 : 0), 2)
  header.writeUInt16BE(address === null ? 0 : 1, 6)
  header.writeUInt16BE(0, 8)
  header.writeUInt16BE(0, 10)
  if (address === null) return Buffer.concat([header, query.subarray(12, end)])
  const record = Buffer.alloc(12)
  // The name is the one in the question, 12 bytes into the message.
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(address.length === 4 ? 1 : 28, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(3600, 6)
  record.writeUInt16BE(address.length, 10)
  return Buffer.concat([header, query.subarray(12, end), record, Buffer.from(address)])
}
