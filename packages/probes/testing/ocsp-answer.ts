import type { KeyObject, X509Certificate } from 'node:crypto'
import { distinguishedName, signatureAlgorithm, signBytes } from './certificate-authority.ts'
import {
  bits,
  explicit,
  generalizedTime,
  integer,
  nothing,
  objectId,
  octets,
  sequence,
  tagged,
} from './der.ts'

export type OcspAnswer = {
  status: 'good' | 'revoked' | 'unknown'
  nextUpdateAt?: number
  hasTimestamps?: boolean
  /** By default the one of the leaf. */
  serialNumber?: bigint
}

/** What an OCSP responder would say about a certificate, as servers staple it. */
export function writeOcspAnswer(leaf: X509Certificate, key: KeyObject, answer: OcspAnswer): Buffer {
  const now = Date.now()
  const { status, nextUpdateAt = now + 86_400_000, hasTimestamps = false } = answer
  const serial = answer.serialNumber ?? BigInt(`0x${leaf.serialNumber}`)
  const states = {
    good: tagged(0x80),
    revoked: tagged(0xa1, generalizedTime(now - 3_600_000)),
    unknown: tagged(0x82),
  }
  const hash = octets(Buffer.alloc(20, 1))
  const single = sequence(
    sequence(sequence(objectId('1.3.14.3.2.26'), nothing()), hash, hash, integer(serial)),
    states[status],
    generalizedTime(now - 60_000),
    explicit(0, generalizedTime(nextUpdateAt)),
    ...(hasTimestamps
      ? [explicit(1, sequence(sequence(objectId('1.3.6.1.4.1.11129.2.4.5'), octets(Buffer.alloc(4)))))]
      : []),
  )
  const data = sequence(
    explicit(1, distinguishedName('Test Responder')),
    generalizedTime(now),
    sequence(single),
  )
  const basic = sequence(data, signatureAlgorithm(key, {}), bits(signBytes(data, key, {})))
  return sequence(
    tagged(0x0a, Buffer.from([0])),
    explicit(0, sequence(objectId('1.3.6.1.5.5.7.48.1.1'), octets(basic))),
  )
}
