import type { ImportUpload } from '@sonde/actions/configuration/import-uploads.ts'
import { Transform } from 'node:stream'
import type { RequestPayload } from 'fastify'

/** Lets a document through as long as there is room for it; what `onEnd` throws refuses it. */
export function watchUpload(
  payload: RequestPayload,
  { upload, onEnd = () => undefined }: { upload: ImportUpload; onEnd?: () => void },
): RequestPayload {
  const noteEncodedLength = () => {
    watched.receivedEncodedLength = payload.receivedEncodedLength ?? 0
  }
  const watched: Transform & Pick<RequestPayload, 'receivedEncodedLength'> = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      noteEncodedLength()
      attempt(
        () => upload.hold(chunk.length),
        (error) => done(error, chunk),
      )
    },
    flush(done) {
      noteEncodedLength()
      attempt(onEnd, done)
    },
  })
  payload.on('error', (error) => watched.destroy(error))
  // The rest of what is refused is read and thrown away, so that the answer arrives.
  watched.on('error', () => payload.unpipe(watched).resume())
  return payload.pipe(watched)
}

function attempt(act: () => void, done: (error: Error | null) => void): void {
  try {
    act()
  } catch (error) {
    return done(error instanceof Error ? error : new Error(String(error)))
  }
  done(null)
}
