/** As much of DER as certificates and OCSP answers of tests need. */

export function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const digits = length.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts)
export const setOf = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts)
export const octets = (content: Buffer): Buffer => tagged(0x04, content)
export const bits = (content: Buffer): Buffer => tagged(0x03, Buffer.from([0]), content)
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]))
export const nothing = (): Buffer => tagged(0x05)
export const text = (value: string): Buffer => tagged(0x0c, Buffer.from(value))
export const explicit = (index: number, ...parts: readonly Buffer[]): Buffer => tagged(0xa0 | index, ...parts)

export function integer(value: bigint): Buffer {
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  const isSignBitSet = ((bytes[0] ?? 0) & 0x80) !== 0
  return tagged(0x02, isSignBitSet ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const groups = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
  return groups
}

export function generalizedTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tagged(0x18, Buffer.from(digits))
}
