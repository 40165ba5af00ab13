import type { IncomingHttpHeaders } from 'node:http'
import type { AnnouncedBundle, BundleOutcome } from '@sonde/artifacts/code-bundles.ts'
import type { CodeBundle } from '@sonde/store/artifacts/code-bundles.ts'
import type { FastifyReply } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { receiveBytes, takeByteBodies } from '../http/bodies/byte-bodies.ts'
import { HttpRefusal, invalid } from '../http/refusal.ts'
import { answerOf, CodeBundleAnswer } from './code-bundle.ts'

/** A client sends a bundle with every test, also when nothing needs one. It goes to the disk as it comes, and is never opened. */
export function uploadCodeBundle(app: App, { artifacts }: Pick<ApiDeps, 'artifacts'>): void {
  void app.register(async (scope: App) => {
    takeByteBodies(scope)
    scope.post(
      '/next/checkly-storage/upload-code-bundle',
      {
        schema: { hide: true, response: { 200: CodeBundleAnswer } },
        config: {
          access: { kind: 'account', role: 'READ_WRITE' },
          limit: { max: 3_000, windowSeconds: 60 },
        },
      },
      async (request, reply) => {
        const { id: accountId } = accountOf(request)
        const outcome = await receiveBytes(request, 'code bundle', async (bytes) =>
          artifacts.bundles.receive({ accountId, ...announcedIn(request.headers) }, bytes),
        )
        return answerOf(accountId, storedOf(reply, outcome))
      },
    )
  })
}

function announcedIn(headers: IncomingHttpHeaders): Omit<AnnouncedBundle, 'accountId'> {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new HttpRefusal(415, 'A code bundle is sent as it is: without Content-Encoding')
  const length = headers['content-length']
  const checksum = headers['x-bundle-checksum-sha256']
  return {
    bytes: length === undefined ? null : Number(length),
    sha256: checksum === undefined ? null : String(checksum).toLowerCase(),
  }
}

function storedOf(reply: FastifyReply, outcome: BundleOutcome): CodeBundle {
  switch (outcome.kind) {
    case 'stored':
      return outcome.bundle
    case 'too-large':
      // The client reads the number from the sentence.
      throw new HttpRefusal(413, `The code bundle is too large, maximum allowed: ${outcome.mostBytes}`)
    case 'wrong-hash':
      throw invalid('headers', [
        { path: 'x-bundle-checksum-sha256', message: 'is not the checksum of the body' },
      ])
    case 'quota':
      throw new HttpRefusal(
        402,
        `The code bundles that checks of the account use leave no room for this one: all together may have ${outcome.mostBytes} bytes (CODE_BUNDLES_GB)`,
      )
    case 'busy':
      reply.header('retry-after', '5')
      throw new HttpRefusal(429, 'Too many files of this account are being uploaded')
  }
}
