import type { ChannelType } from '@sonde/schema/alerts/alert.ts'
import call from 'sonde-schema:CHANNEL_CALL'
import email from 'sonde-schema:CHANNEL_EMAIL'
import opsgenie from 'sonde-schema:CHANNEL_OPSGENIE'
import pagerduty from 'sonde-schema:CHANNEL_PAGERDUTY'
import slack from 'sonde-schema:CHANNEL_SLACK'
import slackApp from 'sonde-schema:CHANNEL_SLACK_APP'
import sms from 'sonde-schema:CHANNEL_SMS'
import webhook from 'sonde-schema:CHANNEL_WEBHOOK'
import type { FormSchema } from '../schema-form/form-schema.ts'

export const channelDocuments: Readonly<Record<ChannelType, FormSchema>> = {
  EMAIL: email,
  SLACK: slack,
  SLACK_APP: slackApp,
  WEBHOOK: webhook,
  SMS: sms,
  PAGERDUTY: pagerduty,
  OPSGENIE: opsgenie,
  CALL: call,
}
