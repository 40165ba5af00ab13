/** A token of RFC 9110: whatever else stands in a name would end it. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Null for a name that can be sent. */
export function headerNameMistake(name: string): string | null {
  return token.test(name) ? null : "must be a header name: letters, digits and !#$%&'*+.^_`|~-"
}

/** Null for a value that can be sent: a line break would begin another header. */
export function headerValueMistake(value: string): string | null {
  return /[\r\n\0]/.test(value) ? 'must not hold line breaks or NUL' : null
}
