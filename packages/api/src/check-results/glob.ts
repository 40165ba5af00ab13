/**
 * Whether a name fits a pattern with `*` for any characters and `?` for one, in any case. Two places are enough
 * to go back to, so that no pattern takes longer than its length times that of the name.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const lowerPattern = pattern.toLowerCase()
  const lowerName = name.toLowerCase()
  let at = 0
  let star = -1
  let from = 0
  let position = 0
  while (position < lowerName.length) {
    if (at < lowerPattern.length && lowerPattern[at] === '*') {
      star = at
      from = position
      at += 1
    } else if (
      at < lowerPattern.length &&
      (lowerPattern[at] === '?' || lowerPattern[at] === lowerName[position])
    ) {
      at += 1
      position += 1
    } else if (star >= 0) {
      at = star + 1
      from += 1
      position = from
    } else {
      return false
    }
  }
  while (lowerPattern[at] === '*') at += 1
  return at === lowerPattern.length
}
