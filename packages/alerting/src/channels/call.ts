import { judgeAnswer } from '../delivery/classify-answer.ts'
import { titleOfDigest } from '../templates/event-variables.ts'
import type { Channel } from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'
import { cut, oneLine } from '../bound-text.ts'
import { summarize } from './event-summary.ts'
import { phoneRequest } from './phone-request.ts'

/** About a minute of speech; it is said twice. */
const mostLength = 600

export const call: Channel = {
  prepare(delivery, context) {
    const { event } = delivery
    const texts = createDeliveryTexts(delivery, context)
    const title = event.kind === 'digest' ? titleOfDigest(event, mostLength) : summarize(event).title
    const message = {
      kind: 'call',
      to: texts.required('number'),
      text: cut(oneLine(title), mostLength),
    } as const
    return phoneRequest({ ...message, secrets: texts.secrets() }, context.settings.call, context)
  },
  judge: judgeAnswer,
}
