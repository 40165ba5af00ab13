/** A webhook that is filled in for one receiver. What stands in capitals is for the user to give. */
export type WebhookPreset = {
  webhookType: string
  name: string
  url: string
  method: 'POST'
  headers: readonly { key: string; value: string }[]
  template: string
}

const json = { key: 'Content-Type', value: 'application/json' }

/** One of three words by the class of the alert; a certificate that ends soon counts as degraded. */
function byClass({
  failure,
  degraded,
  recovery,
}: Record<'failure' | 'degraded' | 'recovery', string>): string {
  return `{{#eq ALERT_CLASS "failure"}}${failure}{{else eq ALERT_CLASS "recovery"}}${recovery}{{else}}${degraded}{{/eq}}`
}

const tagList = '{{#each TAGS}}{{this}}{{#unless @last}}, {{/unless}}{{/each}}'

const story =
  '{{truncate CHECK_ERROR_MESSAGE 1500}}{{#if RUN_LOCATION}} Location: {{RUN_LOCATION}}.{{/if}}{{#if RESPONSE_TIME}} Response time: {{RESPONSE_TIME}} ms.{{/if}} {{RESULT_LINK}}'

const plainFields = `{
  "alert_type": "{{ALERT_TYPE}}",
  "check_id": "{{CHECK_ID}}",
  "check_result_id": "{{CHECK_RESULT_ID}}",
  "check_name": "{{CHECK_NAME}}",
  "alert_title": "{{ALERT_TITLE}}",
  "started_at": "{{STARTED_AT}}",
  "link": "{{RESULT_LINK}}"
}`

const teamsCard = `{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "contentUrl": null,
      "content": {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.2",
        "body": [
          {
            "type": "TextBlock",
            "text": "{{truncate ALERT_TITLE 250}}",
            "weight": "bolder",
            "size": "medium",
            "wrap": true,
            "color": "${byClass({ failure: 'attention', degraded: 'warning', recovery: 'good' })}"
          },
          {
            "type": "FactSet",
            "facts": [
              { "title": "Response time", "value": "{{#if RESPONSE_TIME}}{{RESPONSE_TIME}} ms{{else}}-{{/if}}" },
              { "title": "Location", "value": "{{default RUN_LOCATION "-"}}" },
              { "title": "Time", "value": "{{STARTED_AT}}" },
              { "title": "Group", "value": "{{default GROUP_NAME "-"}}" },
              { "title": "Tags", "value": "{{#if TAGS}}${tagList}{{else}}-{{/if}}" }
            ]
          },
          { "type": "TextBlock", "text": "{{#if CHECK_ERROR_MESSAGE}}{{truncate CHECK_ERROR_MESSAGE 1500}}{{else}} {{/if}}", "wrap": true }
        ],
        "actions": [
          {{#if RESULT_LINK}}{ "type": "Action.OpenUrl", "title": "Show the result", "url": "{{RESULT_LINK}}" }{{/if}}
        ]
      }
    }
  ]
}`

const telegramText = `<b>{{ALERT_TITLE}}</b>
{{STARTED_AT}}{{#if RUN_LOCATION}}, {{RUN_LOCATION}}{{/if}}{{#if RESPONSE_TIME}}, {{RESPONSE_TIME}} ms{{/if}}
{{#if CHECK_ERROR_MESSAGE}}{{CHECK_ERROR_MESSAGE}}
{{/if}}{{#if TAGS}}Tags: ${tagList}
{{/if}}{{#if RESULT_LINK}}<a href="{{RESULT_LINK}}">Show the result</a>{{/if}}`

const discordEmbed = `{
  "embeds": [
    {
      "title": "{{truncate ALERT_TITLE 250}}",
      {{#if RESULT_LINK}}"url": "{{RESULT_LINK}}",{{/if}}
      "description": "{{truncate CHECK_ERROR_MESSAGE 1500}}",
      "color": ${byClass({ failure: '15158332', degraded: '16776960', recovery: '3066993' })},
      "fields": [
        { "name": "Response time", "value": "{{#if RESPONSE_TIME}}{{RESPONSE_TIME}} ms{{else}}-{{/if}}", "inline": true },
        { "name": "Location", "value": "{{default RUN_LOCATION "-"}}", "inline": true },
        { "name": "Group", "value": "{{default GROUP_NAME "-"}}", "inline": true },
        { "name": "Tags", "value": "{{#if TAGS}}{{truncate TAGS 1000}}{{else}}-{{/if}}", "inline": true }
      ],
      "timestamp": "{{STARTED_AT}}"
    }
  ]
}`

const gitlabAlert = `{
  "title": "{{truncate ALERT_TITLE 250}}",
  "description": "${story}",
  "start_time": "{{STARTED_AT}}",
  {{#eq ALERT_CLASS "recovery"}}"end_time": "{{STARTED_AT}}",{{/eq}}
  "severity": "${byClass({ failure: 'critical', degraded: 'medium', recovery: 'info' })}",
  "monitoring_tool": "Sonde",
  "hosts": ["{{truncate CHECK_NAME 250}}"],
  "fingerprint": "{{CHECK_ID}}"
}`

const splunkAlert = `{
  "message_type": "${byClass({ failure: 'CRITICAL', degraded: 'WARNING', recovery: 'RECOVERY' })}",
  "entity_id": "{{CHECK_ID}}",
  "entity_display_name": "{{CHECK_NAME}}",
  "state_message": "{{ALERT_TITLE}} ${story}",
  "state_start_time": {{date STARTED_AT "X"}},
  "monitoring_tool": "Sonde"
}`

const incidentIoAlert = `{
  "title": "{{truncate ALERT_TITLE 250}}",
  "description": "${story}",
  "deduplication_key": "{{CHECK_ID}}",
  "status": "${byClass({ failure: 'firing', degraded: 'firing', recovery: 'resolved' })}",
  "metadata": {
    "alertType": "{{ALERT_TYPE}}",
    "check_result_id": "{{CHECK_RESULT_ID}}",
    "resultLink": "{{RESULT_LINK}}"
  }
}`

const fireHydrantAlert = `{
  "event": "{{ALERT_TITLE}}",
  "link": "{{RESULT_LINK}}",
  "check_id": "{{CHECK_ID}}",
  "check_type": "{{CHECK_TYPE}}",
  "alert_type": "{{ALERT_TYPE}}",
  "started_at": "{{STARTED_AT}}",
  "check_result_id": "{{CHECK_RESULT_ID}}"
}`

const coralogixLog = `[
  {
    "applicationName": "sonde",
    "subsystemName": "alerts",
    "timestamp": {{date STARTED_AT "x"}},
    "severity": ${byClass({ failure: '5', degraded: '4', recovery: '3' })},
    "text": {
      "message": "{{ALERT_TITLE}}",
      "alert_type": "{{ALERT_TYPE}}",
      "check_id": "{{CHECK_ID}}",
      "check_name": "{{CHECK_NAME}}",
      "check_type": "{{CHECK_TYPE}}",
      "check_result_id": "{{CHECK_RESULT_ID}}",
      "error": "{{truncate CHECK_ERROR_MESSAGE 4000}}",
      "response_time": {{RESPONSE_TIME}},
      "run_location": "{{RUN_LOCATION}}",
      "group_name": "{{GROUP_NAME}}",
      "tags": "${tagList}",
      "started_at": "{{STARTED_AT}}",
      "link": "{{RESULT_LINK}}"
    }
  }
]`

function preset(
  webhookType: string,
  name: string,
  template: string,
  { url = 'https://URL', headers = [json] }: Partial<Pick<WebhookPreset, 'url' | 'headers'>> = {},
): WebhookPreset {
  return { webhookType, name, url, method: 'POST', headers, template }
}

/** Every receiver that a webhook can be filled in for; the user may change all of it. */
export const webhookPresets: readonly WebhookPreset[] = [
  preset('WEBHOOK_MSTEAMS', 'Microsoft Teams', teamsCard),
  preset(
    'WEBHOOK_TELEGRAM',
    'Telegram',
    `chat_id={{TELEGRAM_CHAT_ID}}&parse_mode=HTML&text=${telegramText}`,
    {
      url: 'https://api.telegram.org/bot{{TELEGRAM_API_KEY}}/sendMessage',
      headers: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    },
  ),
  preset('WEBHOOK_DISCORD', 'Discord', discordEmbed),
  preset('WEBHOOK_GITLAB_ALERT', 'GitLab alerts', gitlabAlert, {
    headers: [json, { key: 'Authorization', value: 'Bearer {{GITLAB_ALERT_KEY}}' }],
  }),
  preset('WEBHOOK_SPLUNK', 'Splunk On-Call', splunkAlert),
  preset('WEBHOOK_INCIDENTIO', 'incident.io', incidentIoAlert, {
    headers: [json, { key: 'Authorization', value: 'Bearer {{INCIDENTIO_API_KEY}}' }],
  }),
  preset('WEBHOOK_ROOTLY', 'Rootly', plainFields),
  preset('WEBHOOK_FIREHYDRANT', 'FireHydrant', fireHydrantAlert),
  preset('WEBHOOK_ILERT', 'ilert', plainFields),
  preset('WEBHOOK_SPIKESH', 'Spike.sh', plainFields),
  preset('WEBHOOK_CORALOGIX', 'Coralogix', coralogixLog, {
    headers: [json, { key: 'Authorization', value: 'Bearer {{CORALOGIX_API_KEY}}' }],
  }),
]

/** An unknown type is a webhook like any other. */
export function findPreset(webhookType: unknown): WebhookPreset | undefined {
  return webhookPresets.find((one) => one.webhookType === webhookType)
}
