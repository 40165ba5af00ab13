import { SignInOptions } from '@sonde/schema/accounts/sign-in-options.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import type { ApiDeps } from '../api-deps.ts'

export function signInOptions(app: App, { oidc }: Pick<ApiDeps, 'oidc'>): void {
  app.get(
    '/v1/session/options',
    {
      schema: {
        summary: 'Show the available ways to sign in',
        tags: ['Session'],
        response: publicAnswers({ 200: SignInOptions }),
      },
      config: { access: publicAccess },
    },
    async () => ({
      hasPassword: oidc === null || !oidc.settings.isOnly,
      provider: oidc === null ? null : { name: oidc.settings.name, url: '/oidc/start' },
    }),
  )
}
