import type { ApiUnderTest, CallOptions } from './api-under-test.ts'
import type { Answer } from './http-client.ts'

/** Visits of status pages as people make them: without a key, with forms and cookies. */
export function visitorOf(api: ApiUnderTest) {
  const anybody = { key: null, account: null }
  return {
    open: (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      api.call('GET', path, { ...anybody, headers }),

    send(
      path: string,
      fields: Readonly<Record<string, string>> | string,
      { headers = {}, ...options }: CallOptions = {},
    ): Promise<Answer> {
      const payload = typeof fields === 'string' ? fields : new URLSearchParams({ ...fields }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return api.call('POST', path, { ...anybody, payload, ...options, headers: { ...type, ...headers } })
    },
  }
}

/** The cookie that an answer sets, as the browser sends it back. */
export function cookieOf(answer: Answer): string {
  return (answer.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? ''
}
