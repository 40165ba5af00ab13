import { isRecord } from '@sonde/ground/is-record.ts'

export type Subscription = { alertChannelId: number; activated: boolean }

export function withSubscription(
  before: readonly Subscription[],
  alertChannelId: number,
  isActivated: boolean | null,
): readonly Subscription[] {
  if (isActivated === null) return before.filter((one) => one.alertChannelId !== alertChannelId)
  const isThere = before.some((one) => one.alertChannelId === alertChannelId)
  if (!isThere) return [...before, { alertChannelId, activated: isActivated }]
  return before.map((one) =>
    one.alertChannelId === alertChannelId ? { ...one, activated: isActivated } : one,
  )
}

export function subscriptionsIn(value: unknown): readonly Subscription[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((one) => {
    if (!isRecord(one) || typeof one['alertChannelId'] !== 'number') return []
    return [{ alertChannelId: one['alertChannelId'], activated: one['activated'] !== false }]
  })
}
