import type { X509Certificate } from 'node:crypto'
import type { OcspStatus } from '@sonde/schema/check-types/ssl/result.ts'
import {
  type DerValue,
  derTags,
  objectIdOf,
  objectIds,
  readInside,
  readOnly,
  readValues,
} from './der-value.ts'

export type Staple = { status: OcspStatus; hasTimestamps: boolean }

const unreadable: Staple = { status: 'unknown', hasTimestamps: false }

/**
 * What a stapled OCSP answer (RFC 6960) says about the leaf. Its signature is not verified: it is shown to a client
 * that has the same server's word for everything else. An answer about another certificate, one that is too old to
 * vouch for anything and one that cannot be read are all `unknown`.
 */
export function readStaple(staple: Buffer, leaf: X509Certificate, nowAt: number): Staple {
  const answer = (readResponses(staple) ?? []).map(readAnswer).find((one) => one?.serial === serialOf(leaf))
  if (answer === undefined || answer === null) return unreadable
  const { status, nextUpdateAt, hasTimestamps } = answer
  const isOld = nextUpdateAt !== null && nextUpdateAt < nowAt
  return { status: status === 'good' && isOld ? 'unknown' : status, hasTimestamps }
}

/** Without the zeros that DER puts before a number whose first bit is set. */
function serialOf({ serialNumber }: X509Certificate): string {
  return serialNumber.toLowerCase().replace(/^0+(?=.)/, '')
}

/** The answers inside: OCSPResponse, its bytes, BasicOCSPResponse, ResponseData. */
function readResponses(staple: Buffer): DerValue[] | null {
  const [state, bytes] = readInside(staple, derTags.sequence) ?? []
  const isSuccessful = state?.tag === derTags.enumerated && state.content.equals(Buffer.from([0]))
  if (!isSuccessful || bytes?.tag !== 0xa0) return null
  const [kind, wrapped] = readInside(bytes.content, derTags.sequence) ?? []
  if (kind === undefined || objectIdOf(kind) !== objectIds.basicOcspAnswer) return null
  if (wrapped?.tag !== derTags.octetString) return null
  const [data] = readInside(wrapped.content, derTags.sequence) ?? []
  const responses = data === undefined ? undefined : readValues(data.content)?.find(isSequence)
  return responses === undefined ? null : readValues(responses.content)
}

/** Of the parts of ResponseData, only the list of answers is one: who answered is tagged, and when is a time. */
function isSequence({ tag }: DerValue): boolean {
  return tag === derTags.sequence
}

type Answer = {
  serial: string
  status: OcspStatus
  nextUpdateAt: number | null
  hasTimestamps: boolean
}

function readAnswer({ content }: DerValue): Answer | null {
  const [certificate, status, , ...rest] = readValues(content) ?? []
  const serial = certificate === undefined ? undefined : readValues(certificate.content)?.at(3)
  if (serial?.tag !== derTags.integer || status === undefined) return null
  const nextUpdate = rest.find(({ tag }) => tag === 0xa0)
  const extensions = rest.find(({ tag }) => tag === 0xa1)
  return {
    serial: serial.content.toString('hex').replace(/^0+(?=.)/, ''),
    status: statusOf(status),
    nextUpdateAt: nextUpdate === undefined ? null : readTime(nextUpdate.content),
    hasTimestamps: extensions !== undefined && holdsTimestamps(extensions.content),
  }
}

function statusOf({ tag }: DerValue): OcspStatus {
  if (tag === 0x80) return 'good'
  return tag === 0xa1 ? 'revoked' : 'unknown'
}

function readTime(bytes: Buffer): number | null {
  const text = readOnly(bytes, derTags.generalizedTime)?.toString('latin1') ?? ''
  const parts = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)Z$/.exec(
    text,
  )
  if (parts?.groups === undefined) return null
  const { year, month, day, hour, minute, second } = parts.groups
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? null : at
}

function holdsTimestamps(bytes: Buffer): boolean {
  const extensions = readInside(bytes, derTags.sequence) ?? []
  return extensions.some(({ content }) => {
    const [id] = readValues(content) ?? []
    return id !== undefined && objectIdOf(id) === objectIds.timestampsInStaple
  })
}
