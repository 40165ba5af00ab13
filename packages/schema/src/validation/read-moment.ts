const iso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/i

/** Digits that Unix seconds do not need before the year 5138, and milliseconds have had since 1973. */
const millisecondDigits = 12
/** Of the year 9999: later ones have no form that every client and database reads. */
const latestAt = 253_402_300_799_999
const dateLength = 'YYYY-MM-DD'.length

/**
 * A moment in a query, in any of the forms that clients send: Unix seconds, Unix milliseconds or ISO 8601,
 * which is UTC unless it says otherwise. Null for anything else, and for times after the year 9999.
 */
export function readMoment(text: string): number | null {
  if (/^\d{1,16}$/.test(text)) {
    const at = text.length < millisecondDigits ? Number(text) * 1000 : Number(text)
    return at <= latestAt ? at : null
  }
  const match = iso.exec(text)
  if (!match) return null
  if (!isInCalendar(text.slice(0, dateLength))) return null
  const isLocal = text.length > dateLength && match.groups?.['zone'] === undefined
  const at = Date.parse(isLocal ? `${text}Z` : text)
  return at <= latestAt ? at : null
}

/** `Date` would make 2 March of 30 February. */
function isInCalendar(date: string): boolean {
  try {
    Temporal.PlainDate.from(date)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
