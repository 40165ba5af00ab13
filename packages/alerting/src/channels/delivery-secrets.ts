import { isRecord } from '@sonde/ground/is-record.ts'
import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { secretsOfHeader, secretsOfUrl } from '@sonde/egress/redact.ts'

/**
 * All that a result must not show, used by this delivery or not: whoever may only read sees results, and a
 * template finds more ways to a variable than can be counted on.
 */
export function secretsOfDelivery({ channelType, config, variables }: Delivery): string[] {
  const { texts, addresses, pairs } = channelKinds[channelType].secrets
  return [
    ...variables.values(),
    ...texts.flatMap((field) => textsIn(config[field])),
    ...addresses.flatMap((field) => textsIn(config[field])).flatMap(secretsOfUrl),
    ...pairs.flatMap(({ field, isOnlyLocked }) => {
      const list: readonly unknown[] = Array.isArray(config[field]) ? config[field] : []
      return list
        .filter(isRecord)
        .filter(({ locked }) => locked === true || !isOnlyLocked)
        .flatMap(({ key, value }) => textsIn(value).flatMap((text) => secretsOfHeader(String(key), text)))
    }),
  ]
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}
