import { RE2JS } from 're2js'

/**
 * How much work compiling a pattern may be, in steps of the compiled program. Counted repeats are written out:
 * `(abc){1000}` is 3,000 steps before anything runs.
 */
const largestProgram = 2_000

/** Only patterns out of variables and documents are longer. They are not remembered either. */
const longestPattern = 10_000

/** Classes such as `\pL` are long lists of ranges. */
const unicodeClassSteps = 100

/** Verdicts on patterns that were seen lately: a check is validated again with every update of it. */
const known = new Map<string, string | null>()
const mostKnown = 500

/**
 * User patterns only ever meet the linear-time engine: a native one can be made to run for minutes by 30
 * characters. The price is that look-around and back-references do not exist.
 */
export function regularExpressionMistake(pattern: string): string | null {
  const remembered = known.get(pattern)
  if (remembered !== undefined) return remembered
  const mistake = findMistake(pattern)
  if (pattern.length > longestPattern) return mistake
  if (known.size >= mostKnown) known.clear()
  known.set(pattern, mistake)
  return mistake
}

/** Whether the linear-time engine could run it, but for its size. */
export function isPatternTooLarge(pattern: string): boolean {
  return pattern.length > longestPattern || patternSteps(pattern) > largestProgram
}

function findMistake(pattern: string): string | null {
  if (isPatternTooLarge(pattern)) return 'is too large: it repeats or lists too much'
  try {
    RE2JS.compile(pattern)
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (/\(\?<?[=!]|\\[1-9]|\\k</.test(pattern)) {
      return 'uses look-around or back-references, which are not supported by the linear-time engine'
    }
    return `is not a valid regular expression: ${why}`
  }
}

const token = /\\[pP](?:\{[^}]*\}|.)|\\.|\{(\d+)(?:,(\d*))?\}|\[\^?\]?|./gsu

/**
 * An upper bound of the size of the compiled program, read off the text: repeats multiply what stands before
 * them, a group included. It need not understand the pattern, only never to think it smaller than it is.
 */
export function patternSteps(pattern: string): number {
  /** The sums of the groups that are open, the whole pattern first. */
  const sums = [0]
  let last = 0
  for (const [text, from, to] of pattern.matchAll(token)) {
    const depth = sums.length - 1
    if (text === '(') {
      sums.push(0)
      last = 0
    } else if (text === ')' && depth > 0) {
      last = sums.pop() ?? 0
      sums[depth - 1] = (sums[depth - 1] ?? 0) + last
    } else if (from !== undefined) {
      const count = Math.max(1, Number(from), Number(to ?? 0))
      sums[depth] = (sums[depth] ?? 0) + last * (count - 1)
      last *= count
    } else {
      last = /^\\[pP]/.test(text) ? unicodeClassSteps : 1
      sums[depth] = (sums[depth] ?? 0) + last
    }
  }
  return sums.reduce((total, sum) => total + sum, 0)
}
