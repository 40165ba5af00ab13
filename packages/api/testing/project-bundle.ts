import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { bundleKey } from '@sonde/schema/check-types/suite/bundle-key.ts'
import type { ApiUnderTest, CallOptions } from './api-under-test.ts'

/** An archive without files: the service never opens it. */
const emptyProject = gzipSync(Buffer.alloc(1024))

const sha256 = createHash('sha256').update(emptyProject).digest('hex')

/** By which checks of the account name it, once it was uploaded. */
export function emptyProjectKey(accountId: string): string {
  return bundleKey({ accountId, sha256 })
}

export async function uploadEmptyProject(
  api: Pick<ApiUnderTest, 'call'>,
  { key, account }: Pick<CallOptions, 'key' | 'account'> = {},
): Promise<string> {
  const answer = await api.call('POST', '/next/checkly-storage/upload-code-bundle', {
    payload: emptyProject,
    headers: { 'content-type': 'application/octet-stream' },
    ...(key === undefined ? {} : { key }),
    ...(account === undefined ? {} : { account }),
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.textAt('key')
}
