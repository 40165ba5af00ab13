import { isRecord } from '@sonde/ground/is-record.ts'
import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import { findHeaderValues, findUrlCredentials } from './credential-finder.ts'
import { cutEnds } from './cut-ends.ts'
import { createLiteralFinder } from './literal-finder.ts'
import { createRangeList, type Range, replaceRanges } from './ranges.ts'
import {
  createScrubBudget,
  type ScrubBudget,
  spendOnReading,
  spendOnText,
  spendOnValue,
} from './scrub-budget.ts'
import { formsOf, isMaskable } from './secret-forms.ts'
import { unescapeText } from './unescape.ts'

const mask = '*********'

/** A mask is longer than a short secret: a text full of those must not outgrow the limits that it was cut for. */
const mostGrown = 1_000

const noWords: ReadonlySet<string> = new Set()

/** No result of ours nests so deep. What does is masked whole, before looking at it overflows the stack. */
const deepestValue = 1_000

export type Scrubber = {
  text(text: string): string
  /** The same object when there was nothing to mask. Numbers stay: they are our own measurements. */
  value<T>(value: T): T
}

/**
 * Everything that leaves an agent goes through one of these. Secrets are masked in every form in which they are
 * written down; headers that carry credentials and the credentials of URLs are masked even when nobody said
 * that they are secret. `ownWords` are names of fields and values that stay when they stand alone.
 */
export function createScrubber(
  secrets: readonly string[],
  { ownWords = noWords }: { ownWords?: ReadonlySet<string> } = {},
): Scrubber {
  const forms = new Set(secrets.filter(isMaskable).flatMap(formsOf))
  const finder = forms.size === 0 ? null : createLiteralFinder([...forms])

  function findSecrets(given: string, budget: ScrubBudget): Range[] {
    if (finder === null) return []
    const { literals, cut } = findIn(given, given.length, budget)
    const unescaped = unescapeText(given)
    if (unescaped === null) return [...literals, ...cut]
    spendOnReading(budget, unescaped.text)
    const { startOf, endOf } = unescaped
    const inside = findIn(unescaped.text, given.length, budget)
    return [
      ...literals,
      ...cut,
      ...inside.literals.map(({ start, end }) => ({ start: startOf(start), end: endOf(end - 1) })),
      // Up to the cut, with what is left of an escape before it.
      ...inside.cut.map(({ start, end }) => ({ start: startOf(start), end: startOf(end) })),
    ]
  }

  function findIn(
    text: string,
    givenLength: number,
    budget: ScrubBudget,
  ): { literals: readonly Range[]; cut: readonly Range[] } {
    const literals = createRangeList()
    const cut = createRangeList()
    finder?.findLiterals(text, literals, budget)
    finder?.findBeginnings(text, { ends: cutEnds(text, { givenLength }), ranges: cut, budget })
    return { literals: literals.list, cut: cut.list }
  }

  function scrubText(given: string, budget: ScrubBudget): string {
    if (given === '') return given
    // Whoever cannot say what a text holds must not show it.
    if (!spendOnText(budget, given)) return mask
    const headers = createRangeList()
    const urls = createRangeList()
    const secretRanges = findSecrets(given, budget)
    findHeaderValues(given, headers)
    findUrlCredentials(given, urls)
    // Not as arguments of a function: a text may have more of them than the stack has room for.
    const found = [...secretRanges, ...headers.list, ...urls.list]
    if (found.length === 0) return given
    const masked = replaceRanges(given, found, mask)
    return masked.length > given.length ? masked.slice(0, Math.max(given.length, mostGrown)) : masked
  }

  const describeKey = rememberKeys((key, budget: ScrubBudget) => ({
    name: ownWords.has(key) ? key : scrubText(key, budget),
    isCredential: credentialHeaders.has(key.toLowerCase()),
  }))

  function scrub(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return ownWords.has(value) ? value : scrubText(value, place.budget)
    if (typeof value !== 'object' || value === null) return value
    if (place.depth > deepestValue || !spendOnValue(place.budget)) return mask
    const inside = { depth: place.depth + 1, budget: place.budget }
    return isRecord(value)
      ? scrubObject(value, inside)
      : Array.isArray(value)
        ? scrubArray(value, inside)
        : value
  }

  // Most results hold nothing to mask: nothing is copied before something is found.

  function scrubArray(values: readonly unknown[], inside: Place): readonly unknown[] {
    let copy: unknown[] | null = null
    for (let index = 0; index < values.length; index += 1) {
      const scrubbed = scrub(values[index], inside)
      if (scrubbed === values[index]) continue
      copy ??= [...values]
      copy[index] = scrubbed
    }
    return copy ?? values
  }

  function scrubObject(object: Readonly<Record<string, unknown>>, inside: Place): object {
    const isEntry = isCredentialEntry(object)
    let copy: [string, unknown][] | null = null
    let count = 0
    for (const key in object) {
      const value = object[key]
      const { name, isCredential } = describeKey(key, inside.budget)
      const isSecret = isCredential || (isEntry && key === 'value')
      const scrubbed = isSecret ? maskAll(value) : scrub(value, inside)
      if (copy === null && (scrubbed !== value || name !== key)) copy = Object.entries(object).slice(0, count)
      copy?.push([name, scrubbed])
      count += 1
    }
    return copy === null ? object : Object.fromEntries(copy)
  }

  return {
    text: (given) => scrubText(given, createScrubBudget('text')),
    value: (value) => keepType(value, scrub(value, { depth: 0, budget: createScrubBudget('result') })),
  }
}

/** Where in a result a value stands, and what is left to spend on the result. */
type Place = { depth: number; budget: ScrubBudget }

/** `{ name: 'Authorization', value: '…' }`, the form of headers in HAR files; in our own lists the name is the `key`. */
function isCredentialEntry({ name, key }: Readonly<Record<string, unknown>>): boolean {
  return [name, key].some((text) => typeof text === 'string' && credentialHeaders.has(text.toLowerCase()))
}

/** An empty value shows that there was none, and hides nothing. */
function maskAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskAll)
  return value === null || value === undefined || value === '' || value === mask ? value : mask
}

/**
 * Scrubbing changes what texts say and not where a text, a list or an object stands, so the type stays. Values
 * under the name of a header are texts, and what nests too deep is of no type of ours.
 */
function keepType<T>(_original: T, scrubbed: unknown): T {
  return scrubbed as T
}

/** Keys of results are few and come again with each of them. */
const mostKnownKeys = 1_000

/** Longer ones are no keys of ours: they would fill the memory, and are masked when there is no work left for them. */
const longestKnownKey = 200

function rememberKeys<T>(
  describe: (key: string, budget: ScrubBudget) => T,
): (key: string, budget: ScrubBudget) => T {
  const known = new Map<string, T>()
  return (key, budget) => {
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    const described = describe(key, budget)
    if (key.length > longestKnownKey || budget.units < 0 || budget.comparisons < 0) return described
    if (known.size >= mostKnownKeys) known.clear()
    known.set(key, described)
    return described
  }
}
