import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../src/s3-blobs.ts'

/** A store that speaks S3, with one bucket, until the test is over. */
export async function startS3(test: {
  after(end: () => unknown): void
}): Promise<{ folder: string; settings: S3Settings; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'buckets'),
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  const { port } = await server.run()
  let isStopped = false
  async function stop(): Promise<void> {
    if (!isStopped) await server.close()
    isStopped = true
  }
  test.after(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })
  const address = new URL(`http://127.0.0.1:${port}/files/sonde`)
  return {
    folder,
    stop,
    settings: { address, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' },
  }
}
