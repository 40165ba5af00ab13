import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsAnswer = {
  code?: 'NOERROR' | 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED'
  addresses?: readonly Buffer[]
}
export type DnsQuestion = { name: string; type: 'A' | 'AAAA' }

export type DnsServer = {
  /** `127.0.0.1:port` */
  address: string
  /** Every question that came, in order. */
  questions: DnsQuestion[]
  close(): Promise<void>
}

const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const
const typeNumbers = { A: 1, AAAA: 28 } as const

/** A DNS server on loopback. Silent where `answer` gives null. */
export async function startDnsServer(
  answer: (question: DnsQuestion) => DnsAnswer | null,
  { delayMs = () => 0 }: { delayMs?: () => number } = {},
): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: DnsQuestion[] = []
  socket.on('message', (query, from) => {
    const { question, end } = readQuestion(query)
    questions.push(question)
    const given = answer(question)
    if (!given) return
    const reply = buildReply(query, end, question, given)
    const ms = delayMs()
    if (ms === 0) return socket.send(reply, from.port, from.address)
    const timer = setTimeout(() => socket.send(reply, from.port, from.address), ms)
    socket.once('close', () => clearTimeout(timer))
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(query: Buffer): { question: DnsQuestion; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === typeNumbers.AAAA ? 'AAAA' : 'A'
  return { question: { name: labels.join('.'), type }, end: at + 5 }
}

function buildReply(query: Buffer, end: number, { type }: DnsQuestion, answer: DnsAnswer): Buffer {
  const { code = 'NOERROR', addresses = [] } = answer
  const header = Buffer.from(query.subarray(0, 12))
  // An answer (QR), recursion asked for and available, and the code.
  header.writeUInt16BE(0x8180 | codes[code], 2)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt16BE(0, 8)
  header.writeUInt16BE(0, 10)
  const records = addresses.map((address) => {
    const record = Buffer.alloc(12)
    // The name is the one in the question, 12 bytes into the message.
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(typeNumbers[type], 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(3600, 6)
    record.writeUInt16BE(address.length, 10)
    return Buffer.concat([record, address])
  })
  return Buffer.concat([header, query.subarray(12, end), ...records])
}
