import { isRecord } from '@sonde/ground/is-record.ts'
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
    const names: readonly unknown[] = Array.isArray(slackChannels) ? slackChannels : []
    const channel = delivery.target ?? names[0]
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
  const verdict = readAnswer(answer.body)
  if (verdict === null) {
    return { kind: 'try-again', result: `unexpected response from Slack: ${answer.body}`, retryAfterMs: null }
  }
  if (verdict.isOk) return outcome
  const result = `Slack rejected the message: ${verdict.error}`
  return temporaryErrors.has(verdict.error)
    ? { kind: 'try-again', result, retryAfterMs: null }
    : { kind: 'refused', result }
}

function readAnswer(body: string): { isOk: boolean; error: string } | null {
  try {
    const content: unknown = JSON.parse(body)
    if (!isRecord(content) || !('ok' in content)) return null
    const { ok, error } = content
    return { isOk: ok === true, error: typeof error === 'string' ? error : 'no reason given' }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
