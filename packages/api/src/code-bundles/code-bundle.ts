import { bundleKey } from '@sonde/schema/check-types/suite/bundle-key.ts'
import type { CodeBundle } from '@sonde/store/artifacts/code-bundles.ts'
import { type Static, Type } from 'typebox'

/** As clients know it: the command reads the key, the provider the rest. */
export const CodeBundleAnswer = Type.Object({
  key: Type.String(),
  versionID: Type.String(),
  lastModified: Type.String({ format: 'date-time' }),
  contentLength: Type.Integer({ minimum: 0 }),
  checksumSha256: Type.String(),
})

export function answerOf(accountId: string, bundle: CodeBundle): Static<typeof CodeBundleAnswer> {
  const { sha256, bytes, createdAt } = bundle
  return {
    key: bundleKey({ accountId, sha256 }),
    versionID: sha256,
    lastModified: new Date(createdAt).toISOString(),
    contentLength: bytes,
    checksumSha256: sha256,
  }
}
