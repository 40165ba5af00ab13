/** Pieces of a message that are put together at the end. */
export function tag(number: number, wireType: number): Buffer {
  return varint((BigInt(number) << 3n) | BigInt(wireType))
}

export function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

export function lengthDelimited(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([tag(number, 2), varint(BigInt(bytes.length)), bytes])
}

export function textField(number: number, text: string): Buffer {
  return lengthDelimited(number, Buffer.from(text))
}
