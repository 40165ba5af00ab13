import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { Budget } from '@sonde/store/notifications/notification-budgets.ts'
import type { AlertingSettings, PhoneDriver } from '../alerting-settings.ts'
import { classifyAnswer } from '../delivery/classify-answer.ts'
import { type Channel, channelItself } from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'
import { type PhoneMessage, phoneRequest } from './phone-request.ts'

/** A channel to one phone. A message costs money and wakes people: it has a budget of its own. */
export function createPhoneChannel({
  kind,
  textOf,
  driverIn,
  httpSetting,
  budget,
}: {
  kind: PhoneMessage['kind']
  textOf(event: AlertEvent): string
  driverIn(settings: AlertingSettings): PhoneDriver | null
  /** The name of the setting by which a gateway other than Twilio is set. */
  httpSetting: string
  budget: Budget
}): Channel {
  return {
    prepare(delivery, context) {
      const texts = createDeliveryTexts(delivery, context)
      const message = { kind, to: texts.required('number'), text: textOf(delivery.event) }
      return phoneRequest({ ...message, secrets: texts.secrets() }, driverIn(context.settings), context)
    },
    classify: classifyAnswer,
    targets: channelItself,
    budget,
    digest: 'all',
    missingSettings: (settings) =>
      driverIn(settings) === null
        ? `${httpSetting} or TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM`
        : null,
  }
}
