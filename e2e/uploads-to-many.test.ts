// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { uploadArtifact } from '@sonde/agent/artifacts/upload-artifact.ts'
import { createBackoff } from '@sonde/agent/service/backoff.ts'
import { createHttpTransport } from '@sonde/agent/service/http-transport.ts'
import { startS3 } from '@sonde/artifacts/testing/s3-server.ts'
import { startNats, withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { call, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { createHandMadeAgent } from './support/hand-made-agent.ts'
import { temporaryFolder } from './support/server-process.ts'
import { startService } from './support/service-under-test.ts'
import { uploadBundle } from './support/upload-bundle.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

forEachEngine('files that are sent to several servers', (engine) => {
  if (engine.name === 'sqlite') return
  test(
    'parts of a file reach one server after the other, and it is read from each; so is a code bundle',
    { skip: withoutNats },
    async (t) => {
      const [place, nats, s3] = await Promise.all([engine.createMigratedDatabase(), startNats(), startS3(t)])
      t.after(() => place.remove())
      t.after(() => nats.stop())
      const settings = {
        NATS_URL: nats.url,
        NATS_REPLICAS: '1',
        SONDE_ENCRYPTION_KEY: 'ab'.repeat(32),
        ARTIFACT_STORE: String(s3.settings.address),
        ARTIFACT_STORE_ACCESS_KEY: s3.settings.accessKey,
        ARTIFACT_STORE_SECRET_KEY: s3.settings.secretKey,
      }
      const start = () => startService(t, { settings, place: { ...place, dataDir: temporaryFolder(t) } })
      const first = await start()
      const services = [first, await start()]
      const location = await first.createLocation('here')
      const agent = createHandMadeAgent({ serviceUrl: first.address, key: location.key })
      await agent.register()
      const checkId = await first.createMonitor({ privateLocations: ['here'] })
      const run = await eventually('a run', async () => (await agent.lease())[0])
      assert.equal(await agent.sendError(run, 'a run with files'), 'stored')

      const content = randomBytes(14_000_000)
      const path = join(temporaryFolder(t), 'video')
      await writeFile(path, content)
      const transports = services.map(({ address }) =>
        createHttpTransport({
          serviceUrl: new URL(address),
          apiKey: location.key,
          agentId: agent.agentId,
          proxy: null,
          authorities: null,
          verifiesCertificates: true,
        }),
      )
      t.after(() => Promise.all(transports.map((transport) => transport.close())))
      const reached: number[] = []
      const outcome = await uploadArtifact(
        {
          transport: {
            async sendArtifact(order, body, signal) {
              const server = reached.length % transports.length
              reached.push(server)
              const transport = transports[server]
              assert.ok(transport)
              return await transport.sendArtifact(order, body, signal)
            },
          },
          log,
          newBackoff: () => createBackoff({ firstMs: 50, mostMs: 200 }),
        },
        { run, number: 1, file: { path, name: 'video.webm', kind: 'video', contentType: 'video/webm' } },
        AbortSignal.timeout(120_000),
      )
      const sha256 = hash('sha256', content)
      assert.deepEqual(outcome, {
        kind: 'stored',
        reference: { number: 1, sha256, bytes: content.length },
      })
      assert.deepEqual(reached, [0, 1, 0, 1], 'no part is sent twice')

      const [result] = await first.resultsOf(checkId)
      const assetsPath = `/v1/check-results/${checkId}/${result?.id ?? ''}/assets`
      for (const { address, expect } of services) {
        const { assets } = (await expect(200, 'GET', assetsPath)) as { assets: { url: string }[] }
        const answer = await fetch(address + new URL(assets[0]?.url ?? '').pathname, {
          headers: {
            authorization: `Bearer ${someCredentials.key}`,
            'x-service-account': someCredentials.accountId,
          },
        })
        assert.equal(hash('sha256', new Uint8Array(await answer.arrayBuffer())), sha256)
      }

      const key = await uploadBundle(first, { 'package.json': '{}' })
      for (const { address } of services) {
        const peek = '/next/checkly-storage/peek-code-bundle'
        assert.equal((await call(address, someCredentials, 'POST', peek, { key })).status, 200)
      }
    },
  )
})
