import { ServiceApiKeyList, type ServiceApiKey } from '@sonde/schema/accounts/api-key.ts'
import { listServiceKeys } from '@sonde/store/accounts/api-keys.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { keyAnswer } from '@sonde/actions/api-keys/key-answer.ts'

/** Keys that belong to the account and to nobody in it. */
export function listServiceApiKeys(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/accounts/me/api-keys',
    {
      schema: {
        summary: 'List the service API keys of the account',
        tags: ['API keys'],
        response: answers({ 200: ServiceApiKeyList }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      await deps.keyUse.flush()
      const rows = await listServiceKeys(deps.store.read, accountOf(request).id)
      // A service key always has a role, and OWNER is never given to one.
      return rows.map((row) => ({ ...keyAnswer(row), role: row.role as ServiceApiKey['role'] }))
    },
  )
}
