import { sql } from 'kysely'

/** The time by the clock of PostgreSQL, at the moment at which a row is looked at. */
export const clockMs = sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`
