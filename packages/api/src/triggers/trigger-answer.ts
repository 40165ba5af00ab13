import type {
  CheckGroupTrigger as GroupTriggerAnswer,
  CheckTrigger as TriggerAnswer,
} from '@sonde/schema/checks/check-trigger.ts'
import { triggerContext, type CheckTrigger } from '@sonde/store/checks/check-triggers.ts'
import { groupTriggerContext, type GroupTrigger } from '@sonde/store/checks/group-triggers.ts'
import type { ApiDeps } from '../api-deps.ts'

type AnswerDeps = Pick<ApiDeps, 'store' | 'publicUrl'>

export function triggerAnswer({ checkId, ...trigger }: CheckTrigger, deps: AnswerDeps): TriggerAnswer {
  const token = deps.store.sealer.open(trigger.sealedToken, triggerContext(checkId))
  return {
    ...sharedFields(trigger),
    token,
    checkId,
    url: `${deps.publicUrl()}/checks/${checkId}/trigger/${token}`,
  }
}

export function groupTriggerAnswer(
  { groupId, ...trigger }: GroupTrigger,
  deps: AnswerDeps,
): GroupTriggerAnswer {
  const token = deps.store.sealer.open(trigger.sealedToken, groupTriggerContext(groupId))
  const url = `${deps.publicUrl()}/check-groups/${groupId}/trigger/${token}`
  return { ...sharedFields(trigger), token, groupId, url }
}

function sharedFields({ id, createdAt, calledAt, updatedAt }: Omit<CheckTrigger, 'checkId'>) {
  return {
    id,
    created_at: new Date(createdAt).toISOString(),
    called_at: calledAt === null ? null : new Date(calledAt).toISOString(),
    updated_at: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  }
}
