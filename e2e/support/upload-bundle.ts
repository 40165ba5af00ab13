import assert from 'node:assert/strict'
import { makeArchive } from '@sonde/sandbox/testing/make-archive.ts'
import { someCredentials } from './api-client.ts'

/** Uploads the files of a project; the key by which checks name it. */
export async function uploadBundle(
  { address }: { address: string },
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const archive = makeArchive(Object.entries(files).map(([path, content]) => ({ path, content })))
  const answer = await fetch(`${address}/next/checkly-storage/upload-code-bundle`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${someCredentials.key}`,
      'x-service-account': someCredentials.accountId,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(archive),
  })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { key: string }).key
}
