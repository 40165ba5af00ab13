/** How much a JSON text may hold. Parsing costs by the value and not by the byte: `{},` is three bytes and an object. */
export type JsonLimits = { values: number; depth: number }

/** Of a document whose lists hold objects: also how many one list may hold. */
export type DocumentLimits = JsonLimits & { items: number }

/** Nothing that people set up comes near. Validation walks a body by recursion, hence the depth. */
export const usualLimits: JsonLimits = { values: 100_000, depth: 100 }

const quote = 0x22
const comma = 0x2c
const openingBracket = 0x5b
const backslash = 0x5c
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

/**
 * What there is too much of, in one pass over the bytes and before anything is made of them. Whether it is JSON at all
 * is for the parser to say: of any other text this counts at least as many values as the parser makes of it.
 */
export function findJsonExcess(bytes: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  let values = 1
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        at = endOfText(bytes, at)
        break
      case openingBracket:
      case openingBrace:
        depth += 1
        // Of what is inside, every value but the first has a comma before it.
        if (!isEmpty(bytes, at)) values += 1
        if (depth > limits.depth) return 'depth'
        if (values > limits.values) return 'values'
        break
      case closingBracket:
      case closingBrace:
        depth -= 1
        break
      case comma:
        values += 1
        if (values > limits.values) return 'values'
        break
    }
  }
  return null
}

/** Whether the list or object that begins at `start` ends at once. */
function isEmpty(bytes: Uint8Array, start: number): boolean {
  let at = start + 1
  while (at < bytes.length && isSpace(bytes[at])) at += 1
  return bytes[at] === closingBracket || bytes[at] === closingBrace
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Where the quote stands that ends the text which begins at `start`. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}
