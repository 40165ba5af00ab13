import type { Db } from '@sonde/store/engine/store.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { snippetBytesOf } from '@sonde/store/variables/code-files.ts'
import type { AccountLimits } from '../accounts/account-limits.ts'
import { limitReached } from '../refusal.ts'

const megabyte = 1_000_000

/**
 * Inside the write that adds or changes a snippet: every run with scripts may import any of them, so that all of them
 * together have a limit. `id` is that of the one that is changed.
 */
export async function requireSnippetRoom(
  db: Db,
  { snippetMegabytes }: Pick<AccountLimits, 'snippetMegabytes'>,
  { accountId, id, script }: { accountId: string; id: number | null; script: string },
): Promise<void> {
  await lockAccount(db, accountId)
  const others = await snippetBytesOf(db, { accountId, exceptId: id })
  if (others + Buffer.byteLength(script) <= snippetMegabytes * megabyte) return
  throw limitReached(
    `The snippets of the account would have more than ${snippetMegabytes} MB together (SNIPPETS_MB)`,
  )
}
