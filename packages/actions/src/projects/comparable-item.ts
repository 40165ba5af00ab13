import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'

/**
 * What the code says of a thing: without what the service gives to each one, and without what joins it to others, which
 * are resources of their own.
 */
export function comparableItem(item: ConfigurationItem): ConfigurationItem {
  const {
    alertChannelSubscriptions: _channels,
    privateLocations: _locations,
    dashboardId: _address,
    password: _key,
    frequencyOffset,
    heartbeat,
    cards,
    ...fields
  } = item
  return {
    ...fields,
    // The minute within a period is nobody's choice; of a check that runs more often it is the period.
    ...(item['frequency'] === 0 ? { frequencyOffset } : {}),
    ...(heartbeat === undefined ? {} : { heartbeat: without(heartbeat, 'pingToken') }),
    ...(Array.isArray(cards) ? { cards: cards.map((card: unknown) => without(card, 'id')) } : {}),
  }
}

function without(value: unknown, field: string): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))
}
