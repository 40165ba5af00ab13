/** Where the vendors of alert channels take requests, without a slash at the end. */
export const vendorAddresses = {
  pagerDuty: 'https://events.pagerduty.com',
  opsgenieUs: 'https://api.opsgenie.com',
  opsgenieEu: 'https://api.eu.opsgenie.com',
  slackApi: 'https://slack.com/api',
  twilio: 'https://api.twilio.com',
} as const
