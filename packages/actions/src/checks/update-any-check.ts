import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../refusal.ts'
import { type CheckUpdateOrder, updateCheck, type UpdateCheckDeps } from './update-check.ts'
import { requireValidUpdate } from './validate-check.ts'

/**
 * Updates a check by its stored type. Nothing is required here, whichever the mode: the odd fields that a type
 * requires belong to its own operation.
 */
export async function updateAnyCheck(
  deps: UpdateCheckDeps,
  actor: Actor,
  order: Omit<CheckUpdateOrder, 'kind'>,
): Promise<Record<string, unknown>> {
  const { id, input } = order
  const check = await findCheck(deps.store.read, { accountId: actor.accountId, id })
  if (check === null) throw notFound('check')
  const kind = kindOf(check.checkType)
  requireValidUpdate(kind, input, 'merge')
  return await updateCheck(deps, actor, { ...order, kind })
}
