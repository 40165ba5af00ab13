import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { judgeAnswer } from '../delivery/classify-answer.ts'
import { titleOfDigest } from '../templates/event-variables.ts'
import type { Channel } from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'
import { cut, oneLine } from '../bound-text.ts'
import { summarize } from './event-summary.ts'
import { phoneRequest } from './phone-request.ts'

/** One message; more would be cut into parts that arrive in any order. */
const mostLength = 160

/** A link that leaves no room for the title helps nobody. */
const mostLink = 110

export const sms: Channel = {
  prepare(delivery, context) {
    const texts = createDeliveryTexts(delivery, context)
    const message = { kind: 'sms', to: texts.required('number'), text: smsText(delivery.event) } as const
    return phoneRequest({ ...message, secrets: texts.secrets() }, context.settings.sms, context)
  },
  judge: judgeAnswer,
}

/** Title and link; a digest names as many of its alerts as fit. */
function smsText(event: AlertEvent): string {
  const { title, link } = summarize(event)
  if (event.kind === 'digest' && event.items.length > 1)
    return cut(oneLine(titleOfDigest(event, mostLength)), mostLength)
  if (link === null || link.length > mostLink) return cut(oneLine(title), mostLength)
  return `${cut(oneLine(title), mostLength - link.length - 1)} ${link}`
}
