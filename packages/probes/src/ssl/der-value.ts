/** A value of DER: its tag, and where its content lies. */
export type DerValue = { tag: number; content: Buffer }

/**
 * The values that follow one another in `bytes`; null when they do not end where `bytes` ends, or are written in a
 * way that DER forbids. What strangers sent is read here: nothing is ever copied or recursed into.
 */
export function readValues(bytes: Buffer, mostValues = 1_000): DerValue[] | null {
  const values: DerValue[] = []
  let offset = 0
  while (offset < bytes.length) {
    const value = readAt(bytes, offset)
    if (value === null || values.length >= mostValues) return null
    values.push({ tag: value.tag, content: value.content })
    offset = value.end
  }
  return values
}

function readAt(bytes: Buffer, offset: number): (DerValue & { end: number }) | null {
  const tag = bytes[offset]
  const first = bytes[offset + 1]
  // Tags of several bytes occur nowhere in what we read.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
  const sizeOfLength = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || sizeOfLength > 4) return null
  const start = offset + 2 + sizeOfLength
  if (start > bytes.length) return null
  const length = sizeOfLength === 0 ? first : bytes.readUIntBE(offset + 2, sizeOfLength)
  const end = start + length
  return end > bytes.length ? null : { tag, content: bytes.subarray(start, end), end }
}

/** The one value that `bytes` holds, if it has this tag. */
export function readOnly(bytes: Buffer, tag: number): Buffer | null {
  const [value, ...others] = readValues(bytes) ?? []
  return value?.tag === tag && others.length === 0 ? value.content : null
}

/** The values inside a value of this tag. */
export function readInside(bytes: Buffer, tag: number): DerValue[] | null {
  const content = readOnly(bytes, tag)
  return content === null ? null : readValues(content)
}

export const derTags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  enumerated: 0x0a,
  sequence: 0x30,
  generalizedTime: 0x18,
} as const

/** As digits, in pairs, for comparing with `objectIds`. */
export function objectIdOf({ tag, content }: DerValue): string | null {
  return tag === derTags.objectId ? content.toString('hex') : null
}

/** Only the ones that are looked for, as DER writes them. */
export const objectIds = {
  /** 1.3.6.1.5.5.7.1.24 */
  tlsFeature: '2b06010505070118',
  /** 1.3.6.1.4.1.11129.2.4.2 */
  timestampsInCertificate: '2b06010401d679020402',
  /** 1.3.6.1.4.1.11129.2.4.5 */
  timestampsInStaple: '2b06010401d679020405',
  /** 1.3.6.1.5.5.7.48.1.1 */
  basicOcspAnswer: '2b0601050507300101',
  /** 1.2.840.113549.1.1.10 */
  rsaPss: '2a864886f70d01010a',
  /** 2.16.840.1.101.3.4.2.1 and its neighbours */
  sha256: '608648016503040201',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
} as const
