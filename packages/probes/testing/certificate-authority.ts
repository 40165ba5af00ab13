import { constants, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { dayMs } from '@sonde/ground/durations.ts'
import { bits, boolean, explicit, generalizedTime, integer, nothing, objectId } from './der.ts'
import { octets, sequence, setOf, tagged, text } from './der.ts'

/**
 * Certificates of the test's own, written by hand: no program has to be there, none has to be waited for, and
 * they can be wrong in every way that a test needs.
 */

export type KeyKind =
  | 'ec-256'
  | 'ec-384'
  | 'rsa-1024'
  | 'rsa-2048'
  | 'rsa-3072'
  | 'rsa-4096'
  | 'dsa-2048'
  | 'ed25519'
export type Hash = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512'

export type LeafOptions = {
  /** DNS names and IP addresses; by default those of this machine. Empty: no such extension. */
  names?: readonly string[]
  commonName?: string
  notBeforeAt?: number
  notAfterAt?: number
  /** Instead of it, as it is written, for dates that do not exist. */
  notAfterText?: string
  key?: KeyKind
  /** By default the intermediate authority. */
  signedBy?: 'root' | 'intermediate' | 'self'
  hash?: Hash
  hasPssSignature?: boolean
  demandsStaple?: boolean
  hasTimestamps?: boolean
  isCa?: boolean
  /** Object ids of what the key may be used for; by default servers. */
  usages?: readonly string[]
}

export type IssuedCertificate = {
  cert: string
  key: string
  /** The certificate, then those that belong between it and the root. */
  fullChain: string
  x509: X509Certificate
}

export type CertificateAuthority = {
  root: string
  intermediate: string
  /** Signs the answers of a stapling server for what `intermediate` issued. */
  intermediateKey: KeyObject
  issue(options?: LeafOptions): IssuedCertificate
  issueClient(commonName: string, options?: LeafOptions): IssuedCertificate
}

export type AuthorityOptions = {
  name?: string
  intermediateNotAfterAt?: number
  intermediateHash?: Hash
  key?: KeyKind
}

export function createCertificateAuthority(options: AuthorityOptions = {}): CertificateAuthority {
  const { name = 'Test', key: keyKind = 'ec-256' } = options
  const now = Date.now()
  const rootKeys = keysFor(keyKind, `${name} root`)
  const intermediateKeys = keysFor(keyKind, `${name} intermediate`)
  const rootName = `${name} Root`
  const intermediateName = `${name} Intermediate`
  const span = { notBeforeAt: now - 1095 * dayMs, notAfterAt: now + 3650 * dayMs }
  const root = write({ subject: rootName, issuer: rootName, isCa: true, ...span }, rootKeys, rootKeys)
  const intermediate = write(
    {
      subject: intermediateName,
      issuer: rootName,
      isCa: true,
      ...span,
      notAfterAt: options.intermediateNotAfterAt ?? span.notAfterAt,
      hash: options.intermediateHash ?? 'sha256',
    },
    intermediateKeys,
    rootKeys,
  )

  const issue = (leaf: LeafOptions = {}): IssuedCertificate => {
    const { signedBy = 'intermediate', commonName = 'localhost' } = leaf
    const own = keysFor(leaf.key ?? 'ec-256', 'leaf')
    const issuer = { root: rootName, intermediate: intermediateName, self: commonName }[signedBy]
    const signer = { root: rootKeys, intermediate: intermediateKeys, self: own }[signedBy]
    const cert = write(
      {
        ...leaf,
        subject: commonName,
        issuer,
        names: leaf.names ?? ['localhost', '127.0.0.1', '::1'],
        usages: leaf.usages ?? ['1.3.6.1.5.5.7.3.1'],
        notBeforeAt: leaf.notBeforeAt ?? now - dayMs,
        notAfterAt: leaf.notAfterAt ?? now + 90 * dayMs,
      },
      own,
      signer,
    )
    return {
      cert,
      key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      fullChain: signedBy === 'intermediate' ? `${cert}${intermediate}` : cert,
      x509: new X509Certificate(cert),
    }
  }
  return {
    root,
    intermediate,
    intermediateKey: intermediateKeys.privateKey,
    issue,
    issueClient: (commonName, leaf = {}) =>
      issue({ ...leaf, commonName, names: [], usages: ['1.3.6.1.5.5.7.3.2'] }),
  }
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject }
const made = new Map<string, Keys>()

/** Keys are slow to make: one for each kind and purpose of a process. */
function keysFor(kind: KeyKind, purpose: string): Keys {
  const name = `${kind} ${purpose}`
  const known = made.get(name)
  if (known !== undefined) return known
  const keys = makeKeys(kind)
  made.set(name, keys)
  return keys
}

function makeKeys(kind: KeyKind): Keys {
  switch (kind) {
    case 'ec-256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    case 'ec-384':
      return generateKeyPairSync('ec', { namedCurve: 'P-384' })
    case 'ed25519':
      return generateKeyPairSync('ed25519')
    case 'dsa-2048':
      return generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 })
    default:
      return generateKeyPairSync('rsa', { modulusLength: Number(kind.slice('rsa-'.length)) })
  }
}

type Content = Omit<LeafOptions, 'signedBy' | 'key' | 'commonName'> & {
  subject: string
  issuer: string
  notBeforeAt: number
  notAfterAt: number
}

let lastSerial = 8_000n

function write(content: Content, own: Keys, signer: Keys): string {
  lastSerial += 1n
  const algorithm = signatureAlgorithm(signer.privateKey, content)
  const signed = sequence(
    explicit(0, integer(2n)),
    integer(lastSerial),
    algorithm,
    distinguishedName(content.issuer),
    sequence(
      generalizedTime(content.notBeforeAt),
      content.notAfterText === undefined
        ? generalizedTime(content.notAfterAt)
        : tagged(0x18, Buffer.from(content.notAfterText)),
    ),
    distinguishedName(content.subject),
    own.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions(content))),
  )
  return toPem(sequence(signed, algorithm, bits(signBytes(signed, signer.privateKey, content))))
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

export function distinguishedName(commonName: string): Buffer {
  return sequence(setOf(sequence(objectId('2.5.4.3'), text(commonName))))
}

const hashIds: Record<Hash, string> = {
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}
const rsaIds: Record<Hash, string> = {
  md5: '1.2.840.113549.1.1.4',
  sha1: '1.2.840.113549.1.1.5',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}
const ecdsaIds: Record<Hash, string> = {
  md5: '',
  sha1: '1.2.840.10045.4.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}
const hashBytes: Record<Hash, number> = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 }

type Signing = { hash?: Hash; hasPssSignature?: boolean }

export function signatureAlgorithm(
  key: KeyObject,
  { hash = 'sha256', hasPssSignature = false }: Signing,
): Buffer {
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return sequence(objectId('1.3.101.112'))
    case 'ec':
      return sequence(objectId(ecdsaIds[hash]))
    case 'dsa':
      return sequence(objectId(hash === 'sha1' ? '1.2.840.10040.4.3' : '2.16.840.1.101.3.4.3.2'))
    default: {
      if (!hasPssSignature) return sequence(objectId(rsaIds[hash]), nothing())
      const hashed = sequence(objectId(hashIds[hash]), nothing())
      return sequence(
        objectId('1.2.840.113549.1.1.10'),
        sequence(
          explicit(0, hashed),
          explicit(1, sequence(objectId('1.2.840.113549.1.1.8'), hashed)),
          explicit(2, integer(BigInt(hashBytes[hash]))),
        ),
      )
    }
  }
}

export function signBytes(
  bytes: Buffer,
  key: KeyObject,
  { hash = 'sha256', hasPssSignature = false }: Signing,
): Buffer {
  if (key.asymmetricKeyType === 'ed25519') return sign(null, bytes, key)
  if (!hasPssSignature) return sign(hash, bytes, key)
  return sign(hash, bytes, {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  })
}

function extensions(content: Content): Buffer[] {
  const { names = [], usages = [], isCa = false } = content
  const list = [extension('2.5.29.19', sequence(...(isCa ? [boolean(true)] : [])), true)]
  if (isCa) list.push(extension('2.5.29.15', tagged(0x03, Buffer.from([1, 0x06])), true))
  if (names.length > 0) list.push(extension('2.5.29.17', sequence(...names.map(subjectName))))
  if (usages.length > 0) list.push(extension('2.5.29.37', sequence(...usages.map(objectId))))
  if (content.demandsStaple) list.push(extension('1.3.6.1.5.5.7.1.24', sequence(integer(5n))))
  if (content.hasTimestamps) list.push(extension('1.3.6.1.4.1.11129.2.4.2', octets(someTimestamps())))
  return list
}

function extension(id: string, content: Buffer, isCritical = false): Buffer {
  return sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(content))
}

function subjectName(name: string): Buffer {
  if (isIPv4(name)) return tagged(0x87, Buffer.from(name.split('.').map(Number)))
  if (isIPv6(name)) return tagged(0x87, loopbackOnly(name))
  return tagged(0x82, Buffer.from(name))
}

function loopbackOnly(name: string): Buffer {
  if (name !== '::1') throw new Error(`${name}: of IPv6, tests need only ::1`)
  return Buffer.concat([Buffer.alloc(15), Buffer.from([1])])
}

/** One signed certificate timestamp, of the right form and of no log. */
function someTimestamps(): Buffer {
  const timestamp = Buffer.alloc(1 + 32 + 8 + 2 + 4 + 8)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(timestamp.length)
  const list = Buffer.concat([length, timestamp])
  const total = Buffer.alloc(2)
  total.writeUInt16BE(list.length)
  return Buffer.concat([total, list])
}
