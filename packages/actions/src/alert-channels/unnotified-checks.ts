import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { channels } from '@sonde/alerting/channels/registry.ts'
import type {
  SubscribedUnnotified,
  SubscribeUnnotified,
  UnnotifiedChecks,
} from '@sonde/schema/alerts/alert-channel.ts'
import { type ChannelType, channelTypes } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { keepChannels } from '@sonde/store/alerts/alert-channels.ts'
import { addSubscriptions, keepSubjects } from '@sonde/store/alerts/alert-subscriptions.ts'
import { countUnnotified, listUnnotified } from '@sonde/store/alerts/unnotified-checks.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { channelNameOf } from './channel-label.ts'
import { invalidInput } from '../refusal.ts'

const namesShown = 10
const mostMended = 100_000

/** Types whose channels reach nobody, because the operator has not set what they need. */
function undeliverableTypes(alerting: AlertingSettings): ChannelType[] {
  return channelTypes.filter((type) => channels[type].missingSettings(alerting) !== null)
}

export async function readUnnotifiedChecks(
  { store, alerting }: Pick<ActionDeps, 'store' | 'alerting'>,
  { accountId, checkId }: { accountId: string; checkId?: string | undefined },
): Promise<UnnotifiedChecks> {
  const account = { accountId, checkId: checkId?.toLowerCase(), undeliverable: undeliverableTypes(alerting) }
  const counts = await countUnnotified(store.read, account)
  const total = counts.reduce((sum, { checks }) => sum + checks, 0)
  const first = total === 0 ? [] : await listUnnotified(store.read, { ...account, limit: namesShown })
  return {
    total,
    checks: first.map(({ id, name }) => ({ id, name })),
    groups: counts.flatMap(({ groupId: id, groupName: name, isDecidedByGroup, checks }) =>
      id === null || name === null || !isDecidedByGroup ? [] : [{ id, name, checks }],
    ),
  }
}

/** Subscribes exactly the checks that notify nobody: their groups where those use their own channels only. */
export async function subscribeUnnotified(
  { store, alerting }: Pick<ActionDeps, 'store' | 'alerting'>,
  actor: Actor,
  { input }: { input: SubscribeUnnotified },
): Promise<SubscribedUnnotified> {
  const { accountId } = actor
  const chosen = input.checkIds === undefined ? null : new Set(input.checkIds.map((id) => id.toLowerCase()))
  return await store.write(async (db) => {
    const existing = await keepChannels(db, { accountId, ids: input.alertChannelIds })
    const existingIds = new Set(existing.map(({ id }) => id))
    const unknown = input.alertChannelIds.flatMap((id, index) =>
      existingIds.has(id)
        ? []
        : [{ path: `alertChannelIds.${index}`, message: 'is not an alert channel of this account' }],
    )
    if (unknown.length > 0) throw invalidInput(unknown)
    const undeliverable = undeliverableTypes(alerting)
    const all = await listUnnotified(db, { accountId, undeliverable, limit: mostMended })
    const checks = all.filter(({ id }) => chosen === null || chosen.has(id))
    const groupIds = [
      ...new Set(checks.flatMap((check) => (check.isDecidedByGroup ? (check.groupId ?? []) : []))),
    ]
    const checkIds = checks.filter((check) => !check.isDecidedByGroup).map(({ id }) => id)
    const kept = await keepSubjects(db, { accountId, checkIds, groupIds })
    const subjects = [
      ...[...kept.checkIds].map((checkId) => ({ checkId, groupId: null })),
      ...[...kept.groupIds].map((groupId) => ({ checkId: null, groupId })),
    ]
    for (const { id } of existing) {
      await addSubscriptions(db, { id, accountId }, subjects)
      await recordChange(db, actor, {
        entityType: 'ALERT_CHANNEL',
        entityId: id,
        entityName: await channelNameOf(db, { accountId, id }),
        before: {},
        after: { subscribedChecks: [...kept.checkIds], subscribedGroups: [...kept.groupIds] },
      })
    }
    return { checks: checks.length, groups: kept.groupIds.size }
  })
}
