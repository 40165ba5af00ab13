export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
/** Of UTC: a day of a time zone may be an hour shorter or longer. */
export const dayMs = 24 * hourMs
