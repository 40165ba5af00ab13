import { type AlertingSettings, defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import type { AlertSender, Delivery, TryOutcome } from '@sonde/alerting/delivery/delivery.ts'

/** Stands where alerts leave the service: it keeps what it is given and says what the test wants. */
export type StandInSender = AlertSender & { readonly sent: Delivery[]; outcome: TryOutcome }

export function createStandInSender(): StandInSender {
  const sender: StandInSender = {
    sent: [],
    outcome: { kind: 'accepted', result: '200 ok' },
    async send(delivery) {
      sender.sent.push(delivery)
      return sender.outcome
    },
  }
  return sender
}

/** An operator who has set everything: channels of every type can be made. */
export const everyMeans: AlertingSettings = {
  ...defaultAlertingSettings,
  smtp: { url: 'smtp://127.0.0.1:25', from: 'sonde@example.net' },
  sms: { kind: 'http', url: 'http://127.0.0.1/sms' },
  call: { kind: 'http', url: 'http://127.0.0.1/call' },
  slackBotToken: 'xoxb-test',
}
