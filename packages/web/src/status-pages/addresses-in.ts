/** The e-mail addresses of a text in which somebody has pasted many, each once. */
export function addressesIn(text: string): readonly string[] {
  const addresses = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^</, '').replace(/>$/, ''))
    .filter((part) => part !== '')
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}

/** In pieces of at most so many. */
export function inPieces<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, piece) =>
    items.slice(piece * most, (piece + 1) * most),
  )
}
