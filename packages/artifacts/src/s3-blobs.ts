import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { sendStreamed, type StreamedAnswer } from '@sonde/egress/streamed-request.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import aws4 from 'aws4'
import { type BlobStore, BlobStoreUnavailable, isHash } from './blob-store.ts'

export type S3Settings = {
  /** With the bucket as the first part of the path, and a folder inside it after that. */
  address: URL
  region: string
  accessKey: string
  secretKey: string
}

const silenceMs = 30 * secondMs
const mostErrorBytes = 4_096
const nothing = hash('sha256', '')

type Call = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Of what is sent. */
  sha256: string
  headers?: Record<string, string>
  body?: Readable
}

/**
 * Any store that speaks the protocol of S3, with the bucket in the path. An object is written by one request that names its
 * hash, so that the store keeps it whole or not at all.
 */
export function createS3Blobs({ address, region, accessKey, secretKey }: S3Settings): BlobStore {
  const folder = address.pathname.replace(/\/+$/, '')

  const [, bucket = '', ...parts] = folder.split('/')

  async function send(sha256: string, call: Call): Promise<StreamedAnswer> {
    return await sendTo(`${folder}/${sha256.slice(0, 2)}/${sha256}`, call)
  }

  async function sendTo(path: string, call: Call): Promise<StreamedAnswer> {
    const signed = aws4.sign(
      {
        service: 's3',
        region,
        method: call.method,
        host: address.host,
        path,
        headers: { ...call.headers, 'X-Amz-Content-Sha256': call.sha256 },
      },
      { accessKeyId: accessKey, secretAccessKey: secretKey },
    )
    const headers = Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)])
    try {
      return await sendStreamed({
        method: call.method,
        url: new URL(path, address),
        headers: Object.fromEntries(headers),
        body: call.body ?? null,
        silenceMs,
      })
    } catch (error) {
      throw new BlobStoreUnavailable(`no answer of ${address.host}: ${String(error)}`, { cause: error })
    }
  }

  return {
    async put({ sha256, bytes }, from) {
      const { status, body } = await send(sha256, {
        method: 'PUT',
        sha256,
        headers: { 'Content-Length': String(bytes), 'Content-Type': 'application/octet-stream' },
        body: createReadStream(from),
      })
      if (status !== 200) throw await refusal(address, status, body)
      await drain(body)
      await rm(from, { force: true })
    },

    async read(sha256, range) {
      const { status, body } = await send(sha256, {
        method: 'GET',
        sha256: nothing,
        headers: range === null ? {} : { Range: `bytes=${range.start}-${range.end}` },
      })
      if (status === (range === null ? 200 : 206)) return body
      const refused = await refusal(address, status, body)
      // A bucket that is not there says nothing about the file.
      if (status === 404 && !refused.message.includes('NoSuchBucket')) return null
      throw refused
    },

    async remove(sha256) {
      const { status, body } = await send(sha256, { method: 'DELETE', sha256: nothing })
      if (status === 204 || status === 200 || status === 404) return await drain(body)
      throw await refusal(address, status, body)
    },

    async *list(digits) {
      const prefix = [...parts, digits, ''].join('/')
      let token: string | null = null
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix,
          ...(token !== null && { 'continuation-token': token }),
        })
        const { status, body } = await sendTo(`/${bucket}?${query}`, { method: 'GET', sha256: nothing })
        if (status !== 200) throw await refusal(address, status, body)
        const page = await text(body)
        yield [...page.matchAll(/<Contents>.*?<\/Contents>/gs)].flatMap(([entry]) => {
          const name = valueIn(entry, 'Key')?.split('/').at(-1) ?? ''
          return isHash(name) ? [{ sha256: name, bytes: Number(valueIn(entry, 'Size') ?? 0) }] : []
        })
        token = valueIn(page, 'IsTruncated') === 'true' ? valueIn(page, 'NextContinuationToken') : null
      } while (token !== null)
    },
  }
}

/** Of names that hold no other element. */
function valueIn(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null
}

async function refusal(address: URL, status: number, body: Readable): Promise<BlobStoreUnavailable> {
  let words = ''
  for await (const chunk of body) {
    words += String(chunk)
    if (words.length > mostErrorBytes) break
  }
  const [, code] = /<Code>([A-Za-z0-9]{1,100})<\/Code>/.exec(words) ?? []
  return new BlobStoreUnavailable(
    `${address.host} answered ${status}${code === undefined ? '' : ` (${code})`}`,
  )
}

async function drain(body: Readable): Promise<void> {
  body.resume()
  await finished(body)
}
