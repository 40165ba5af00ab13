// SQLite takes at most 32,766 values in one statement, PostgreSQL 65,535.

/** Keys that one statement may ask for, beside a few other values. */
export const keysPerStatement = 5_000

/** Rows that one statement may write, of up to 65 columns. */
export const rowsPerStatement = 500

/** So many rows take SQLite some tens of milliseconds: whoever reads meanwhile is not to wait for all of them. */
export const rowsBetweenPauses = 2_000
