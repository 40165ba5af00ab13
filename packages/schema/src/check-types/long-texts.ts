import { isRecord } from '@sonde/ground/is-record.ts'
import { beginningOf } from '@sonde/ground/beginning-of.ts'
import { longestKeptBody } from './api-check-result.ts'

/**
 * A text of a detail that may be long, such as a body: a result holds its beginning, and all of it lies beside the
 * result.
 */
export type LongText = {
  /** The fields that lead to it. */
  path: readonly string[]
  /** Fields beside it: `flag` says that only a beginning is there, `size` how many bytes there were. */
  cut?: { flag: string; size: string }
  /** No text but lines with their times, of which there is no beginning: null, unless all of it is short. */
  isList?: true
}

/** By their place, such as `response.body`. */
export type LongTexts = Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

/** The detail with the beginnings of its long texts, and those of them that were longer. */
export function splitLongTexts(
  places: readonly LongText[],
  detail: unknown,
): { detail: unknown; longTexts: LongTexts | null } {
  const longTexts: Record<string, string> = {}
  let short = detail
  for (const { path, cut, isList } of places) {
    short = mapParent(short, path, (parent, field) => {
      const text = isList === true ? JSON.stringify(parent[field]) : parent[field]
      if (typeof text !== 'string' || text.length <= longestKeptBody) return parent
      longTexts[path.join('.')] = text
      if (isList === true) return { ...parent, [field]: null }
      const beginning = beginningOf(text, longestKeptBody).toWellFormed()
      return { ...parent, [field]: beginning, ...(cut === undefined ? {} : { [cut.flag]: true }) }
    })
  }
  return { detail: short, longTexts: short === detail ? null : longTexts }
}

/** Puts them back where they were. */
export function joinLongTexts(places: readonly LongText[], detail: unknown, longTexts: LongTexts): unknown {
  let whole = detail
  for (const { path, cut, isList } of places) {
    const text = longTexts[path.join('.')]
    if (text === undefined) continue
    whole = mapParent(whole, path, (parent, field) => {
      if (isList === true) return { ...parent, [field]: JSON.parse(text) as unknown }
      if (cut === undefined) return { ...parent, [field]: text }
      const { [cut.flag]: _flag, ...others } = parent
      const size = parent[cut.size]
      const isCut = typeof size === 'number' && Buffer.byteLength(text) < size
      return { ...others, [field]: text, ...(isCut ? { [cut.flag]: true } : {}) }
    })
  }
  return whole
}

function mapParent(
  value: unknown,
  [field, ...rest]: readonly string[],
  map: (parent: Fields, field: string) => Fields,
): unknown {
  if (field === undefined || !isRecord(value) || !(field in value)) return value
  if (rest.length === 0) return map(value, field)
  const inner = mapParent(value[field], rest, map)
  return inner === value[field] ? value : { ...value, [field]: inner }
}
