import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { alertSettingsQuery } from '../resources/alert-settings.ts'
import { channelPagesQuery } from '../resources/alert-channels.ts'
import { servicesQuery } from '../resources/status-pages/status-page-services.ts'
import { channelName } from '../alert-channels/channel-name.ts'
import { useApi } from '../api/account-context.ts'
import type { FormScope } from '../schema-form/form-layout.ts'
import { valueAt } from '../schema-form/value-at.ts'
import { subscriptionsIn } from './channel-subscriptions.ts'
import { alertTimeInWords, nameInWords, scheduleInWords, variablesInWords } from './fold-words.ts'
import { contextOf } from './form-context.ts'
import { fromWords, useEffectiveValues } from './use-effective-values.ts'

type Line = { form: FormScope }

export function NameLine({ form }: Line) {
  return nameInWords(form.value, contextOf(form.context).proposedName)
}

export function RetriesLine({ form }: Line) {
  const { retries, group } = useEffectiveValues(form)
  return `${retries.sentence.replace(/\.$/, '')}${fromWords(retries.source, group)}`
}

export function ScheduleLine({ form }: Line) {
  const { runParallel, group } = useEffectiveValues(form)
  return `${scheduleInWords(form.value, runParallel.isOn)}${fromWords(runParallel.source, group)}`
}

export function VariablesLine({ form }: Line) {
  return variablesInWords(form.value, contextOf(form.context).isStored)
}

/** Who is notified, and when. */
export function AlertsLine({ form }: Line) {
  const api = useApi()
  const { alertSettings, group } = useEffectiveValues(form)
  const { data: ofAccount } = useQuery({
    ...alertSettingsQuery(api),
    enabled: alertSettings.source === 'account',
  })
  const channels = useInfiniteQuery(channelPagesQuery(api))
  const words = useChannelWords(form)
  const who = channels.isPending
    ? 'Channels are loading'
    : words === null
      ? channels.data?.pages[0]?.length === 0
        ? 'Nobody: there are no alert channels yet'
        : 'Nobody is notified'
      : words.charAt(0).toUpperCase() + words.slice(1)
  const settings = alertSettings.settings ?? ofAccount
  const when =
    settings === undefined ? [] : [`${alertTimeInWords(settings)}${fromWords(alertSettings.source, group)}`]
  const muted = form.value['muted'] === true ? ['muted'] : []
  return [who, ...when, ...muted].join('; ')
}

/** Who is notified, in words; null when nobody is, or when the channels are not read yet. */
export function useChannelWords(form: Pick<FormScope, 'value' | 'context'>): string | null {
  const channels = useInfiniteQuery(channelPagesQuery(useApi()))
  const { channels: source, group } = useEffectiveValues(form)
  const names = new Map(channels.data?.pages.flat().map((channel) => [channel.id, channelName(channel)]))
  const { autoAssign } = contextOf(form.context)
  const namesOf = (subscriptions: unknown) =>
    subscriptionsIn(subscriptions)
      .filter(({ activated }) => activated)
      .map(({ alertChannelId }) => names.get(alertChannelId) ?? `#${alertChannelId}`)
  const own = namesOf(form.value['alertChannelSubscriptions'])
  const every = names.size === 0 ? [] : [`every alert channel (${names.size})`]
  const ofCheck = source === 'group' ? [] : autoAssign?.isOn === true ? every : own
  const ofGroup = source === 'check' || group === null ? [] : namesOf(group.alertChannelSubscriptions)
  const parts = [
    ...(ofCheck.length === 0 ? [] : [listed(ofCheck)]),
    ...(ofGroup.length === 0 ? [] : [`${listed(ofGroup)}${fromWords('group', group)}`]),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}

const mostNames = 3

function listed(names: readonly string[]): string {
  const more = names.length - mostNames
  return more > 0 ? `${names.slice(0, mostNames).join(', ')} and ${more} more` : names.join(', ')
}

export function GroupLine({ form }: Line) {
  const { data: services } = useQuery(servicesQuery(useApi()))
  const { group } = useEffectiveValues(form)
  const serviceId = valueAt(form.value, 'triggerIncident.serviceId')
  const service = services?.find(({ id }) => id === serviceId)?.name
  const isIncident = (form.value['triggerIncident'] ?? null) !== null
  const where =
    typeof form.value['groupId'] === 'number' ? `Group ${group?.name ?? form.value['groupId']}` : 'No group'
  const page = isIncident ? `incidents for ${service ?? 'a service'}` : 'no status page'
  return `${where}, ${page}`
}
