import type {
  CheckGroupTrigger as GroupTriggerAnswer,
  CheckTrigger as TriggerAnswer,
} from '@sonde/schema/checks/check-trigger.ts'
import { checkTriggers, groupTriggers, type Trigger } from '@sonde/store/checks/triggers.ts'
import type { ActionDeps } from '../action-deps.ts'

type AnswerDeps = Pick<ActionDeps, 'store' | 'publicUrl'>

export function triggerAnswer(
  { subjectId: checkId, ...trigger }: Trigger<string>,
  deps: AnswerDeps,
): TriggerAnswer {
  const token = deps.store.sealer.open(trigger.sealedToken, checkTriggers.contextOf(checkId))
  return {
    ...sharedFields(trigger),
    token,
    checkId,
    url: `${deps.publicUrl()}/checks/${checkId}/trigger/${token}`,
  }
}

export function groupTriggerAnswer(
  { subjectId: groupId, ...trigger }: Trigger<number>,
  deps: AnswerDeps,
): GroupTriggerAnswer {
  const token = deps.store.sealer.open(trigger.sealedToken, groupTriggers.contextOf(groupId))
  const url = `${deps.publicUrl()}/check-groups/${groupId}/trigger/${token}`
  return { ...sharedFields(trigger), token, groupId, url }
}

function sharedFields({
  id,
  createdAt,
  calledAt,
  updatedAt,
  allowedHosts,
}: Omit<Trigger<unknown>, 'subjectId'>) {
  return {
    id,
    allowedHosts,
    created_at: new Date(createdAt).toISOString(),
    called_at: calledAt === null ? null : new Date(calledAt).toISOString(),
    updated_at: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  }
}
