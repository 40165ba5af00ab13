/** Targets may put anything into a message; PostgreSQL has no place for NUL, and neither engine for half a character. */
export function storable(text: string): string
export function storable(text: string | null): string | null
export function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '\uFFFD').toWellFormed()
}
