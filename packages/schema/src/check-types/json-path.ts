import { jsonpath } from 'json-p3'

/** RFC 9535. An empty path means the whole document. */
export function jsonPathMistake(path: string): string | null {
  if (path === '') return null
  if (!path.startsWith('$')) return 'must be a JSONPath that starts with $'
  try {
    jsonpath.compile(path)
    return null
  } catch (error) {
    // The parser throws its own errors for bad syntax, and RangeError for absurd nesting.
    const why = error instanceof Error ? error.message : String(error)
    return `is not a valid JSONPath: ${why}`
  }
}
