import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createPagePasswordRoute } from './create-page-password.ts'
import { createServiceRoute } from './create-service.ts'
import { createStatusPageRoute } from './create-status-page.ts'
import { createSubscriptionsRoute } from './create-subscriptions.ts'
import { deleteServiceRoute } from './delete-service.ts'
import { deleteStatusPageRoute } from './delete-status-page.ts'
import { deleteSubscriptionRoute } from './delete-subscription.ts'
import { getService } from './get-service.ts'
import { getStatusPage } from './get-status-page.ts'
import { listServices } from './list-services.ts'
import { listStatusPages } from './list-status-pages.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { removePagePasswordRoute } from './remove-page-password.ts'
import { unsubscribe } from './unsubscribe.ts'
import { updateServiceRoute } from './update-service.ts'
import { updateStatusPageRoute } from './update-status-page.ts'

/** Status pages as those who keep them see them: the pages, their services and their subscribers. */
export function statusPageManagementRoutes(app: App, deps: ApiDeps): void {
  listServices(app, deps)
  createServiceRoute(app, deps)
  getService(app, deps)
  updateServiceRoute(app, deps)
  deleteServiceRoute(app, deps)
  listStatusPages(app, deps)
  createStatusPageRoute(app, deps)
  getStatusPage(app, deps)
  updateStatusPageRoute(app, deps)
  deleteStatusPageRoute(app, deps)
  createPagePasswordRoute(app, deps)
  removePagePasswordRoute(app, deps)
  listSubscriptions(app, deps)
  createSubscriptionsRoute(app, deps)
  deleteSubscriptionRoute(app, deps)
  unsubscribe(app, deps)
}
