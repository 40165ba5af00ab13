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
const tagListInMarkdown = tagList.replace('{{this}}', '{{markdown this}}')

/** Since when it goes on, or how long it lasted: "Failing since: ..." as two texts. Empty where nothing goes on. */
const episodeLabel = `{{#eq ALERT_CLASS "recovery"}}Lasted{{else eq ALERT_CLASS "degraded"}}Degraded since{{else}}Failing since{{/eq}}`
const episodeValue =
  '{{#eq ALERT_CLASS "recovery"}}{{default EPISODE_DURATION "-"}}{{else}}{{default FAILING_SINCE "-"}}{{/eq}}'

const story =
  '{{truncate CHECK_ERROR_MESSAGE 1500}}{{#if CHECK_TARGET}} Target: {{truncate CHECK_TARGET 300}}.{{/if}}{{#if RUN_LOCATION}} Location: {{RUN_LOCATION}}.{{/if}}{{#if RESPONSE_TIME_TEXT}} Response time: {{RESPONSE_TIME_TEXT}}.{{/if}}' +
  `{{#if FAILING_SINCE}} ${episodeLabel}: ${episodeValue}.{{/if}}` +
  '{{#if CHECK_DESCRIPTION}} {{truncate CHECK_DESCRIPTION 500}}{{/if}} {{RESULT_LINK}}'

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
            "text": "{{truncate (markdown ALERT_TITLE) 250}}",
            "weight": "bolder",
            "size": "medium",
            "wrap": true,
            "color": "${byClass({ failure: 'attention', degraded: 'warning', recovery: 'good' })}"
          },
          {
            "type": "FactSet",
            "facts": [
              { "title": "Target", "value": "{{#if CHECK_TARGET}}{{truncate (markdown CHECK_TARGET) 300}}{{else}}-{{/if}}" },
              { "title": "${episodeLabel}", "value": "${episodeValue}" },
              { "title": "Response time", "value": "{{default RESPONSE_TIME_TEXT "-"}}" },
              { "title": "Location", "value": "{{#if RUN_LOCATION}}{{markdown RUN_LOCATION}}{{else}}-{{/if}}" },
              { "title": "Time", "value": "{{STARTED_AT}}" },
              { "title": "Group", "value": "{{#if GROUP_NAME}}{{markdown GROUP_NAME}}{{else}}-{{/if}}" },
              { "title": "Tags", "value": "{{#if TAGS}}${tagListInMarkdown}{{else}}-{{/if}}" }
              {{#if CHECK_DESCRIPTION}}, { "title": "Description", "value": "{{truncate (markdown CHECK_DESCRIPTION) 500}}" }{{/if}}
            ]
          },
          { "type": "TextBlock", "text": "{{#if CHECK_ERROR_MESSAGE}}{{truncate (markdown CHECK_ERROR_MESSAGE) 1500}}{{else}} {{/if}}", "wrap": true }
        ],
        "actions": [
          {{#if RESULT_LINK}}{ "type": "Action.OpenUrl", "title": "Show the result", "url": "{{RESULT_LINK}}" }{{/if}}
        ]
      }
    }
  ]
}`

const telegramText = `<b>{{ALERT_TITLE}}</b>
{{STARTED_AT}}{{#if RUN_LOCATION}}, {{RUN_LOCATION}}{{/if}}{{#if RESPONSE_TIME_TEXT}}, {{RESPONSE_TIME_TEXT}}{{/if}}
{{#if CHECK_TARGET}}{{CHECK_TARGET}}
{{/if}}{{#if FAILING_SINCE}}${episodeLabel}: ${episodeValue}
{{/if}}{{#if CHECK_DESCRIPTION}}{{CHECK_DESCRIPTION}}
{{/if}}{{#if CHECK_ERROR_MESSAGE}}{{CHECK_ERROR_MESSAGE}}
{{/if}}{{#if TAGS}}Tags: ${tagList}
{{/if}}{{#if RESULT_LINK}}<a href="{{RESULT_LINK}}">Show the result</a>{{/if}}`

const discordEmbed = `{
  "embeds": [
    {
      "title": "{{truncate (markdown ALERT_TITLE) 250}}",
      {{#if RESULT_LINK}}"url": "{{RESULT_LINK}}",{{/if}}
      "description": "{{truncate (markdown CHECK_ERROR_MESSAGE) 1500}}",
      "color": ${byClass({ failure: '15158332', degraded: '16776960', recovery: '3066993' })},
      "fields": [
        { "name": "Target", "value": "{{#if CHECK_TARGET}}{{truncate (markdown CHECK_TARGET) 300}}{{else}}-{{/if}}", "inline": true },
        { "name": "${episodeLabel}", "value": "${episodeValue}", "inline": true },
        { "name": "Response time", "value": "{{default RESPONSE_TIME_TEXT "-"}}", "inline": true },
        { "name": "Location", "value": "{{#if RUN_LOCATION}}{{markdown RUN_LOCATION}}{{else}}-{{/if}}", "inline": true },
        { "name": "Group", "value": "{{#if GROUP_NAME}}{{markdown GROUP_NAME}}{{else}}-{{/if}}", "inline": true },
        { "name": "Tags", "value": "{{#if TAGS}}{{truncate (markdown TAGS) 1000}}{{else}}-{{/if}}", "inline": true }
        {{#if CHECK_DESCRIPTION}}, { "name": "Description", "value": "{{truncate (markdown CHECK_DESCRIPTION) 500}}", "inline": false }{{/if}}
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
