// @ts-check
import { internals } from './internals.mjs'
import { callAttachment } from './run-folder.mjs'

/** Of a body that a result may hold. */
const mostBodyBytes = 262_144

/**
 * Every call through a request context is attached to the step that makes it, as a document of its request and its
 * response.
 *
 * @param {any} APIRequestContext
 * @param {() => any} currentTestInfo
 */
export function recordCalls(APIRequestContext, currentTestInfo) {
  const fetch = APIRequestContext.prototype[internals.fetch]
  /** @param {any} options */
  APIRequestContext.prototype[internals.fetch] = async function (options = {}) {
    const testInfo = currentTestInfo()
    if (testInfo === null || testInfo === undefined) return await fetch.call(this, options)
    const stepId = testInfo[internals.parentStep]()?.stepId
    const at = Date.now()
    const startedMs = performance.now()
    const request = describeSafely(options)
    /** @param {Record<string, unknown>} end */
    const attach = (end) => {
      const call = {
        at,
        durationMs: performance.now() - startedMs,
        request,
        response: null,
        error: null,
        ...end,
      }
      const body = Buffer.from(JSON.stringify(call))
      testInfo[internals.attach]({ name: callAttachment, contentType: 'application/json', body }, stepId)
    }
    let response
    try {
      response = await fetch.call(this, options)
    } catch (error) {
      attach({ error: error instanceof Error ? error.message : String(error) })
      throw error
    }
    const durationMs = performance.now() - startedMs
    Object.defineProperty(response, Symbol.for('sonde.responseTime'), { value: durationMs })
    attach({ durationMs, response: await describeResponse(response) })
    return response
  }
}

/** What cannot be described is the runner's to refuse. @param {any} options */
function describeSafely(options) {
  try {
    return describeRequest(options)
  } catch {
    return { method: '', url: String(options.url), headers: {}, body: '' }
  }
}

/** @param {any} options */
function describeRequest({ url, request, method, headers, params, data, form, multipart }) {
  const { body, type } = sentBody({ data, form, multipart })
  const shownHeaders = { ...request?.headers(), ...headers }
  const hasType = Object.keys(shownHeaders).some((name) => name.toLowerCase() === 'content-type')
  return {
    method: String(method ?? request?.method() ?? 'GET').toUpperCase(),
    url: withParameters(String(url ?? request?.url() ?? ''), params),
    headers: texts(hasType || type === null ? shownHeaders : { ...shownHeaders, 'content-type': type }),
    body: cut(body),
  }
}

/** @param {string} url @param {any} params */
function withParameters(url, params) {
  if (params === undefined || params === null) return url
  const query =
    typeof params === 'string' ? params.replace(/^\?/, '') : new URLSearchParams(params).toString()
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

/** @param {{ data: any, form: any, multipart: any }} options @returns {{ body: string, type: string | null }} */
function sentBody({ data, form, multipart }) {
  if (typeof data === 'string') return { body: data, type: null }
  if (Buffer.isBuffer(data)) return { body: `(${data.length} bytes)`, type: null }
  if (data !== undefined && data !== null) return { body: JSON.stringify(data), type: 'application/json' }
  if (form !== undefined && form !== null)
    return {
      body: new URLSearchParams(form instanceof FormData ? /** @type {any} */ ([...form]) : form).toString(),
      type: 'application/x-www-form-urlencoded',
    }
  if (multipart === undefined || multipart === null) return { body: '', type: null }
  const names = multipart instanceof FormData ? [...multipart.keys()] : Object.keys(multipart)
  return { body: names.map((name) => `(part ${name})`).join('\n'), type: 'multipart/form-data' }
}

/** @param {any} response */
async function describeResponse(response) {
  const headers = texts(response.headers())
  return {
    status: response.status(),
    statusText: response.statusText(),
    url: response.url(),
    headers,
    ...(await receivedBody(response, headers['content-type'] ?? '')),
  }
}

/** @param {any} response @param {string} contentType */
async function receivedBody(response, contentType) {
  const bytes = await response.body().catch(() => null)
  if (bytes === null) return { body: '', bodySize: 0, isCut: false }
  const [type = ''] = contentType.toLowerCase().split(';')
  const isText =
    /^(?:text\/|application\/(?:[^;]*\+)?(?:json|xml|javascript|graphql|x-www-form-urlencoded))|^image\/svg/.test(
      type,
    )
  if (!isText && (type !== '' || bytes.includes(0)))
    return {
      body: `(${type === '' ? 'binary' : type}, ${bytes.length} bytes)`,
      bodySize: bytes.length,
      isCut: false,
    }
  const text = bytes.toString('utf8')
  return { body: cut(text), bodySize: bytes.length, isCut: text.length > mostBodyBytes }
}

/** @param {string} text */
function cut(text) {
  return text.slice(0, mostBodyBytes).replaceAll('\0', '\ufffd').toWellFormed()
}

/** @param {Record<string, unknown>} values @returns {Record<string, string>} */
function texts(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
