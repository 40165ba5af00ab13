import { webhookPresets } from '@sonde/alerting/channels/webhook-presets.ts'
import { WebhookTemplateList } from '@sonde/schema/alerts/alert-channel.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function listWebhookTemplates(app: App): void {
  app.get(
    '/v1/alert-channels/webhook-templates',
    {
      schema: {
        summary: 'List the webhook templates for known receivers',
        description: 'Each is a configuration of type WEBHOOK to start from. Replace the words in capitals.',
        tags: ['Alert channels'],
        response: answers({ 200: WebhookTemplateList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async () => webhookPresets.map((preset) => ({ ...preset, headers: [...preset.headers] })),
  )
}
