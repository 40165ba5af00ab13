import { Refusal } from '@sonde/actions/refusal.ts'
import { readBundleKey } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answerOf, CodeBundleAnswer } from './code-bundle.ts'

/** Whether a bundle is there, and since when: whoever has one need not send it again. */
export function peekCodeBundle(app: App, { artifacts }: Pick<ApiDeps, 'artifacts'>): void {
  app.post(
    '/next/checkly-storage/peek-code-bundle',
    {
      schema: {
        hide: true,
        body: Type.Object({ key: Type.String({ minLength: 1, maxLength: 1_000 }) }),
        response: { 200: CodeBundleAnswer },
      },
      config: {
        access: { kind: 'account', role: 'READ_ONLY' },
        limit: { max: 3_000, windowSeconds: 60 },
      },
    },
    async (request) => {
      const { id: accountId } = accountOf(request)
      const key = readBundleKey(request.body.key)
      const bundle = key?.accountId === accountId ? await artifacts.bundles.find(accountId, key.sha256) : null
      if (bundle === null) throw new Refusal('not-found', 'There is no code bundle of this key')
      return answerOf(accountId, bundle)
    },
  )
}
