import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserAnswer } from '@sonde/agent/browsers/find-browser.ts'
import { conditionsOf } from '@sonde/agent/runs/run-conditions.ts'
import { createRunScrubbers, runSecrets } from '@sonde/agent/runs/run-scrubbers.ts'
import { createCodeCache } from '@sonde/agent/scripts/code-cache.ts'
import { ownHarness } from '@sonde/agent/scripts/open-harness.ts'
import { createLiveLog } from '@sonde/agent/scripts/live-log.ts'
import { createRuntimes, type Runtimes } from '@sonde/agent/scripts/runtimes.ts'
import { createCompiledCode } from '@sonde/agent/test-runs/compiled-code.ts'
import { createTestRunner } from '@sonde/agent/test-runs/test-runner.ts'
import { browserLimits, multistepLimits, type TestRunLimits } from '@sonde/agent/test-runs/test-run-limits.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { readProcess } from '@sonde/sandbox/process-table.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import type { RunAssignment, RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import type { BrowserRunDetail } from '@sonde/schema/check-types/browser/result.ts'
import type { TestRunDetail } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import type { RunLogLine } from '@sonde/schema/runs/run-log.ts'

/** Where tests have their runtimes: made once for a checkout, by npm and the lock file, as agents do it. */
const testRuntimes = fileURLToPath(new URL('../../../node_modules/.cache/sonde-tests', import.meta.url))

/** The real runtime: Node, Playwright and all packages; `missing` says why it cannot be had. */
export async function installRealRuntime(): Promise<{
  runtimes: Runtimes
  missing: string | null
  /** As `RUNTIMES_DIR` wants it. */
  runtimesDir: string
}> {
  mkdirSync(testRuntimes, { recursive: true })
  const runtimes = createRuntimes({
    runtimesDir: null,
    cacheFolder: testRuntimes,
    log: silentLogger,
    waitMs: 300_000,
    hasOtherUsers: process.getuid?.() === 0,
  })
  const found = await runtimes.find('2026.04')
  if (found.kind === 'missing') return { runtimes, missing: found.why, runtimesDir: testRuntimes }
  const { folder } = found.runtime
  const runtimesDir = `${folder}-by-id`
  mkdirSync(runtimesDir, { recursive: true })
  try {
    symlinkSync(folder, join(runtimesDir, '2026.04'))
  } catch (error) {
    // Another test has made the same link.
    if (!existsSync(join(runtimesDir, '2026.04'))) throw error
  }
  return { runtimes, missing: null, runtimesDir }
}

/** As agents have it, and kept like the runtime. */
async function compiledBy(level: SandboxLevel, runtimes: Runtimes) {
  const compiled = createCompiledCode({
    level,
    harness: ownHarness,
    cacheFolder: testRuntimes,
    log: silentLogger,
  })
  const found = await runtimes.find('2026.04')
  if (found.kind === 'installed') await compiled.prepare(found.runtime)
  return compiled
}

type WrittenTestRun = {
  checkType: 'MULTI_STEP' | 'BROWSER'
  script: string
  scriptPath?: string
  beside?: Readonly<Record<string, string>>
  variables?: Readonly<Record<string, string>>
  secretVariables?: string[]
  runtimeId?: string
  playwrightConfig?: Readonly<Record<string, unknown>>
  isRequested?: boolean
  proxyUrl?: string
  clientCertificates?: RunCertificate[]
  /** Golden files that earlier runs have stored. */
  golden?: readonly { path: string; sha256: string; madeBy: string[] }[]
  updatesSnapshots?: boolean
}

function answerTo(url: string): [type: string, body: string | Buffer] {
  if (url.startsWith('/binary')) return ['application/pdf', Buffer.alloc(2_000)]
  if (url.startsWith('/long')) return ['text/plain', 'x'.repeat(300_000)]
  return ['application/json', '{"a":1}']
}

const noBrowsers = { find: async (): Promise<BrowserAnswer> => ({ kind: 'missing', why: 'no browser here' }) }

/** Runs of tests at one level, against a server that remembers what it was sent. */
export async function testRunsAt(
  level: SandboxLevel,
  runtimes: Runtimes,
  {
    limits = {},
    browsers = noBrowsers,
    pages = {},
  }: {
    limits?: Partial<TestRunLimits>
    browsers?: { find(): Promise<BrowserAnswer> }
    /** Documents by their paths. */
    pages?: Readonly<Record<string, string>>
  } = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'sonde-test-runs-'))
  chmodSync(root, 0o755)
  const received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers, method = '' } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.setHeader('set-cookie', 'session=abcdef')
      const page = pages[url]
      const [type, answer] = page === undefined ? answerTo(url) : ['text/html; charset=utf-8', page]
      const status = url.startsWith('/bad') ? 500 : 200
      response.writeHead(status, { 'content-type': type }).end(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const url = `http://127.0.0.1:${address.port}`
  const contents = new Map<string, Buffer>()
  const stored: { key: string; sha256: string; madeBy: string; bytes: number }[] = []
  const live: RunLogLine[] = []
  const pids: number[] = []
  const runner = createTestRunner({
    level: {
      name: level.name,
      openWorkspace: level.openWorkspace,
      async start(request) {
        const sandbox = await level.start(request)
        pids.push(sandbox.pid)
        return sandbox
      },
    },
    runtimes,
    harness: ownHarness,
    compiled: await compiledBy(level, runtimes),
    code: createCodeCache({ folder: join(root, 'code') }),
    folders: join(root, 'own'),
    fetchCode: async ({ sha256 }) => contents.get(sha256) ?? Buffer.alloc(0),
    async storeGolden({ sha256, madeBy }, body) {
      const bytes = Buffer.concat(await body().toArray())
      contents.set(sha256, bytes)
      stored.push({ key: `account/${sha256}`, sha256, madeBy, bytes: bytes.length })
      return { key: `account/${sha256}` }
    },
    watch: (assignment) =>
      createLiveLog(assignment, {
        send: async ({ lines }) => void live.push(...lines),
        scrubberOf: createRunScrubbers([]),
        secrets: runSecrets(assignment),
        afterMs: 50,
      }),
    now: () => Date.now(),
    browsers,
    ownSecrets: [],
    limits: {
      multistep: { ...multistepLimits, graceMs: 200, ...limits },
      browser: { ...browserLimits, graceMs: 200, ...limits },
    },
  })

  function assign({ script, scriptPath, beside = {}, ...fields }: WrittenTestRun): RunAssignment {
    const path = scriptPath ?? 'script.js'
    const files = Object.entries({ ...beside, [path]: script }).map(([name, source]) => {
      const bytes = Buffer.from(source)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      contents.set(sha256, bytes)
      return { path: name, sha256, bytes: bytes.length }
    })
    const golden = fields.golden ?? []
    for (const { path: place, sha256 } of golden)
      files.push({ path: place, sha256, bytes: contents.get(sha256)?.length ?? 0 })
    return {
      runId: randomUUID(),
      attempt: 1,
      leaseId: randomUUID(),
      leaseEndsAt: 0,
      ticket: 'ticket',
      checkId: randomUUID(),
      checkType: fields.checkType,
      location: 'eu-west-1',
      queue: 'main',
      scheduledAt: 0,
      config: {
        playwrightConfig: fields.playwrightConfig ?? null,
        ...(fields.checkType === 'BROWSER' ? { sslCheckDomain: null } : {}),
      },
      isRequested: fields.isRequested ?? false,
      isWatched: true,
      ...(fields.proxyUrl === undefined && fields.clientCertificates === undefined
        ? {}
        : {
            context: {
              secrets: [],
              proxyUrl: fields.proxyUrl ?? null,
              clientCertificates: fields.clientCertificates ?? [],
            },
          }),
      script: {
        runtimeId: fields.runtimeId ?? '2026.04',
        setup: [],
        teardown: [],
        test: {
          path,
          isNamed: scriptPath !== undefined,
          golden: golden.map(({ path: place, madeBy }) => ({ path: place, madeBy })),
          updatesSnapshots: fields.updatesSnapshots ?? false,
        },
        files,
        variables: { TARGET: url, ...fields.variables },
        secretVariables: fields.secretVariables ?? [],
      },
    }
  }

  /** As the agent reports it: everything secret is masked. */
  async function execute<Detail>(written: WrittenTestRun, signal = new AbortController().signal) {
    const assignment = assign(written)
    const result = await runner.run(assignment, conditionsOf(assignment, signal))
    const scrubber = createRunScrubbers([])(assignment, result.secrets)
    const detail = scrubber.value(result.maskDetail?.(scrubber) ?? result.detail) as Detail | null
    const files = (result.files?.files ?? []).map(({ path, name, kind }) => ({
      name,
      kind,
      bytes: readFileSync(path),
    }))
    await result.files?.dispose()
    const { notRunCause } = result
    return { verdict: scrubber.value(result.verdict), notRunCause, detail, files }
  }

  return {
    url,
    received,
    live,
    /** How many sandboxes were started. */
    started: () => pids.length,
    /** First processes that still run. A zombie does not: the machine's first process reaps it when it finds time. */
    living: () => pids.filter((pid) => readProcess(pid)?.isZombie === false),
    /** Golden files that runs have stored. */
    stored,
    run: (written: Omit<WrittenTestRun, 'checkType'>, signal?: AbortSignal) =>
      execute<TestRunDetail>({ ...written, checkType: 'MULTI_STEP' }, signal),
    runInBrowser: (written: Omit<WrittenTestRun, 'checkType'>) =>
      execute<BrowserRunDetail>({ ...written, checkType: 'BROWSER' }),
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export type TestRunsUnderTest = Awaited<ReturnType<typeof testRunsAt>>
