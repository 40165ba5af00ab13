import type { CheckTrigger as TriggerAnswer } from '@sonde/schema/check-trigger.ts'
import { triggerContext, type CheckTrigger } from '@sonde/store/check-triggers.ts'
import type { ApiDeps } from '../api-deps.ts'

export function triggerAnswer(
  { checkId, ...trigger }: CheckTrigger,
  deps: Pick<ApiDeps, 'store' | 'publicUrl'>,
): TriggerAnswer {
  const token = deps.store.sealer.open(trigger.sealedToken, triggerContext(checkId))
  return {
    id: trigger.id,
    token,
    created_at: new Date(trigger.createdAt).toISOString(),
    called_at: trigger.calledAt === null ? null : new Date(trigger.calledAt).toISOString(),
    updated_at: trigger.updatedAt === null ? null : new Date(trigger.updatedAt).toISOString(),
    checkId,
    url: `${deps.publicUrl()}/checks/${checkId}/trigger/${token}`,
  }
}
