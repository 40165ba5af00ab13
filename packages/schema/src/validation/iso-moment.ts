const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?$/i
const dateLength = 'YYYY-MM-DD'.length
const earliestAt = 0
const latestAt = Date.UTC(9999, 11, 31)

export const isoMomentForms = 'must be a date or a timestamp with Z or an offset, from 1970 to 9999'

/**
 * A moment in a body: a timestamp that says where it is meant, or a date, which is its beginning in the zone.
 * Null for anything else, days that no calendar has included.
 */
export function readIsoMoment(text: string, timezone = 'UTC'): number | null {
  if (!form.test(text)) return null
  try {
    const at =
      text.length === dateLength
        ? Temporal.PlainDate.from(text).toZonedDateTime(timezone).epochMilliseconds
        : Temporal.Instant.from(text).epochMilliseconds
    return at >= earliestAt && at <= latestAt ? at : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
