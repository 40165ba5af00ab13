import { secretsOfUrl } from '@sonde/egress/redact.ts'
import { classifyAnswer } from '../delivery/classify-answer.ts'
import { type Channel, channelItself, needsNoSettings } from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'
import { jsonRequest } from './json-request.ts'
import { slackMessage } from './slack-message.ts'

/** The old incoming webhooks of Slack: an address that holds its own secret. */
export const slack: Channel = {
  prepare(delivery, context) {
    const texts = createDeliveryTexts(delivery, context)
    const url = texts.required('url')
    const channel = texts.optional('channel')
    const message = slackMessage(delivery.event)
    return jsonRequest(
      url,
      { ...(channel === null ? {} : { channel }), ...message },
      { secrets: [...secretsOfUrl(url), ...texts.secrets()] },
    )
  },
  classify: classifyAnswer,
  targets: channelItself,
  budget: null,
  digest: 'problems',
  missingSettings: needsNoSettings,
}
