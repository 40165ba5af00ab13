import { createImportUploads } from '@sonde/actions/configuration/import-uploads.ts'
import type { preParsingHookHandler } from 'fastify'
import { accountOf } from '../access.ts'
import { watchUpload } from './watch-upload.ts'

/** Parts of a body are larger than what they are counted by, and the last of the largest one must have room. */
const sparedBytes = 1024 * 1024

/**
 * For routes with large bodies: no account holds more than one of the largest, from its first byte until it is answered.
 * Several at once would take all memory.
 */
export function limitUploads(largestBytes: number): preParsingHookHandler {
  const uploads = createImportUploads({ largestBytes: largestBytes + sparedBytes })
  return (request, reply, payload, done) => {
    const upload = uploads.begin(accountOf(request).id)
    reply.raw.once('close', upload.end)
    done(null, watchUpload(payload, { upload }))
  }
}
