import { SecretFindings } from '@sonde/schema/checks/secret-scan.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { scanAccount } from '@sonde/actions/secret-scans/scan-account.ts'

export function listSecretFindings(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/secret-scans',
    {
      schema: {
        summary: 'Find unencrypted credentials',
        description:
          'Searches checks, groups, snippets, alert channels and variables. Locked and secret values are not ' +
          'read. Shows the place of each credential, never its whole value.',
        tags: ['Secret scans'],
        response: answers({ 200: SecretFindings }),
      },
      // It reads everything that the account has.
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: { max: 10, windowSeconds: 60 } },
    },
    async (request) => {
      const { role } = accountOf(request)
      return await scanAccount(deps, actorOf(request, deps), { role })
    },
  )
}
