import { isRecord } from '@sonde/ground/is-record.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { type CheckView, mostCheckViews } from '@sonde/schema/checks/check-view.ts'
import {
  type AccountRow,
  findAccountForUpdate,
  updateAccountSettings,
} from '@sonde/store/accounts/accounts.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { limitReached, notFound } from '../refusal.ts'

/** Where they lie among the settings of an account. The answers about settings leave them out. */
const field = 'checkViews'

/** Those that everybody of the account has, by name. */
export function checkViewsOf({ settings }: Pick<AccountRow, 'settings'>): CheckView[] {
  const views: unknown = settings[field]
  if (!Array.isArray(views)) return []
  return views.flatMap((view: unknown) =>
    isRecord(view) && typeof view['name'] === 'string' && typeof view['query'] === 'string'
      ? [{ name: view['name'], query: view['query'] }]
      : [],
  )
}

/** One of the same name is replaced. */
export async function putCheckView(deps: ActionDeps, actor: Actor, view: CheckView): Promise<CheckView> {
  await changeViews(deps, actor, (before) => {
    const others = before.filter(({ name }) => name !== view.name)
    if (others.length >= mostCheckViews) {
      throw limitReached(`The account has reached its limit of ${mostCheckViews} views: delete one first`)
    }
    return [...others, view].toSorted((left, right) => left.name.localeCompare(right.name))
  })
  return view
}

export async function deleteCheckView(
  deps: ActionDeps,
  actor: Actor,
  { name }: { name: string },
): Promise<void> {
  await changeViews(deps, actor, (before) => {
    if (!before.some((view) => view.name === name)) throw notFound('view')
    return before.filter((view) => view.name !== name)
  })
}

async function changeViews(
  { store, clock }: ActionDeps,
  actor: Actor,
  change: (before: readonly CheckView[]) => CheckView[],
): Promise<void> {
  await store.write(async (db) => {
    const account = await findAccountForUpdate(db, actor.accountId)
    if (account === null) throw notFound('account')
    const before = checkViewsOf(account)
    const after = change(before)
    await updateAccountSettings(db, {
      id: account.id,
      settings: { ...account.settings, [field]: after },
      updatedAt: nextUpdatedAt(account, clock.now()),
    })
    await recordChange(db, actor, {
      entityType: 'ACCOUNT',
      entityId: account.id,
      entityName: account.name,
      before: { [field]: before },
      after: { [field]: after },
    })
  })
}
