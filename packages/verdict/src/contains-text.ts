/** Below this the search of the engine is fast and its worst case short. */
const shortTarget = 16

/**
 * Whether a text holds another one, in time that grows with both lengths (Knuth, Morris, Pratt). The engine's own
 * search compares almost every place of a text that repeats itself with almost all of the target.
 */
export function containsText(text: string, target: string): boolean {
  if (target.length <= shortTarget || target.length > text.length) return text.includes(target)
  const fallbacks = fallbacksOf(target)
  let matched = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    while (matched > 0 && target.charCodeAt(matched) !== code) matched = fallbacks[matched - 1] ?? 0
    if (target.charCodeAt(matched) === code) matched += 1
    if (matched === target.length) return true
  }
  return false
}

/** For each beginning of the target, the longest shorter beginning that also ends it. */
function fallbacksOf(target: string): Uint32Array {
  const fallbacks = new Uint32Array(target.length)
  let matched = 0
  for (let index = 1; index < target.length; index += 1) {
    const code = target.charCodeAt(index)
    while (matched > 0 && target.charCodeAt(matched) !== code) matched = fallbacks[matched - 1] ?? 0
    if (target.charCodeAt(matched) === code) matched += 1
    fallbacks[index] = matched
  }
  return fallbacks
}
