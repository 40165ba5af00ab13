import type {
  AlertChannel,
  AlertChannelWrite,
  ChannelSubscription,
  ChannelTest,
  ChannelTestRequest,
  WebhookTemplateList,
} from '@sonde/schema/alerts/alert-channel.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Api } from '../api/api.ts'

export type WebhookTemplate = Static<typeof WebhookTemplateList>[number]
export type ChannelTestAnswer = Static<typeof ChannelTest>

export const channelsPerPage = 25

export function channelsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, 'alert-channels', 'list', page],
    queryFn: ({ signal }) =>
      api.getCounted<AlertChannel[]>('/v1/alert-channels', { limit: channelsPerPage, page }, signal),
    placeholderData: keepPreviousData,
  })
}

export function channelQuery(api: Api, channelId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'alert-channels', 'one', channelId],
    queryFn: ({ signal }) => api.get<AlertChannel>(`/v1/alert-channels/${channelId}`, {}, signal),
  })
}

export function webhookTemplatesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'alert-channels', 'webhook-templates'],
    queryFn: ({ signal }) => api.get<WebhookTemplate[]>('/v1/alert-channels/webhook-templates', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function createChannel(api: Api, channel: AlertChannelWrite): Promise<AlertChannel> {
  return api.post('/v1/alert-channels', channel)
}

export function replaceChannel(api: Api, id: number, channel: AlertChannelWrite): Promise<AlertChannel> {
  return api.put(`/v1/alert-channels/${id}`, channel)
}

export function deleteChannel(api: Api, id: number): Promise<void> {
  return api.delete(`/v1/alert-channels/${id}`)
}

export function testChannel(api: Api, id: number, request: ChannelTestRequest): Promise<ChannelTestAnswer> {
  return api.post(`/v1/alert-channels/${id}/test`, request)
}

export type Subject = { checkId: string } | { groupId: number }

export function writeSubscription(
  api: Api,
  channelId: number,
  subscription: Subject & { activated: boolean },
): Promise<ChannelSubscription> {
  return api.put(`/v1/alert-channels/${channelId}/subscriptions`, subscription)
}

/**
 * The API knows no deletion of one subscription: the channel is written without it. Its secrets go back as they were
 * shown, which means that they stay.
 */
export async function removeSubscription(api: Api, channelId: number, subscriptionId: number): Promise<void> {
  const channel = await api.get<AlertChannel>(`/v1/alert-channels/${channelId}`)
  const kept = channel.subscriptions.filter(({ id }) => id !== subscriptionId)
  const {
    id: _id,
    created_at: _created,
    updated_at: _updated,
    projectBindings: _bindings,
    ...written
  } = channel
  const subscriptions = kept.map(({ checkId, groupId, activated }) => ({ checkId, groupId, activated }))
  await replaceChannel(api, channelId, { ...written, subscriptions })
}
