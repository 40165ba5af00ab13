import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createAlertChannel } from './create-alert-channel.ts'
import { deleteAlertChannel } from './delete-alert-channel.ts'
import { getAlertChannel } from './get-alert-channel.ts'
import { listAlertChannels } from './list-alert-channels.ts'
import { listWebhookTemplates } from './list-webhook-templates.ts'
import { putChannelSubscription } from './put-channel-subscription.ts'
import { testAlertChannel } from './test-alert-channel.ts'
import { updateAlertChannel } from './update-alert-channel.ts'

export function alertChannelRoutes(app: App, deps: ApiDeps): void {
  listAlertChannels(app, deps)
  createAlertChannel(app, deps)
  getAlertChannel(app, deps)
  updateAlertChannel(app, deps)
  deleteAlertChannel(app, deps)
  putChannelSubscription(app, deps)
  testAlertChannel(app, deps)
  listWebhookTemplates(app)
}
