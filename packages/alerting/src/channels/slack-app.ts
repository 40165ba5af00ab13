import { CannotSend } from '../cannot-send.ts'
import type { TryOutcome } from '../delivery/delivery.ts'
import type { HttpAnswer } from '@sonde/egress/http-request.ts'
import { classifyAnswer } from '../delivery/classify-answer.ts'
import { MissingSetting } from '../missing-setting.ts'
import type { Channel } from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'
import { jsonRequest } from './json-request.ts'
import { slackMessage } from './slack-message.ts'

/** The app of the workspace posts into one Slack channel per notification. */
export const slackApp: Channel = {
  prepare(delivery, context) {
    const { slackBotToken, addresses } = context.settings
    if (slackBotToken === null) throw new MissingSetting('SLACK_BOT_TOKEN is not set')
    const { slackChannels } = delivery.config
    const listed: readonly unknown[] = Array.isArray(slackChannels) ? slackChannels : []
    const channel = delivery.target ?? listed[0]
    if (typeof channel !== 'string' || channel === '')
      throw new CannotSend('the channel has no slackChannels')
    const texts = createDeliveryTexts(delivery, context)
    return jsonRequest(
      `${addresses.slackApi}/chat.postMessage`,
      { channel: texts.field(channel, 'slackChannels'), ...slackMessage(delivery.event) },
      {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          authorization: `Bearer ${slackBotToken}`,
        },
        secrets: [slackBotToken, ...texts.secrets()],
      },
    )
  },
  classify: classifySlackAnswer,
  targets({ slackChannels }) {
    return Array.isArray(slackChannels) ? [...new Set(slackChannels.map(String))] : []
  },
  budget: null,
  digest: 'problems',
  missingSettings: ({ slackBotToken }) => (slackBotToken === null ? 'SLACK_BOT_TOKEN' : null),
}

/** Slack's own trouble; everything else is a mistake in the channel or the token. */
const temporaryErrors: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'message_limit_exceeded',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
])

/** Slack answers 200 to what it refuses, and says so in the body. */
function classifySlackAnswer(answer: HttpAnswer): TryOutcome {
  const outcome = classifyAnswer(answer)
  if (outcome.kind !== 'accepted') return outcome
  const said = readAnswer(answer.body)
  if (said === null) {
    return { kind: 'try-again', result: `not an answer of Slack: ${answer.body}`, retryAfterMs: null }
  }
  if (said.isOk) return outcome
  const result = `Slack refused it: ${said.error}`
  return temporaryErrors.has(said.error)
    ? { kind: 'try-again', result, retryAfterMs: null }
    : { kind: 'refused', result }
}

function readAnswer(body: string): { isOk: boolean; error: string } | null {
  try {
    const said: unknown = JSON.parse(body)
    if (typeof said !== 'object' || said === null || !('ok' in said)) return null
    const error = 'error' in said && typeof said.error === 'string' ? said.error : 'no reason given'
    return { isOk: said.ok === true, error }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
