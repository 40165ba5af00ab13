/** Limits of a text that is kept: bytes of UTF-8, and characters of the JSON that it becomes part of. */
export type TextLimits = { bytes: number; json: number }

/** The beginning of a text that keeps within both limits, and never half a character. */
export function cutText(text: string, { bytes, json }: TextLimits): string {
  // No character takes more than three bytes, or six characters of JSON, for each of its units.
  if (text.length * 3 <= bytes && text.length * 6 <= json) return text
  let end = 0
  let [bytesLeft, jsonLeft] = [bytes, json]
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0
    const units = code > 0xffff ? 2 : 1
    bytesLeft -= utf8Length(code)
    jsonLeft -= jsonLength(code)
    if (bytesLeft < 0 || jsonLeft < 0) break
    end += units
  }
  return text.slice(0, end)
}

function utf8Length(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

function jsonLength(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2
  // Control characters and halves of pairs are written as escapes.
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6
  return code > 0xffff ? 2 : 1
}
