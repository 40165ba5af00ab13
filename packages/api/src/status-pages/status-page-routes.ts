import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createPagePassword } from './create-page-password.ts'
import { createService } from './create-service.ts'
import { createStatusPage } from './create-status-page.ts'
import { createSubscriptions } from './create-subscriptions.ts'
import { deleteService } from './delete-service.ts'
import { deleteStatusPage } from './delete-status-page.ts'
import { deleteSubscription } from './delete-subscription.ts'
import { getService } from './get-service.ts'
import { getStatusPage } from './get-status-page.ts'
import { listServices } from './list-services.ts'
import { listStatusPages } from './list-status-pages.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { removePagePassword } from './remove-page-password.ts'
import { unsubscribe } from './unsubscribe.ts'
import { updateService } from './update-service.ts'
import { updateStatusPage } from './update-status-page.ts'

/** Status pages as those who keep them see them: the pages, their services and their subscribers. */
export function statusPageManagementRoutes(app: App, deps: ApiDeps): void {
  listServices(app, deps)
  createService(app, deps)
  getService(app, deps)
  updateService(app, deps)
  deleteService(app, deps)
  listStatusPages(app, deps)
  createStatusPage(app, deps)
  getStatusPage(app, deps)
  updateStatusPage(app, deps)
  deleteStatusPage(app, deps)
  createPagePassword(app, deps)
  removePagePassword(app, deps)
  listSubscriptions(app, deps)
  createSubscriptions(app, deps)
  deleteSubscription(app, deps)
  unsubscribe(app, deps)
}
