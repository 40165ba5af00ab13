import { IntegrationTokenList } from '@sonde/schema/accounts/integration-token.ts'
import { listIntegrationTokensOf } from '@sonde/store/accounts/integration-tokens.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { tokenAnswer } from '@sonde/actions/integration-tokens/token-answer.ts'

export function listIntegrationTokens(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/integration-tokens',
    {
      schema: {
        summary: 'List integration tokens',
        description: 'Newest first, without the tokens themselves.',
        tags: ['Integration tokens'],
        response: answers({ 200: IntegrationTokenList }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      await deps.keyUse.flush()
      return (await listIntegrationTokensOf(deps.store.read, accountOf(request).id)).map(tokenAnswer)
    },
  )
}
