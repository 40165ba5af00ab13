export const unknownId = '0198c0de-0000-7000-8000-000000000000'

export type Sample = {
  values?: Record<string, string>
  query?: string
  body?: object
  /** Beside those that every request has. */
  headers?: Record<string, string>
  /** Not touched by the general limit; what happens at its own is shown where the route is tested. */
  hasOwnLimit?: boolean
  /** Ids that name nothing, where the usual one, a UUID, has the wrong form. */
  unknown?: Record<string, string>
}
