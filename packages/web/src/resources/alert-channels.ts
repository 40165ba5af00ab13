import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer, Body } from '../api/operation.ts'
import { pageAfter, pageSize } from '../api/pages.ts'

export type AlertChannel = Answer<'GET /v1/alert-channels/{id}'>
export type AlertChannelWrite = Body<'POST /v1/alert-channels'>
type ChannelReplacement = Body<'PUT /v1/alert-channels/{id}'>
export type WrittenAlertChannel = Answer<'PUT /v1/alert-channels/{id}'>
export type ChannelSubscription = AlertChannel['subscriptions'][number]
export type UnnotifiedChecks = Answer<'GET /v1/alert-channels/unnotified-checks'>
export type CoveredCheck = Answer<'GET /v1/alert-channels/{id}/unnotified-checks'>['checks'][number]
export type ChannelTest = Answer<'POST /v1/alert-channels/{id}/test'>
export type WebhookTemplate = Answer<'GET /v1/alert-channels/webhook-templates'>[number]

/** Begins the keys of all that is read here, behind the account. */
export const channelsKey = ['alert-channels'] as const

export const channelsPerPage = 25

export function channelsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...channelsKey, 'list', page],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/alert-channels', { query: { limit: channelsPerPage, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All of them, page by page, as far as somebody asks for them. */
export function channelPagesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...channelsKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /v1/alert-channels', { query: { limit: pageSize, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    staleTime: 30_000,
  })
}

export function channelQuery(api: Api, channelId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...channelsKey, 'one', channelId],
    queryFn: ({ signal }) => api.call('GET /v1/alert-channels/{id}', { params: { id: channelId }, signal }),
  })
}

export function webhookTemplatesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...channelsKey, 'webhook-templates'],
    queryFn: ({ signal }) => api.call('GET /v1/alert-channels/webhook-templates', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function createChannel(api: Api, channel: AlertChannelWrite): Promise<WrittenAlertChannel> {
  return api.call('POST /v1/alert-channels', { body: channel })
}

export function replaceChannel(
  api: Api,
  id: number,
  channel: ChannelReplacement,
): Promise<WrittenAlertChannel> {
  return api.call('PUT /v1/alert-channels/{id}', { params: { id }, body: channel })
}

export async function deleteChannel(api: Api, id: number): Promise<void> {
  await api.call('DELETE /v1/alert-channels/{id}', { params: { id } })
}

export function testChannel(
  api: Api,
  id: number,
  request: Body<'POST /v1/alert-channels/{id}/test'>,
): Promise<ChannelTest> {
  return api.call('POST /v1/alert-channels/{id}/test', { params: { id }, body: request })
}

export function testUnsavedChannel(
  api: Api,
  channel: Body<'POST /v1/alert-channels/test'>,
): Promise<ChannelTest> {
  return api.call('POST /v1/alert-channels/test', { body: channel })
}

/** The checks that are subscribed to the channel and do not notify it. */
export function coveredUnnotifiedQuery(api: Api, channelId: number) {
  return queryOptions({
    queryKey: [api.accountId, ...channelsKey, 'covered-unnotified', channelId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/alert-channels/{id}/unnotified-checks', { params: { id: channelId }, signal }),
  })
}

/** The checks whose failures would reach nobody. */
export function unnotifiedQuery(api: Api, checkId?: string) {
  return queryOptions({
    queryKey: [api.accountId, ...channelsKey, 'unnotified', checkId ?? null],
    queryFn: ({ signal }) =>
      api.call('GET /v1/alert-channels/unnotified-checks', {
        query: checkId === undefined ? {} : { checkId },
        signal,
      }),
    staleTime: 10_000,
  })
}

export function subscribeUnnotified(
  api: Api,
  body: Body<'POST /v1/alert-channels/unnotified-checks'>,
): Promise<Answer<'POST /v1/alert-channels/unnotified-checks'>> {
  return api.call('POST /v1/alert-channels/unnotified-checks', { body })
}

export type Subject = { checkId: string } | { groupId: number }

export function writeSubscription(
  api: Api,
  channelId: number,
  subscription: Subject & { activated: boolean },
): Promise<ChannelSubscription> {
  return api.call('PUT /v1/alert-channels/{id}/subscriptions', {
    params: { id: channelId },
    body: subscription,
  })
}

/**
 * The API knows no deletion of one subscription: the channel is written without it. Its secrets go back as they were
 * shown, which means that they stay.
 */
export async function removeSubscription(api: Api, channelId: number, subscriptionId: number): Promise<void> {
  const channel = await api.call('GET /v1/alert-channels/{id}', { params: { id: channelId } })
  const remaining = channel.subscriptions.filter(({ id }) => id !== subscriptionId)
  const {
    id: _id,
    created_at: _created,
    updated_at: _updated,
    projectBindings: _bindings,
    ...channelBody
  } = channel
  const subscriptions = remaining.map(({ checkId, groupId, activated }) => ({ checkId, groupId, activated }))
  await replaceChannel(api, channelId, { ...channelBody, subscriptions })
}
