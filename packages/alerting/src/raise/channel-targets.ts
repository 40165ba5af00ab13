import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'

/**
 * Where a channel sends to: each address and each Slack channel is a notification of its own, so that one that
 * fails is tried again alone. Null: the channel itself is the target.
 */
export function targetsOf({
  type,
  shownConfig,
}: Pick<AlertChannelRow, 'type' | 'shownConfig'>): (string | null)[] {
  switch (type) {
    case 'EMAIL':
      return String(shownConfig['address'] ?? '')
        .split(',')
        .map((address) => address.trim())
        .filter((address, index, all) => address !== '' && all.indexOf(address) === index)
    case 'SLACK_APP': {
      const names = shownConfig['slackChannels']
      return Array.isArray(names) ? [...new Set(names.map(String))] : []
    }
    default:
      return [null]
  }
}
