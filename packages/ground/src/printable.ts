/**
 * One line as others see it in their terminals, logs and messages: whoever wrote the text must not move a cursor with it, begin a line
 * of its own, or turn the direction of what stands beside it.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, ' ').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?')
}
