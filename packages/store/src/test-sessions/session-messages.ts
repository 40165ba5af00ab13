import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

const columns = listColumns('session_messages', {
  sessionId: 'session_id',
  number: 'number',
  sequenceId: 'sequence_id',
  checkRunId: 'check_run_id',
  kind: 'kind',
  isFinal: booleanColumn('is_final'),
  payload: 'payload',
  isHanded: booleanColumn('is_handed'),
})

export type SessionMessageRow = RowOf<typeof columns>

export type NewMessage = Pick<SessionMessageRow, 'sequenceId' | 'checkRunId' | 'isFinal'> & {
  kind: 'run-start' | 'stream-logs' | 'result' | 'error'
  payload: unknown
}

/** Inside `write`, with the session locked. Does nothing when it is gone. */
export async function addSessionMessages(
  db: Db,
  sessionId: string,
  messages: readonly NewMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const counted = await db
    .updateTable('test_sessions')
    .set((builder) => ({ messages: builder('messages', '+', messages.length) }))
    .where('id', '=', sessionId)
    .returning('messages')
    .executeTakeFirst()
  if (counted === undefined) return
  const first = Number(counted.messages) - messages.length + 1
  const rows = messages.map((message, index) =>
    columns.write({
      ...message,
      sessionId,
      number: first + index,
      payload: JSON.stringify(message.payload),
      isHanded: false,
    }),
  )
  for (const chunk of chunks(rows, rowsPerStatement)) {
    await db.insertInto('session_messages').values(chunk).execute()
  }
}

/** Behind this number, in their order. */
export async function sessionMessagesAfter(
  db: Db,
  { sessionId, after, limit }: { sessionId: string; after: number; limit: number },
): Promise<SessionMessageRow[]> {
  const rows = await db
    .selectFrom('session_messages')
    .select(columns.names)
    .where('session_id', '=', sessionId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(columns.read)
}

/** Marks those that nobody was told, and returns their numbers: of several who ask, each number goes to one. */
export async function handOutMessages(
  db: Db,
  sessionId: string,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .updateTable('session_messages')
    .set({ is_handed: true })
    .where('session_id', '=', sessionId)
    .where('number', 'in', [...numbers])
    .where('is_handed', '=', false)
    .returning('number')
    .execute()
  return new Set(rows.map(({ number }) => Number(number)))
}

/** Those that were marked for somebody who did not get them. */
export async function takeBackMessages(db: Db, sessionId: string, numbers: readonly number[]): Promise<void> {
  await db
    .updateTable('session_messages')
    .set({ is_handed: false })
    .where('session_id', '=', sessionId)
    .where('number', 'in', [...numbers])
    .execute()
}
