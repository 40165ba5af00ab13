/** The sum of the internet protocols over `length` bytes, folded into 16 bits and not yet inverted. */
export function sumHalfWords(view: DataView, at: number, length: number): number {
  let sum = 0
  for (let offset = 0; offset < length; offset += 2) {
    sum += offset + 1 < length ? view.getUint16(at + offset) : view.getUint8(at + offset) << 8
  }
  return fold(sum)
}

/** Of a header whose checksum field is zero, with what else it covers. */
export function internetChecksum(...sums: readonly number[]): number {
  return ~fold(sums.reduce((total, sum) => total + sum, 0)) & 0xffff
}

function fold(sum: number): number {
  let folded = sum
  while (folded > 0xffff) folded = Math.floor(folded / 0x1_0000) + (folded & 0xffff)
  return folded
}

const castagnoli = 0x82f6_3b78

/** CRC-32C, which SCTP has instead (RFC 9260, appendix A). */
export function crc32c(view: DataView, at: number, length: number): number {
  let crc = 0xffff_ffff
  for (let offset = 0; offset < length; offset += 1) {
    crc ^= view.getUint8(at + offset)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ castagnoli : crc >>> 1
  }
  return ~crc >>> 0
}
