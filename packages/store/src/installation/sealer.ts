import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts what must not be readable in a stolen database. The context (`checks/<id>`) is bound to the
 * sealed text, so that it opens only in the place it was sealed for.
 */
export type Sealer = {
  readonly keyFingerprint: string
  seal(plain: string, context: string): string
  /** Throws `UnreadableSecret` when the text was changed, moved or sealed with another key. */
  open(sealed: string, context: string): string
  /** A key for another use, that tells nothing about this one. */
  deriveKey(purpose: string): Buffer
}

export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret'
}

const algorithm = 'aes-256-gcm'
const version = 'v1'
const ivBytes = 12
const tagBytes = 16
const fingerprintLength = 16

/** How long a sealed text is beside its base64, and how many bytes the base64 has beside the plain text. */
export const sealedOverhead = {
  characters: `${version}..`.length + fingerprintLength,
  bytes: ivBytes + tagBytes,
} as const

/** By what a sealed text is recognised among others. */
export const sealedForm = {
  fingerprintLength,
  /** Characters of base64, when nothing was sealed. */
  leastEncoded: Math.ceil(((ivBytes + tagBytes) * 4) / 3),
} as const

/** Sealed form: `v1.<key fingerprint>.<base64url of iv, ciphertext, tag>`; the key must have 32 bytes. */
export function createSealer(key: Buffer): Sealer {
  const keyFingerprint = fingerprintOf(key)
  return {
    keyFingerprint,
    seal(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${keyFingerprint}.${body.toString('base64url')}`
    },
    open(sealed, context) {
      const [form, fingerprint, encoded] = sealed.split('.')
      if (form !== version || encoded === undefined) throw unreadable(context, 'its format is unknown')
      if (fingerprint !== keyFingerprint)
        throw unreadable(context, `it was encrypted with the key ${fingerprint}`)
      const body = Buffer.from(encoded, 'base64url')
      if (body.length < ivBytes + tagBytes) throw unreadable(context, 'it is incomplete')
      const decipher = createDecipheriv(algorithm, key, body.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(body.subarray(-tagBytes))
      try {
        return Buffer.concat([
          decipher.update(body.subarray(ivBytes, -tagBytes)),
          decipher.final(),
        ]).toString()
      } catch (error) {
        throw unreadable(context, 'it was changed or moved', error)
      }
    },
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', key, '', `sonde: ${purpose}`, 32)),
  }
}

function unreadable(context: string, why: string, cause?: unknown): UnreadableSecret {
  return new UnreadableSecret(`the secret of ${context} cannot be decrypted: ${why}`, { cause })
}

// A keyed hash tells keys apart and says nothing about the key itself.
function fingerprintOf(key: Buffer): string {
  return createHmac('sha256', key).update('sonde encryption key').digest('hex').slice(0, fingerprintLength)
}
