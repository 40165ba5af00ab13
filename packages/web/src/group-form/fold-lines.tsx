import { useInfiniteQuery } from '@tanstack/react-query'
import { channelName } from '../alert-channels/channel-name.ts'
import { useApi } from '../api/account-context.ts'
import { subscriptionsIn } from '../check-form/channel-subscriptions.ts'
import { alertTimeInWords, counted } from '../check-form/fold-words.ts'
import { contextOf } from '../check-form/form-context.ts'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import { channelPagesQuery } from '../resources/alert-channels.ts'
import type { FormScope } from '../schema-form/form-layout.ts'
import { isRecord } from '@sonde/ground/is-record.ts'

type Line = { form: FormScope }

export function GroupPlacesLine({ form: { value } }: Line) {
  const nameOf = useTextOfPlace()
  const codes = [value['locations'], value['privateLocations']]
    .flat()
    .filter((code) => typeof code === 'string')
  if (codes.length === 0) return 'Set by each check'
  return `${counted(codes.length, 'location')}: ${codes.map((code) => nameOf(code)).join(', ')}`
}

/** Whom the group notifies, and who decides when. */
export function GroupAlertsLine({ form: { value, context } }: Line) {
  const channels = useInfiniteQuery(channelPagesQuery(useApi()))
  const all = channels.data?.pages.flat() ?? []
  const own = subscriptionsIn(value['alertChannelSubscriptions'])
    .filter(({ activated }) => activated)
    .map(({ alertChannelId: id }) => channelName(all.find((channel) => channel.id === id) ?? { id }))
  const isEvery = contextOf(context).autoAssign?.isOn === true
  const who = isEvery && all.length > 0 ? `Every alert channel (${all.length})` : own.join(', ')
  return `${who === '' ? 'No channels of the group' : who}; ${whenOf(value)}`
}

function whenOf({ useGlobalAlertSettings, alertSettings }: FormScope['value']): string {
  if (useGlobalAlertSettings === true) return 'alert settings from the account'
  if (useGlobalAlertSettings !== false) return 'alert settings set by each check'
  return alertTimeInWords(isRecord(alertSettings) ? alertSettings : {})
}
