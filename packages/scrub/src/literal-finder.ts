import type { Ranges } from './ranges.ts'
import type { ScrubBudget } from './scrub-budget.ts'

/** Shorter ones cannot be found: the finder looks at three units at a time. */
const shortestLiteral = 3

const hashMask = 0xffff

/** Almost everything differs within these; what does not is paid for at its full length. */
const lookedAtFirst = 16

/** Fewer characters of a secret tell nothing, and would be found at the end of many harmless texts. */
const shortestBeginning = 4

/**
 * Finds thousands of literals in one pass. Each place of the text costs a look into a small table, whatever the
 * number of literals; only where three units fit the beginning of one is it compared.
 */
export function createLiteralFinder(literals: readonly string[]) {
  const isBeginning = new Uint8Array(hashMask + 1)
  const byHash = new Map<number, string[]>()
  let longest = 0
  // The longest first: it covers the shorter ones that begin at the same place.
  for (const literal of literals.toSorted((a, b) => b.length - a.length)) {
    const hash = hashOf(literal.charCodeAt(0), literal.charCodeAt(1), literal.charCodeAt(2))
    isBeginning[hash] = 1
    longest = Math.max(longest, literal.length)
    const alike = byHash.get(hash)
    if (alike === undefined) byHash.set(hash, [literal])
    else alike.push(literal)
  }

  function findLiterals(text: string, ranges: Ranges, budget: ScrubBudget): void {
    const lastStart = text.length - shortestLiteral
    let first = text.charCodeAt(0)
    let second = text.charCodeAt(1)
    for (let index = 0; index <= lastStart; index += 1) {
      const third = text.charCodeAt(index + 2)
      const hash = hashOf(first, second, third)
      if (isBeginning[hash] === 1) {
        const length = lengthOfLiteral(text, index, byHash.get(hash) ?? [], budget)
        if (length > 0) ranges.add(index, index + length)
        if (budget.comparisons < 0) {
          // Whoever cannot say what the rest holds must not show it.
          ranges.add(index, text.length)
          return
        }
      }
      first = second
      second = third
    }
  }

  /**
   * Finds what is left of a literal where a text was cut: its beginning, right before one of `ends`, which grow.
   * Each part of the text belongs to the first end behind it; a literal may reach back further from the last one.
   */
  function findBeginnings(
    text: string,
    { ends, ranges, budget }: { ends: readonly number[]; ranges: Ranges; budget: ScrubBudget },
  ): void {
    let before = 0
    for (const [nth, end] of ends.entries()) {
      const reach = Math.max(0, end - longest)
      const from = nth === ends.length - 1 ? reach : Math.max(before, reach)
      const start = findBeginning(text, { from, end }, budget)
      if (start !== null) ranges.add(start, end)
      before = end
    }
  }

  /** The first place from which everything up to `end` is the beginning of a literal. */
  function findBeginning(
    text: string,
    part: { from: number; end: number },
    budget: ScrubBudget,
  ): number | null {
    const { from, end } = part
    for (let index = from; index <= end - shortestBeginning; index += 1) {
      const hash = hashOf(text.charCodeAt(index), text.charCodeAt(index + 1), text.charCodeAt(index + 2))
      if (isBeginning[hash] !== 1) continue
      const length = end - index
      for (const literal of byHash.get(hash) ?? []) {
        if (literal.length <= length) break
        // From the end, where the parts of a text that repeats itself differ at once.
        let left = length
        while (left > 0 && text.charCodeAt(index + left - 1) === literal.charCodeAt(left - 1)) left -= 1
        budget.comparisons -= 1 + length - left
        if (left === 0 || budget.comparisons < 0) return index
      }
    }
    return null
  }

  return { findLiterals, findBeginnings }
}

function hashOf(first: number, second: number, third: number): number {
  return ((first * 0x9e5) ^ (second * 0x61) ^ third) & hashMask
}

function lengthOfLiteral(
  text: string,
  index: number,
  candidates: readonly string[],
  budget: ScrubBudget,
): number {
  for (const literal of candidates) {
    // Thousands of secrets may begin alike.
    budget.comparisons -= 1
    if (budget.comparisons < 0) return 0
    const last = literal.length - 1
    if (text.charCodeAt(index + last) !== literal.charCodeAt(last)) continue
    const near = Math.min(last, lookedAtFirst)
    let alike = 0
    while (alike < near && text.charCodeAt(index + alike) === literal.charCodeAt(alike)) alike += 1
    budget.comparisons -= alike
    if (alike < near) continue
    budget.comparisons -= literal.length
    if (text.startsWith(literal, index)) return literal.length
  }
  return 0
}
