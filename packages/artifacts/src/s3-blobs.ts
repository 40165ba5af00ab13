import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { sendStreamed, type StreamedAnswer } from '@sonde/egress/streamed-request.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import aws4 from 'aws4'
import { type BlobStore, BlobStoreUnavailable } from './blob-store.ts'

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

  async function send(sha256: string, call: Call): Promise<StreamedAnswer> {
    const path = `${folder}/${sha256.slice(0, 2)}/${sha256}`
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
  }
}

async function refusal(address: URL, status: number, body: Readable): Promise<BlobStoreUnavailable> {
  let text = ''
  for await (const chunk of body) {
    text += String(chunk)
    if (text.length > mostErrorBytes) break
  }
  const [, code] = /<Code>([A-Za-z0-9]{1,100})<\/Code>/.exec(text) ?? []
  return new BlobStoreUnavailable(
    `${address.host} answered ${status}${code === undefined ? '' : ` (${code})`}`,
  )
}

async function drain(body: Readable): Promise<void> {
  body.resume()
  await finished(body)
}
