import type { DnsAnswer, DnsRecord } from '@sonde/schema/check-types/dns/result.ts'
import type { Query } from './query.ts'
import { readRecordData } from './read-record-data.ts'
import { nameOfType } from './record-types.ts'
import { showReply } from './show-reply.ts'
import { MalformedMessage, WireReader } from './wire-reader.ts'

export type Reply = { json: DnsAnswer; text: string }

export type ReadReply =
  | { kind: 'reply'; reply: Reply }
  /** Not for us: of another question, or of nobody we asked. */
  | { kind: 'foreign' }
  | { kind: 'malformed'; why: string }

const headerBytes = 12
const optType = 41

const codeNames = new Map(
  ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED', 'YXDOMAIN', 'YXRRSET', 'NXRRSET']
    .concat(['NOTAUTH', 'NOTZONE'])
    .map((name, code) => [code, name] as const),
).set(16, 'BADVERS')

/** Reads what came back for a query. Whoever does not know its id is not believed in anything else. */
export function readReply(bytes: Buffer, query: Query): ReadReply {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== query.id) return { kind: 'foreign' }
  if (bytes.length < headerBytes) return { kind: 'malformed', why: 'it ends too early' }
  const flags = bytes.readUInt16BE(2)
  if ((flags & 0x8000) === 0) return { kind: 'foreign' }
  const questions = bytes.readUInt16BE(4)
  // Servers that could not even read the question do not repeat it.
  const isBare = questions === 0 && (flags & 0xf) !== 0
  if (questions === 1 && bytes.length >= headerBytes + query.question.length) {
    if (!isSameQuestion(bytes, query.question)) return { kind: 'foreign' }
  } else if (!isBare) {
    return { kind: 'malformed', why: 'it does not repeat the question' }
  }
  try {
    const start = headerBytes + (isBare ? 0 : query.question.length)
    return { kind: 'reply', reply: readSections(bytes, start, { query, flags, isBare }) }
  } catch (error) {
    if (error instanceof MalformedMessage) return { kind: 'malformed', why: error.message }
    throw error
  }
}

/** Names are the same in any case; the type and the class are numbers. */
function isSameQuestion(bytes: Buffer, question: Buffer): boolean {
  const nameEnd = question.length - 4
  for (let at = 0; at < question.length; at += 1) {
    const [theirs, ours] = [bytes[headerBytes + at] ?? 0, question[at] ?? 0]
    if (theirs !== ours && (at >= nameEnd || lowerCase(theirs) !== lowerCase(ours))) return false
  }
  return true
}

function lowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
}

type Header = { query: Query; flags: number; isBare: boolean }

function readSections(bytes: Buffer, start: number, { query, flags, isBare }: Header): Reply {
  const counts = {
    answer: bytes.readUInt16BE(6),
    authority: bytes.readUInt16BE(8),
    additional: bytes.readUInt16BE(10),
  }
  const isCut = (flags & 0x0200) !== 0
  const reader = new WireReader(bytes, start)
  const answer: DnsRecord[] = []
  const classes: number[] = []
  let extendedCode = 0
  try {
    for (let left = counts.answer; left > 0; left -= 1) answer.push(readRecord(reader, classes))
    for (let left = counts.authority; left > 0; left -= 1) skipRecord(reader)
    for (let left = counts.additional; left > 0; left -= 1) {
      const { type, ttl } = skipRecord(reader)
      if (type === optType) extendedCode = ttl >>> 24
    }
  } catch (error) {
    // A reply that says it was cut may have been cut anywhere: the records before that are whole.
    if (!isCut || !(error instanceof MalformedMessage)) throw error
  }
  const code = (extendedCode << 4) | (flags & 0xf)
  const questionReader = new WireReader(query.question)
  const json: DnsAnswer = {
    Status: codeNames.get(code) ?? `RCODE${code}`,
    TC: isCut,
    RD: (flags & 0x0100) !== 0,
    RA: (flags & 0x0080) !== 0,
    AD: (flags & 0x0020) !== 0,
    CD: (flags & 0x0010) !== 0,
    Question: isBare ? [] : [{ name: questionReader.name(), type: nameOfType(questionReader.uint16()) }],
    Answer: answer,
  }
  return { json, text: showReply(json, { id: query.id, flags, counts, classes }) }
}

function readRecord(reader: WireReader, classes: number[]): DnsRecord {
  const name = reader.name()
  const type = reader.uint16()
  const dnsClass = reader.uint16()
  const TTL = reader.uint32()
  const data = readRecordData(reader, type, reader.uint16())
  classes.push(dnsClass)
  return { name, type: nameOfType(type), TTL, data }
}

/** What nobody is shown must still be there. */
function skipRecord(reader: WireReader): { type: number; ttl: number } {
  reader.name()
  const type = reader.uint16()
  reader.uint16()
  const ttl = reader.uint32()
  reader.slice(reader.uint16())
  return { type, ttl }
}
