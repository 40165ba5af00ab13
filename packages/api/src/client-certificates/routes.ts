import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createClientCertificateRoute } from './create-client-certificate.ts'
import { deleteClientCertificateRoute } from './delete-client-certificate.ts'
import { getClientCertificate } from './get-client-certificate.ts'
import { listClientCertificates } from './list-client-certificates.ts'

export function clientCertificateRoutes(app: App, deps: ApiDeps): void {
  listClientCertificates(app, deps)
  createClientCertificateRoute(app, deps)
  getClientCertificate(app, deps)
  deleteClientCertificateRoute(app, deps)
}
