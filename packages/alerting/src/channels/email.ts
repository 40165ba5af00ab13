import { splitAddresses } from '@sonde/schema/alerts/channels/config-rules.ts'
import { CannotSend } from '../cannot-send.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { classifyAnswer } from '../delivery/classify-answer.ts'
import { alertMail } from '../mail/alert-mail.ts'
import type { Channel, ChannelContext } from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'

/** One mail per address. The mails of an episode form a thread. */
export const email: Channel = {
  prepare(delivery, context) {
    const { event, notificationId } = delivery
    const to = addressesOf(delivery, context)
    if (to.length === 0) throw new CannotSend('the channel has no address')
    const host = URL.canParse(context.publicUrl) ? new URL(context.publicUrl).hostname : 'localhost'
    const outgoing = {
      kind: 'mail',
      to,
      messageId: `${notificationId}@${host}`,
      sentAt: event.raisedAt,
    } as const
    if (event.kind === 'mail') {
      const { subject, text, html, headers } = event
      return { ...outgoing, subject, text, html, headers, threadId: null }
    }
    return {
      ...outgoing,
      ...alertMail(event),
      subject: event.title,
      threadId: event.kind === 'alert' ? `episode-${event.episodeId}@${host}` : null,
      headers: {
        'X-Service-Alert-Type': event.kind === 'alert' ? event.alertType : event.kind.toUpperCase(),
      },
    }
  },
  classify: classifyAnswer,
  targets: ({ address }) => [...new Set(addressesIn(String(address ?? '')))],
  budget: null,
  digest: 'problems',
  missingSettings: ({ smtp }) => (smtp === null ? 'SMTP_URL and SMTP_FROM' : null),
}

function addressesOf(delivery: Delivery, context: ChannelContext): string[] {
  if (delivery.target !== null) return [delivery.target]
  const texts = createDeliveryTexts(delivery, context)
  return addressesIn(texts.optional('address') ?? '')
}

function addressesIn(text: string): string[] {
  return splitAddresses(text).filter((address) => address !== '')
}
