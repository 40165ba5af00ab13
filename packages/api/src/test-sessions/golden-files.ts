import { notFound } from '@sonde/actions/refusal.ts'
import { goldenKey, mostGoldenBytes, readGoldenKey } from '@sonde/schema/check-types/browser/golden-files.ts'
import { storedGoldenFiles } from '@sonde/store/artifacts/golden-files.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { receiveBytes, takeByteBodies } from '../http/bodies/byte-bodies.ts'
import { HttpRefusal, tooManyRequests } from '../http/refusal.ts'

const StoredFile = Type.Object({ key: Type.String() })

/** Golden files on their way from and to projects, one by one, as the command of the reference moves them. */
export function goldenFileRoutes(app: App, deps: Pick<ApiDeps, 'artifacts' | 'store'>): void {
  const limit = { max: 3_000, windowSeconds: 60 }
  void app.register(async (scope: App) => {
    takeByteBodies(scope)
    scope.post(
      '/next/checkly-storage/upload',
      {
        schema: { hide: true, response: { 200: StoredFile } },
        config: { access: { kind: 'account', role: 'READ_WRITE' }, limit },
      },
      async (request) => {
        const { id: accountId } = accountOf(request)
        const order = { accountId, mostBytes: mostGoldenBytes, sha256: null, madeBy: null, owner: null }
        const outcome = await receiveBytes(request, 'file', (body) =>
          deps.artifacts.keepGolden({ ...order, body }),
        )
        if (outcome.kind === 'refused' && outcome.reason === 'busy') throw tooManyRequests(5)
        if (outcome.kind === 'refused')
          throw new HttpRefusal(outcome.reason === 'empty' ? 400 : 413, outcome.message)
        return { key: goldenKey(accountId, outcome.sha256) }
      },
    )
  })

  app.post(
    '/next/checkly-storage/download',
    {
      schema: { hide: true, body: Type.Object({ key: Type.String({ maxLength: 200 }) }) },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit },
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request)
      const named = readGoldenKey(request.body.key)
      if (named === null || named.accountId !== accountId) throw notFound('file')
      const { sha256 } = named
      const object = (await storedGoldenFiles(deps.store.read, { accountId, hashes: [sha256] })).get(sha256)
      const bytes = object === undefined ? null : await deps.artifacts.read(sha256, null)
      if (object === undefined || bytes === null) throw notFound('file')
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', object.bytes)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'attachment')
        .send(bytes)
    },
  )
}
