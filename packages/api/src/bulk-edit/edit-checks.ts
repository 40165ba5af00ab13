import type { BulkEdit } from '@sonde/schema/checks/bulk-edit.ts'
import { checkKinds, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { lockStatesOfChecks } from '@sonde/store/checks/check-states.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import { checksOf, findCheckForUpdate, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import { dropCheck } from '../checks/drop-check.ts'
import { changeCheck } from '../checks/rewrite-check.ts'
import { Refusal, notFound, invalidInput } from '@sonde/actions/refusal.ts'

export type EditOutcome =
  | { kind: 'changed' | 'deleted' | 'unchanged'; checkId: string }
  | { kind: 'failed'; checkId: string; message: string }

type Edit = Omit<BulkEdit, 'checkIds'>

/** Edits checks one by one inside one `write`. Who calls tells the scheduler after it. */
export function createCheckEditor(deps: ApiDeps) {
  const validator = createValidator()
  const judges = new Map(
    checkKinds.map((kind) => [kind.checkType, validator.compile(kind.patch, { complete: false })]),
  )

  async function editCheck(
    db: Db,
    { actor, before, edit }: { actor: Actor; before: CheckRow; edit: Edit },
  ): Promise<'changed' | 'deleted' | 'unchanged'> {
    if (edit.delete === true) {
      await dropCheck(db, deps, { before, actor })
      return 'deleted'
    }
    const body = bodyOf(before, edit)
    if (!isChange(before, body)) return 'unchanged'
    const kind = kindOf(before.checkType)
    if (kind === undefined) throw notFound('check')
    const violations = judges.get(kind.checkType)?.(body) ?? []
    if (violations.length > 0) throw invalidInput(violations)
    await changeCheck(db, deps, { kind, before, actor, body, reading: 'lenient' })
    return 'changed'
  }

  return async (
    db: Db,
    { actor, ids, edit }: { actor: Actor; ids: readonly string[]; edit: Edit },
  ): Promise<EditOutcome[]> => {
    const { accountId } = actor
    const own = (await checksOf(db, { accountId, ids })).map(({ id }) => id)
    // Results lock the states of checks before the checks, in one order: so does who may have to change both.
    await lockStatesOfChecks(db, own)
    const outcomes: EditOutcome[] = []
    for (const checkId of ids) {
      try {
        const before = await findCheckForUpdate(db, { accountId, id: checkId })
        if (before === null) throw notFound('check')
        outcomes.push({ kind: await editCheck(db, { actor, before, edit }), checkId })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        outcomes.push({ kind: 'failed', checkId, message: error.message })
      }
    }
    return outcomes
  }
}

type Body = { activated?: boolean; muted?: boolean; groupId?: number | null; tags?: string[] }

/** What a PATCH of this check alone would send. */
function bodyOf(before: CheckRow, { set = {}, addTags, removeTags }: Edit): Body {
  if (addTags === undefined && removeTags === undefined) return set
  const removed = new Set(removeTags)
  const kept = tagsOf(before.config).filter((tag) => !removed.has(tag))
  return { ...set, tags: [...new Set([...kept, ...(addTags ?? [])])] }
}

function isChange(before: CheckRow, { activated, muted, groupId, tags }: Body): boolean {
  const had = tagsOf(before.config)
  return (
    (activated !== undefined && activated !== before.activated) ||
    (muted !== undefined && muted !== before.muted) ||
    (groupId !== undefined && groupId !== before.groupId) ||
    (tags !== undefined && (tags.length !== had.length || tags.some((tag, index) => tag !== had[index])))
  )
}
