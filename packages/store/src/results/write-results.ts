import { type CheckState, stateUpdates, updateStatesText } from '../checks/check-states.ts'
import { prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'
import { type CheckNews, newsColumns, noteNewsText } from '../live/live-changes.ts'
import {
  areInserted,
  type InsertedResult,
  insertResultsText,
  resultColumnCount,
  resultColumns,
  type ResultRow,
} from './results.ts'

/** What most results change: nothing but the states of their checks, and what open pages show. */
export type PlainResults = {
  rows: readonly ResultRow[]
  /** As they are when all of the rows are new; given by `lockStates` in the same write. */
  states: readonly CheckState[]
  news: readonly CheckNews[]
  at: number
}

const areAllNew = '(select count(*) from inserted) = cardinality($1::bigint[])'
const [firstOfStates, stateColumnCount] = [resultColumnCount + 1, stateUpdates([]).length]

const write = prepareBatch<InsertedResult>(`
  with inserted as (${insertResultsText}),
  changed as (${updateStatesText(firstOfStates, areAllNew)}),
  noted as (${noteNewsText(firstOfStates + stateColumnCount, areAllNew)})
  select check_no, scheduled_at, origin, attempt from inserted`)

/**
 * The same as three statements, in one way to PostgreSQL and back. Tells for each row whether it is new: unless all of them
 * are, nothing else was written.
 */
export async function writePlainResults(
  db: Db,
  { rows, states, news, at }: PlainResults,
): Promise<boolean[]> {
  const columns = [...resultColumns(rows), ...stateUpdates(states), ...newsColumns(db, news, at)]
  return areInserted(rows, (await write(db, columns)).rows)
}
