import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { receivedHeader } from '@sonde/schema/agents/artifact-protocol.ts'
import type { Validate } from '@sonde/schema/validation/validator.ts'
import type { Dispatcher } from 'undici'
import { classifyStatus, retryAfterMs } from './http-failure.ts'
import { TransportFailure } from './transport.ts'

const gunzipAsync = promisify(gunzip)
const mostAnswerBytes = 64_000_000

export type HttpAnswer = {
  status: number
  body: Buffer
  retryAfterMs: number | null
  received: string | string[] | undefined
}

export async function readAnswer(response: Dispatcher.ResponseData): Promise<HttpAnswer> {
  return {
    status: response.statusCode,
    body: await readBody(response),
    retryAfterMs: retryAfterMs(response.headers['retry-after']),
    received: response.headers[receivedHeader],
  }
}

/** Whatever is longer than any answer of ours is no answer of ours, and not worth the memory. */
async function readBody({ body, headers }: Dispatcher.ResponseData): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostAnswerBytes) throw tooLong()
    chunks.push(chunk)
  }
  const raw = Buffer.concat(chunks)
  if (headers['content-encoding'] !== 'gzip') return raw
  return gunzipAsync(raw, { maxOutputLength: mostAnswerBytes }).catch(() => {
    throw tooLong()
  })
}

function tooLong(): TransportFailure {
  return new TransportFailure(
    'unavailable',
    `the response is longer than ${mostAnswerBytes} bytes or damaged`,
  )
}

export function parse(body: Buffer, path: string): unknown {
  if (body.length === 0) return null
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new TransportFailure('unavailable', `the response to ${path} is not JSON: check SERVICE_URL`)
  }
}

/** The cast is safe because the validator was compiled from the schema that the type comes from. */
export function trust<T>(validate: Validate, answer: unknown, path: string): T {
  const [mistake] = validate(answer)
  if (mistake === undefined) return answer as T
  throw new TransportFailure(
    'unavailable',
    `unexpected response to ${path}: ${mistake.path} ${mistake.message}`,
  )
}

export function refusal(path: string, answer: HttpAnswer): TransportFailure {
  const { status, retryAfterMs: pauseMs } = answer
  return new TransportFailure(classifyStatus(status), describeRefusal(path, answer), {
    status,
    retryAfterMs: pauseMs,
  })
}

export function messageIn({ body }: HttpAnswer): string | undefined {
  const text = body.subarray(0, 10_000).toString('utf8')
  return /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1]
}

function describeRefusal(path: string, answer: HttpAnswer): string {
  const { status } = answer
  const message = messageIn(answer)
  return `the service answered ${status} to ${path}${message === undefined ? '' : `: ${message}`}`
}
