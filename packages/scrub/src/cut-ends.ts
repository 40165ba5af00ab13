/** No text is cut shorter than this without a mark. */
const shortestCutText = 100

const cutMark = '…'

/** What a decoder writes for the first bytes of a character whose others were cut off. */
const brokenCharacter = '\uFFFD'
const mostBroken = 3

/**
 * The places where a text may have been cut before anybody looked for secrets in it: what is long is kept up to
 * a limit only, and so a secret may have lost its end there. In growing order. `givenLength` is that of a text before its
 * escapes were read.
 */
export function cutEnds(text: string, { givenLength = text.length } = {}): number[] {
  const ends: number[] = []
  for (let mark = text.indexOf(cutMark); mark !== -1; mark = text.indexOf(cutMark, mark + 1)) {
    ends.push(endOfWhole(text, mark))
  }
  if (givenLength >= shortestCutText) ends.push(endOfWhole(text, text.length))
  return ends
}

export function isCutAt(text: string, end: number): boolean {
  return end === text.length ? text.length >= shortestCutText : text[end] === cutMark
}

function endOfWhole(text: string, end: number): number {
  let whole = end
  while (end - whole < mostBroken && text[whole - 1] === brokenCharacter) whole -= 1
  return whole
}
