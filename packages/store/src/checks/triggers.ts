import { sql } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { parseTextList } from '../engine/json-column.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { reserveNumber } from '../imports/imported-ids.ts'

/** An address that runs a check, or the checks of a group, for whoever knows its token. */
export type Trigger<SubjectId> = {
  id: number
  /** Of the check or of the group. */
  subjectId: SubjectId
  accountId: string
  /** Made by the sealer, for the context that `contextOf` gives. */
  sealedToken: string
  tokenHash: string
  createdAt: number
  calledAt: number | null
  updatedAt: number | null
  /** Hosts that its runs may take secrets to, beside the targets of the checks themselves. */
  allowedHosts: string[]
}

type NewTrigger<SubjectId> = Pick<
  Trigger<SubjectId>,
  'subjectId' | 'accountId' | 'sealedToken' | 'tokenHash' | 'createdAt' | 'allowedHosts'
>

export const checkTriggers = createTriggers<string>({
  table: 'check_triggers',
  subjectColumn: 'check_id',
  readSubjectId: canonicalUuid,
})

export const groupTriggers = createTriggers<number>({
  table: 'group_triggers',
  subjectColumn: 'group_id',
  readSubjectId: (id) => id,
})

/** The two tables differ in what their triggers run and in nothing else. */
function createTriggers<SubjectId extends string | number>({
  table,
  subjectColumn,
  readSubjectId,
}: {
  table: 'check_triggers' | 'group_triggers'
  subjectColumn: 'check_id' | 'group_id'
  /** Null for what can be no id. */
  readSubjectId(id: SubjectId): SubjectId | null
}) {
  const triggers = sql.table(table)
  const subject = sql.ref(subjectColumn)
  const fields = sql`id, ${subject} as "subjectId", account_id as "accountId", sealed_token as "sealedToken",
    token_hash as "tokenHash", created_at as "createdAt", called_at as "calledAt", updated_at as "updatedAt",
    allowed_hosts as "allowedHosts"`

  type Stored = Omit<Trigger<SubjectId>, 'allowedHosts'> & { allowedHosts: string }
  const read = ({ allowedHosts, ...row }: Stored): Trigger<SubjectId> => ({
    ...row,
    allowedHosts: parseTextList(allowedHosts),
  })

  return {
    contextOf: (subjectId: SubjectId): string => `${table}/${subjectId}`,

    /** The trigger of the subject, which has one at most: the one it has already, or else this one. */
    async ensure(
      db: Db,
      trigger: NewTrigger<SubjectId>,
      givenId: number | null = null,
    ): Promise<Trigger<SubjectId>> {
      if (givenId !== null) await reserveNumber(db, table, givenId)
      const [idColumn, id] = givenId === null ? [sql``, sql``] : [sql`id, `, sql`${givenId}, `]
      // The conflict changes nothing and gives the row back: between two statements it might be deleted.
      const { rows } = await sql<Stored>`
        insert into ${triggers} (${idColumn}${subject}, account_id, sealed_token, token_hash, created_at,
          allowed_hosts)
        values (${id}${trigger.subjectId}, ${trigger.accountId}, ${trigger.sealedToken}, ${trigger.tokenHash},
          ${trigger.createdAt}, ${JSON.stringify(trigger.allowedHosts)})
        on conflict (${subject}) do update set ${subject} = excluded.${subject}
        returning ${fields}`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error(`${table}: the statement gave no row back`)
      return read(row)
    },

    /** Without an account: for the caller of the trigger, whose token is the only thing that he must have. */
    async find(db: Db, subjectId: SubjectId): Promise<Trigger<SubjectId> | null> {
      const id = readSubjectId(subjectId)
      if (id === null) return null
      const { rows } = await sql<Stored>`
        select ${fields} from ${triggers} where ${subject} = ${id}`.execute(db)
      const [row] = rows
      return row === undefined ? null : read(row)
    },

    async noteCall(db: Db, { id, at }: { id: number; at: number }): Promise<void> {
      await sql`update ${triggers} set called_at = ${at} where id = ${id}`.execute(db)
    },

    /** Every trigger of the account, oldest first. */
    async ofAccount(db: Db, accountId: string): Promise<Trigger<SubjectId>[]> {
      const { rows } = await sql<Stored>`
        select ${fields} from ${triggers} where account_id = ${accountId} order by id`.execute(db)
      return rows.map(read)
    },

    /** Which triggers, of whatever account, have these tokens: their numbers by the hash. */
    async byToken(db: Db, hashes: readonly string[]): Promise<Map<string, number>> {
      const numbers = new Map<string, number>()
      for (const chunk of chunks(hashes, keysPerStatement)) {
        const { rows } = await sql<{ id: number; tokenHash: string }>`
          select id, token_hash as "tokenHash" from ${triggers}
          where token_hash in (${sql.join(chunk)})`.execute(db)
        for (const { id, tokenHash } of rows) numbers.set(tokenHash, id)
      }
      return numbers
    },

    /** The address with the old token runs nothing any more. */
    async replaceToken(
      db: Db,
      trigger: Pick<Trigger<SubjectId>, 'id' | 'sealedToken' | 'tokenHash' | 'updatedAt'>,
    ): Promise<void> {
      await sql`
        update ${triggers}
        set sealed_token = ${trigger.sealedToken}, token_hash = ${trigger.tokenHash},
          updated_at = ${trigger.updatedAt}
        where id = ${trigger.id}`.execute(db)
    },

    async replaceAllowedHosts(
      db: Db,
      { id, allowedHosts, updatedAt }: Pick<Trigger<SubjectId>, 'id' | 'allowedHosts' | 'updatedAt'>,
    ): Promise<void> {
      await sql`
        update ${triggers} set allowed_hosts = ${JSON.stringify(allowedHosts)}, updated_at = ${updatedAt}
        where id = ${id}`.execute(db)
    },

    /** False when the account has no such trigger. */
    async delete(db: Db, key: { accountId: string; subjectId: SubjectId }): Promise<boolean> {
      const [accountId, subjectId] = [canonicalUuid(key.accountId), readSubjectId(key.subjectId)]
      if (accountId === null || subjectId === null) return false
      const { rows } = await sql`
        delete from ${triggers} where ${subject} = ${subjectId} and account_id = ${accountId}
        returning id`.execute(db)
      return rows.length > 0
    },
  }
}
