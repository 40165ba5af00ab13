import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { coveredUnnotifiedRoute } from './covered-unnotified.ts'
import { createAlertChannelRoute } from './create-alert-channel.ts'
import { deleteAlertChannelRoute } from './delete-alert-channel.ts'
import { getAlertChannel } from './get-alert-channel.ts'
import { listAlertChannels } from './list-alert-channels.ts'
import { listWebhookTemplates } from './list-webhook-templates.ts'
import { putChannelSubscription } from './put-channel-subscription.ts'
import { testAlertChannelRoute } from './test-alert-channel.ts'
import { testUnsavedChannelRoute } from './test-unsaved-channel.ts'
import { unnotifiedChecksRoutes } from './unnotified-checks.ts'
import { updateAlertChannelRoute } from './update-alert-channel.ts'

export function alertChannelRoutes(app: App, deps: ApiDeps): void {
  listAlertChannels(app, deps)
  createAlertChannelRoute(app, deps)
  getAlertChannel(app, deps)
  updateAlertChannelRoute(app, deps)
  deleteAlertChannelRoute(app, deps)
  putChannelSubscription(app, deps)
  testAlertChannelRoute(app, deps)
  testUnsavedChannelRoute(app, deps)
  unnotifiedChecksRoutes(app, deps)
  coveredUnnotifiedRoute(app, deps)
  listWebhookTemplates(app)
}
