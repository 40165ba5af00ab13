import { UserApiKeyList } from '@sonde/schema/accounts/api-key.ts'
import { listUserKeys } from '@sonde/store/accounts/api-keys.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { keyAnswer } from '@sonde/actions/api-keys/key-answer.ts'

/** A user's own keys: nobody else can list or delete them. */
export function listUserApiKeys(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/users/me/api-keys',
    {
      schema: {
        summary: 'List your own API keys',
        tags: ['API keys'],
        response: answers({ 200: UserApiKeyList }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request) => {
      const userId = userIdOf(request)
      await deps.keyUse.flush()
      return (await listUserKeys(deps.store.read, userId)).map(keyAnswer)
    },
  )
}
