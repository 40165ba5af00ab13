/** Four bytes. */
export function showIpv4(bytes: Buffer): string {
  return `${bytes[0]}.${bytes[1]}.${bytes[2]}.${bytes[3]}`
}

/** Sixteen bytes, in the one form of RFC 5952: the longest run of two or more zero groups, the first of equals, is `::`. */
export function showIpv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2))
  let [start, length] = [-1, 1]
  for (let from = 0; from < 8; from += 1) {
    let to = from
    while (to < 8 && groups[to] === 0) to += 1
    if (to - from > length) [start, length] = [from, to - from]
    if (to > from) from = to
  }
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  if (start === -1) return hex(groups)
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}
