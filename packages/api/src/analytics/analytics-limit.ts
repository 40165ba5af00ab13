import type { Limit } from '../http/rate-limiting.ts'

/** Of each analytics route by itself. */
export const analyticsLimit: Limit = { max: 30, windowSeconds: 60 }
