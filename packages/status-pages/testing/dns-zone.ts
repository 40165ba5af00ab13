import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { TestContext } from 'node:test'

/** By `name TXT`, `name CNAME` and `name A`. What is not listed does not exist; SILENT: no answer at all. */
export type DnsRecords = Record<string, string | 'SILENT'>

const types: Readonly<Record<number, string>> = { 1: 'A', 5: 'CNAME', 16: 'TXT', 28: 'AAAA' }

/** A DNS server on loopback, whose records may be changed while it runs. */
export async function startDnsZone(t: TestContext, records: DnsRecords): Promise<{ address: string }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { question, end } = readQuestion(query)
    const known = records[question]
    if (known !== 'SILENT') socket.send(reply(query, end, question, known), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}` }
}

function readQuestion(query: Buffer): { question: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = types[query.readUInt16BE(at + 1)] ?? 'other'
  return { question: `${labels.join('.').toLowerCase()} ${type}`, end: at + 5 }
}

function reply(query: Buffer, end: number, question: string, known: string | undefined): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  // An answer, recursion asked for and available; 3: there is no such name.
  header.writeUInt16BE(0x8180 | (known === undefined ? 3 : 0), 2)
  header.writeUInt16BE(known === undefined ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  if (known === undefined) return Buffer.concat([header, query.subarray(12, end)])
  const data = dataOf(question, known)
  const record = Buffer.alloc(12)
  // The name is the one in the question, 12 bytes into the message.
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(query.readUInt16BE(end - 4), 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, query.subarray(12, end), record, data])
}

function dataOf(question: string, value: string): Buffer {
  if (question.endsWith(' A')) return Buffer.from(value.split('.').map(Number))
  // A text comes in parts of at most 255 bytes: two of them here, so that they have to be joined.
  if (question.endsWith(' TXT')) return Buffer.concat([part(value.slice(0, 10)), part(value.slice(10))])
  return Buffer.concat([...value.split('.').map(part), Buffer.from([0])])
}

function part(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}
