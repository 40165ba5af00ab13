import type { Help, HelpChapter } from './read-help.ts'
import type { HelpDocument, HelpSection } from './help-document.ts'

export type HelpMatch = {
  document: HelpDocument
  section: HelpSection
  /** A piece of the text, in parts: what was searched for, and what stands around it. */
  excerpt: readonly { text: string; isMatch: boolean }[]
}

export type HelpSearch = {
  matches: readonly HelpMatch[]
  /** No section has all words: these have some of them. */
  isPartial: boolean
}

const longestQuery = 200
const mostWords = 8
const mostMatches = 30
const excerptLength = 220

/** The words of a query, in lower case. */
export function wordsOf(query: string): string[] {
  const words =
    query
      .slice(0, longestQuery)
      .toLowerCase()
      .match(/[\p{L}\p{N}_.:/-]+/gu) ?? []
  return [...new Set(words)].slice(0, mostWords)
}

/** Sections that have every word in their heading, text or page title; the best first, then in the order of reading. */
export function searchHelp({ chapters }: Pick<Help, 'chapters'>, words: readonly string[]): HelpSearch {
  if (words.length === 0) return { matches: [], isPartial: false }
  const rated = chapters
    .flatMap((chapter: HelpChapter) => chapter.documents)
    .flatMap((document) => document.sections.map((section) => rate(document, section, words)))
    .filter(({ found }) => found > 0)
  const complete = rated.filter(({ found }) => found === words.length)
  const isPartial = complete.length === 0 && rated.length > 0
  const matches = (isPartial ? rated : complete)
    .toSorted((one, other) => other.found - one.found || other.weight - one.weight)
    .slice(0, mostMatches)
    .map(({ document, section }) => ({ document, section, excerpt: excerptOf(section.text, words) }))
  return { matches, isPartial }
}

function rate(document: HelpDocument, section: HelpSection, words: readonly string[]) {
  const title = document.title.toLowerCase()
  const heading = section.heading.toLowerCase()
  const text = section.text.toLowerCase()
  let found = 0
  let weight = 0
  for (const word of words) {
    const inHeading = weightIn(heading, word)
    const inText = weightIn(text, word)
    // The title counts where something of the section itself does, or else every section of the page would match.
    const inTitle = weightIn(title, word)
    if (inHeading + inText === 0 && (inTitle === 0 || words.length === 1)) continue
    found += 1
    weight += 6 * inHeading + 3 * inTitle + inText
  }
  return { document, section, found, weight }
}

/** More where a word begins with it. */
function weightIn(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at === -1) return 0
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 2 : 1
}

function excerptOf(text: string, words: readonly string[]): HelpMatch['excerpt'] {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place !== -1)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const wanted = Math.max(0, first - 60)
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const isLong = text.length > start + excerptLength
  const cut = text.slice(start, isLong ? text.lastIndexOf(' ', start + excerptLength) : undefined)
  const shown = `${start > 0 ? '… ' : ''}${cut}${isLong ? ' …' : ''}`
  const pattern = new RegExp(`(${words.map(RegExp.escape).join('|')})`, 'iu')
  return shown
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
