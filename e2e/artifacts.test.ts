// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { uploadArtifact } from '@sonde/agent/artifacts/upload-artifact.ts'
import { createBackoff } from '@sonde/agent/service/backoff.ts'
import { createHttpTransport } from '@sonde/agent/service/http-transport.ts'
import { mostArtifactBytes } from '@sonde/schema/agents/artifact-protocol.ts'
import { someCredentials } from './support/api-client.ts'
import { createHandMadeAgent } from './support/hand-made-agent.ts'
import { temporaryFolder } from './support/server-process.ts'
import { startService } from './support/service-under-test.ts'

/** To spare: less than the file. */
const spareBytes = 120_000_000

const log = { debug() {}, info() {}, warn() {}, error() {} }

function memoryOf(pid: number, field: 'VmData' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  ) ?? ['', '']
  return Number(kilobytes) * 1_024
}

/** Whoever allocates more from now on fails. */
function limitMemory(pid: number): number {
  const most = memoryOf(pid, 'VmData') + spareBytes
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--data=${most}`], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return memoryOf(pid, 'VmHWM')
}

/** As large as a file may be; mostly a hole, which takes no room until it is read. */
async function makeLargeFile(path: string): Promise<string> {
  const file = await open(path, 'w+')
  try {
    await file.truncate(mostArtifactBytes)
    for (const at of [0, 77_777_777, mostArtifactBytes - 5]) await file.write('marks', at)
    const digest = createHash('sha256')
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) digest.update(chunk)
    return digest.digest('hex')
  } finally {
    await file.close()
  }
}

test('SC 12, cases 59 and 78: 150 MB pass a server that has less memory, and go on after it was killed', async (t) => {
  const service = await startService(t)
  const location = await service.createLocation('here')
  const agent = createHandMadeAgent({ serviceUrl: service.address, key: location.key })
  await agent.register()
  const checkId = await service.createMonitor({ privateLocations: ['here'] })
  const [run] = await agent.lease()
  assert.ok(run !== undefined)

  const put = async (number: number, content: string, more: Record<string, string> = {}) => {
    const answer = await fetch(`${service.address}/agent/v1/runs/${run.runId}/artifacts/${number}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${location.key}`,
        'x-agent-id': agent.agentId,
        'content-type': 'application/octet-stream',
        'x-sonde-ticket': run.ticket,
        'x-artifact-name': encodeURIComponent('../grüße\n.txt'),
        'x-artifact-type': 'log',
        'x-artifact-content-type': 'text/plain',
        'x-artifact-sha256': hash('sha256', content),
        ...more,
      },
      body: content,
    })
    await answer.body?.cancel()
    return { status: answer.status, received: answer.headers.get('x-artifact-received') }
  }
  assert.equal((await put(1, 'early')).status, 425)
  assert.equal(await agent.sendError(run, 'a run with files'), 'stored')
  const refusals: [content: string, headers: Record<string, string>, status: number][] = [
    ['hello', { 'x-agent-id': 'nobody' }, 400],
    ['hello', { authorization: 'Bearer wrong' }, 401],
    ['hello', { 'x-sonde-ticket': 'another' }, 403],
    ['hello', { 'x-artifact-sha256': hash('sha256', 'other') }, 422],
    ['hello', { 'content-range': 'bytes 5-9/10' }, 409],
    ['hello', { 'content-range': `bytes */${mostArtifactBytes + 1}` }, 413],
    ['hello', { 'content-range': 'bytes 0-3/9' }, 400],
    ['hello', { 'content-range': 'bytes 5-9/5' }, 400],
    ['hello', { 'x-artifact-name': '%E0%A4%A' }, 400],
    ['hello', { 'content-encoding': 'gzip' }, 415],
    ['{}', { 'content-type': 'application/json' }, 415],
  ]
  for (const [content, headers, status] of refusals) {
    const answer = await put(2, content, headers)
    assert.equal(answer.status, status, JSON.stringify(headers))
    if (status === 409) assert.equal(answer.received, '0')
  }
  assert.equal((await put(1, 'hello')).status, 200)
  assert.equal((await put(1, 'hello')).status, 200, 'the same once more')
  assert.equal((await put(1, 'other')).status, 422)

  const path = join(temporaryFolder(t), 'video')
  const sha256 = await makeLargeFile(path)
  const transport = createHttpTransport({
    serviceUrl: new URL(service.address),
    apiKey: location.key,
    agentId: agent.agentId,
    proxy: null,
    authorities: null,
    verifiesCertificates: true,
  })
  t.after(() => transport.close())
  let parts = 0
  let restarted: Promise<number> | null = null
  const restart = async () => {
    await service.stop('SIGKILL')
    await service.start()
    return limitMemory(service.server().pid)
  }
  const ownPeak = process.resourceUsage().maxRSS
  const outcome = await uploadArtifact(
    {
      transport: {
        sendArtifact(order, body, signal) {
          parts += 1
          if (parts === 12) restarted = restart()
          return transport.sendArtifact(order, body, signal)
        },
      },
      log,
      newBackoff: () => createBackoff({ firstMs: 50, mostMs: 200 }),
    },
    { run, number: 3, file: { path, name: 'video.webm', kind: 'video', contentType: 'video/webm' } },
    AbortSignal.timeout(120_000),
  )
  assert.deepEqual(outcome, {
    kind: 'stored',
    reference: { number: 3, sha256, bytes: mostArtifactBytes },
  })
  const peak = await (restarted ?? Promise.reject(new Error('the server was not killed')))
  assert.ok(process.resourceUsage().maxRSS - ownPeak < spareBytes / 1_024, 'the agent holds a file in memory')

  const [result] = await service.resultsOf(checkId)
  const manifest = (await service.expect(
    200,
    'GET',
    `/v1/check-results/${checkId}/${result?.id ?? ''}/assets`,
  )) as { assets: { name: string; size: number; url: string; missing?: string }[] }
  assert.deepEqual(
    manifest.assets.map(({ name, size, missing }) => [name, size, missing]),
    [
      ['.._grüße_ (2).txt', 5, undefined],
      ['.._grüße_.txt', mostArtifactBytes + 1, 'Not stored: the file is larger than 150 MB'],
      ['video.webm', mostArtifactBytes, undefined],
    ],
  )
  const download = async (headers: Record<string, string>) => {
    const address = service.address + new URL(manifest.assets.at(-1)?.url ?? '').pathname
    const answer = await fetch(address, {
      headers: {
        authorization: `Bearer ${someCredentials.key}`,
        'x-service-account': someCredentials.accountId,
        ...headers,
      },
    })
    const digest = createHash('sha256')
    let bytes = 0
    for await (const chunk of answer.body ?? []) {
      digest.update(chunk)
      bytes += chunk.length
    }
    return { status: answer.status, bytes, sha256: digest.digest('hex') }
  }
  // Side by side, so that whoever holds them in memory needs several times as much as there is.
  const whole = { status: 200, bytes: mostArtifactBytes, sha256 }
  const downloads = await Promise.all([download({}), download({}), download({}), download({})])
  assert.deepEqual(downloads, [whole, whole, whole, whole])
  const part = await download({ range: 'bytes=77777777-77777781' })
  assert.deepEqual(part, { status: 206, bytes: 5, sha256: hash('sha256', 'marks') })
  const grown = memoryOf(service.server().pid, 'VmHWM') - peak
  t.diagnostic(`the server has grown by ${Math.round(grown / 1e6)} MB`)
  assert.ok(grown < 2 * mostArtifactBytes, `the server has grown by ${grown} bytes`)
  assert.deepEqual(await readdir(join(service.dataDir, 'artifacts', 'incoming')), [])
})
