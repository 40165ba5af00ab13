import { randomInt } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { DnsQueryType } from '@sonde/schema/check-types/dns/result.ts'
import { typeNumbers } from './record-types.ts'

export type Query = {
  id: number
  /** As it goes over the wire. */
  message: Buffer
  /** The part of it that a reply has to repeat. */
  question: Buffer
}

/** What we take in one datagram: the size that passes everywhere without being cut into fragments. */
const udpPayloadBytes = 1232
const headerBytes = 12

/** Null for a name that DNS cannot carry. */
export function encodeQuery(name: string, type: DnsQueryType, id = randomInt(0x10000)): Query | null {
  const labels = labelsOf(name)
  if (labels === null) return null
  const nameBytes = labels.reduce((sum, label) => sum + 1 + label.length, 1)
  if (nameBytes > 255) return null
  const questionEnd = headerBytes + nameBytes + 4
  const message = Buffer.alloc(questionEnd + 11)
  message.writeUInt16BE(id, 0)
  // Recursion desired; one question; one additional record, which offers EDNS.
  message.writeUInt16BE(0x0100, 2)
  message.writeUInt16BE(1, 4)
  message.writeUInt16BE(1, 10)
  let at = headerBytes
  for (const label of labels) {
    message[at] = label.length
    message.write(label, at + 1, 'latin1')
    at += 1 + label.length
  }
  message.writeUInt16BE(typeNumbers[type], at + 1)
  message.writeUInt16BE(1, at + 3)
  message.writeUInt16BE(41, questionEnd + 1)
  message.writeUInt16BE(udpPayloadBytes, questionEnd + 3)
  return { id, message, question: message.subarray(headerBytes, questionEnd) }
}

function labelsOf(name: string): string[] | null {
  const isAscii = /^[\x21-\x7e]+$/.test(name)
  const ascii = (isAscii ? name : domainToASCII(name)).replace(/\.$/, '')
  if (ascii === '') return name === '.' ? [] : null
  const labels = ascii.split('.')
  return labels.every((label) => label.length >= 1 && label.length <= 63) ? labels : null
}
