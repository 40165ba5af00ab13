import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { call } from './call.ts'
import type { Channel } from './channel.ts'
import { email } from './email.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerDuty } from './pagerduty.ts'
import { slackApp } from './slack-app.ts'
import { slack } from './slack.ts'
import { sms } from './sms.ts'
import { webhook } from './webhook.ts'

export const channels: Readonly<Record<ChannelType, Channel>> = {
  EMAIL: email,
  SLACK: slack,
  SLACK_APP: slackApp,
  WEBHOOK: webhook,
  SMS: sms,
  PAGERDUTY: pagerDuty,
  OPSGENIE: opsgenie,
  CALL: call,
}
