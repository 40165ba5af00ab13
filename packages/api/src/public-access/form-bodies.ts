import type { App } from '../http/app-type.ts'
import { HttpRefusal } from '../http/refusal.ts'

const bodyLimitBytes = 16_384

/** In this scope nothing but a form of a page is read, as `URLSearchParams`. */
export function acceptFormBodies(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, text, done) => done(null, new URLSearchParams(String(text))),
  )
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notAForm()))
}

function notAForm(): HttpRefusal {
  return new HttpRefusal(415, 'The body must be a form (application/x-www-form-urlencoded)')
}

export function formOf({ body }: { body: unknown }): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}
