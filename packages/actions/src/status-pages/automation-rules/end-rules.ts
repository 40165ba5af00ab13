import { endRule } from '@sonde/status-pages/rules/automation-rules.ts'
import { listRules, lockRules } from '@sonde/store/status-pages/status-page-rules.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { notifyingOf } from '../notifying.ts'

/** Inside the write that deletes pages, and before that locks them: what their rules have opened would stay open for ever. */
export async function endRulesOf(
  db: Db,
  deps: ActionDeps,
  { accountId, pageIds }: { accountId: string; pageIds: readonly string[] },
): Promise<void> {
  const rules = await listRules(db, { accountId, pageIds })
  const locked = await lockRules(
    db,
    rules.map(({ id }) => id),
  )
  // Nobody is told of an incident of a page that is gone.
  const notifying = { ...notifyingOf(deps, accountId), canMail: false }
  for (const rule of locked) await endRule(db, notifying, rule)
}
