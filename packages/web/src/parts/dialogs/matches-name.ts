/**
 * Whether somebody has typed the name that stands on the screen. There, white space of any length is one space, and
 * none at the ends.
 */
export function matchesName(text: string, name: string): boolean {
  return asShown(text) === asShown(name)
}

function asShown(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
