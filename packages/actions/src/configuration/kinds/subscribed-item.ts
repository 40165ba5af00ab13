import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { Subscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import { definedFields } from '../item-fields.ts'

/**
 * A check or a group in the form that both sides of a comparison have, whether it is read or made from a document. No
 * variables are none, whatever word there is for it.
 */
export function subscribedItem(
  document: Readonly<Record<string, unknown>>,
  subscriptions: readonly Subscription[],
): ConfigurationItem {
  return definedFields({
    ...document,
    environmentVariables: document['environmentVariables'] ?? undefined,
    alertChannelSubscriptions: subscriptions.map(({ alertChannelId, activated }) => ({
      alertChannelId,
      activated,
    })),
  })
}

/** Those of a stored check or group, of which none may have been found. */
export function storedSubscriptions(
  rows: readonly { channelId: number; activated: boolean }[] | undefined,
): Subscription[] {
  return (rows ?? []).map(({ channelId, activated }) => ({ alertChannelId: channelId, activated }))
}
