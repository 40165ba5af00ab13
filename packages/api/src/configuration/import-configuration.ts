import { createImportGate, type ImportTurn } from '@sonde/actions/configuration/import-gate.ts'
import { importConfiguration } from '@sonde/actions/configuration/import-configuration.ts'
import { createImportUploads } from '@sonde/actions/configuration/import-uploads.ts'
import {
  Configuration,
  configurationBytes,
  configurationLimits,
  ConfigurationImport,
  ConfigurationImportQuery,
} from '@sonde/schema/accounts/configuration.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { watchUpload } from '../http/bodies/watch-upload.ts'
import { clientGone } from '../http/client-gone.ts'
import { answers } from '../http/operation.ts'

export function importConfigurationRoute(app: App, deps: ApiDeps): void {
  const gate = createImportGate()
  // Parts of a body are larger than what they are counted by, and the last of the largest one must have room.
  const uploads = createImportUploads({ largestBytes: configurationBytes + 1024 * 1024 })
  const turns = new WeakMap<FastifyRequest, ImportTurn>()

  app.post(
    '/v1/accounts/me/configuration',
    {
      bodyLimit: configurationBytes,
      schema: {
        summary: 'Import a configuration',
        description:
          'Creates what is missing and updates what is different. Nothing is deleted, and identical items are not touched. The whole document is validated first: 400 lists every error with its path. Up to 200 items are written all or none; a larger document is written in steps, and importing it again completes it. A server runs one import at a time, dry runs included: until it ends, other imports get 409 for the same account, and 429 with `Retry-After` for other accounts. A document has at most 50 MB and 3,000,000 values.',
        tags: ['Accounts'],
        querystring: ConfigurationImportQuery,
        body: Configuration,
        response: answers({ 200: ConfigurationImport }, 402, 409, 413),
      },
      config: { access: { kind: 'account', role: 'ADMIN' }, largeBody: configurationLimits },
      preParsing: (request, reply, payload, done) => {
        const upload = uploads.begin(accountOf(request).id)
        reply.raw.once('close', upload.end)
        // When the document is here, and before it is parsed: several at once would take the memory that one may take,
        // and whoever sends slowly must not keep the others waiting.
        const enter = () => {
          const turn = gate.enter(accountOf(request).id)
          turns.set(request, turn)
          reply.raw.once('close', () => turn.leaveUnlessWorking())
        }
        done(null, watchUpload(payload, { upload, onEnd: enter }))
      },
      onSend: async (request) => turns.get(request)?.leaveUnlessWorking(),
    },
    async (request, reply): Promise<ConfigurationImport> => {
      const { role } = accountOf(request)
      const order = { input: request.body, role, dryRun: request.query.dryRun, signal: clientGone(reply) }
      const turn = turns.get(request)
      if (turn === undefined) throw new Error('an import works without its turn')
      return await turn.work(() => importConfiguration(deps, actorOf(request, deps), order))
    },
  )
}
