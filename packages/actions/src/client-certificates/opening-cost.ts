/**
 * An encrypted key says itself how much work it takes to open it, and nothing else can be done meanwhile. So the
 * numbers are read before: a key that would take minutes is refused.
 */
const mostIterations = 1_000_000
/** Product of the three numbers of scrypt: 8 times what is usual. */
const mostScryptWork = 8 * 16_384 * 8

const scryptId = Buffer.from('2b06010401da47040b', 'hex')

const tags = { integer: 0x02, sequence: 0x30 } as const
const deepest = 8

/** Of an EncryptedPrivateKeyInfo; null when it is none. */
export function isCostlyToOpen(der: Buffer): boolean | null {
  const whole = readElements(der)?.[0]
  const algorithm = whole?.tag === tags.sequence ? readElements(whole.content)?.[0] : undefined
  if (algorithm?.tag !== tags.sequence) return null
  const numbers = integersIn(algorithm.content, 0)
  if (numbers === null) return null
  const isScrypt = algorithm.content.includes(scryptId)
  return isScrypt
    ? numbers.slice(0, 3).reduce((product, number) => product * number, 1) > mostScryptWork
    : numbers.some((number) => number > mostIterations)
}

type Element = { tag: number; content: Buffer }

/** One after the other; null when the bytes are not what DER allows, which OpenSSL may still read somehow. */
function readElements(bytes: Buffer): Element[] | null {
  const elements: Element[] = []
  let at = 0
  while (at < bytes.length) {
    const [tag, short] = [bytes[at], bytes[at + 1]]
    if (tag === undefined || short === undefined || (tag & 0x1f) === 0x1f) return null
    let length = short
    at += 2
    if (short >= 0x80) {
      const size = short & 0x7f
      if (size === 0 || size > 4 || at + size > bytes.length) return null
      length = bytes.readUIntBE(at, size)
      at += size
    }
    if (at + length > bytes.length) return null
    elements.push({ tag, content: bytes.subarray(at, at + length) })
    at += length
  }
  return elements
}

function integersIn(bytes: Buffer, depth: number): number[] | null {
  const elements = depth > deepest ? null : readElements(bytes)
  if (elements === null) return null
  const numbers: number[] = []
  for (const { tag, content } of elements) {
    if (tag === tags.integer) numbers.push(content.length > 6 ? Infinity : numberOf(content))
    if (tag !== tags.sequence) continue
    const inner = integersIn(content, depth + 1)
    if (inner === null) return null
    numbers.push(...inner)
  }
  return numbers
}

function numberOf(content: Buffer): number {
  return content.length === 0 ? 0 : content.readUIntBE(0, content.length)
}
