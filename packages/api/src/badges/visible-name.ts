const longestName = 50

/** Marks on one letter: more than any language needs, and no tower of them. */
const mostMarks = 8

/** They turn the text around them: that of the badge is not to be turned by a name. */
const directionControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Spaces of all kinds, and what is never drawn. */
const invisible = /[\p{Z}\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** A name as a badge shows it: one line of at most 50 characters, as people count them, and never nothing. */
export function visibleName(name: string): string {
  const line = name.toWellFormed().replaceAll(directionControls, '').replaceAll(/\s+/g, ' ').trim()
  if (line.replaceAll(invisible, '') === '') return 'check'
  const all = graphemesOf(line).map((grapheme) => withFewMarks(grapheme))
  return all.length <= longestName ? all.join('') : `${all.slice(0, longestName - 1).join('')}…`
}

function withFewMarks(grapheme: string): string {
  let marks = 0
  return grapheme.replaceAll(/\p{Mn}/gu, (mark) => {
    marks += 1
    return marks <= mostMarks ? mark : ''
  })
}
