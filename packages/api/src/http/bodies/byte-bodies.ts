import { Readable } from 'node:stream'
import { PartBroken } from '@sonde/artifacts/incoming-files.ts'
import type { App } from '../app-type.ts'
import { HttpRefusal } from '../refusal.ts'

/** In this scope a body is bytes of any size, which no parser sees: they go to the disk as they come. */
export function takeByteBodies(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new HttpRefusal(415, 'The body must be application/octet-stream')),
  )
}

/** Hands the bytes to whoever takes them. `what` they are, for people. */
export async function receiveBytes<Outcome>(
  { body }: { body: unknown },
  what: string,
  receive: (bytes: Readable) => Promise<Outcome>,
): Promise<Outcome> {
  const bytes = body instanceof Readable ? body : Readable.from([])
  try {
    return await receive(bytes)
  } catch (error) {
    // Mostly nobody is there any more to read it.
    if (error instanceof PartBroken)
      throw new HttpRefusal(400, `Not all of the ${what} arrived: ${error.message}`)
    throw error
  } finally {
    // Whoever was refused may still be sending: the answer reaches them after that.
    bytes.resume()
  }
}
