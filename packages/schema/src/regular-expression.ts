import { RE2JS } from 're2js'

/**
 * User patterns only ever meet the linear-time engine: a native one can be made to run for minutes by 30
 * characters. The price is that look-around and back-references do not exist.
 */
export function regularExpressionMistake(pattern: string): string | null {
  if (pattern.length * largestRepeat(pattern) > largestProgram) return 'repeats too much for its length'
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

/** Counted repeats are written out by the engine: `(abc){1000}` becomes 3,000 steps before it can run. */
const largestProgram = 20_000

function largestRepeat(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from, to]) => Number(to || from))
  return Math.max(1, ...counts)
}
