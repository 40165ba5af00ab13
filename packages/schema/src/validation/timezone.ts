/** What is told to who sends something else. */
export const timezoneForms = 'must be an IANA name like Europe/Paris'

/** An IANA name: offsets, which Temporal would take too, know nothing of summer time. */
export function isTimezone(text: string): boolean {
  if (!/^[a-z][a-z0-9_+\-/]*$/i.test(text)) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
