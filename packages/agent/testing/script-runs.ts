import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvaluationThread } from '@sonde/agent/runs/evaluation-thread.ts'
import { conditionsOf } from '@sonde/agent/runs/run-conditions.ts'
import { createRunScrubbers } from '@sonde/agent/runs/run-scrubbers.ts'
import { createCodeCache } from '@sonde/agent/scripts/code-cache.ts'
import { createLiveLog } from '@sonde/agent/scripts/live-log.ts'
import { openHarness } from '@sonde/agent/scripts/open-harness.ts'
import type { RunFiles } from '@sonde/agent/artifacts/artifact-uploads.ts'
import { createRuntimes } from '@sonde/agent/scripts/runtimes.ts'
import { scriptLimits, type ScriptLimits } from '@sonde/agent/scripts/script-limits.ts'
import { createScriptRunner } from '@sonde/agent/scripts/script-runner.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import type { AgentTools } from '@sonde/probes/probe.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { ApiRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'

type Config = NonNullable<Parameters<typeof apiConfig>[0]>

export type ScriptedRun = {
  groupSetup?: string
  setup?: string
  /** Where it lies. */
  setupPath?: string
  /** Files of its project, by their paths. */
  beside?: Readonly<Record<string, string>>
  teardown?: string
  groupTeardown?: string
  snippets?: Readonly<Record<string, string>>
  variables?: Readonly<Record<string, string>>
  secretVariables?: string[]
  runtimeId?: string
  config?: Config
}

/** Every folder is readable for user ids of sandboxes. */
function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-scripts-'))
  chmodSync(folder, 0o755)
  return folder
}

/** A stand-in for what people install: our own Node, and a package that fails as the real one does. */
export function installRuntime(root: string, node: string = process.execPath): string {
  const folder = join(root, '2026.04')
  const packageFolder = join(folder, 'node_modules', 'expect')
  mkdirSync(packageFolder, { recursive: true })
  mkdirSync(join(folder, 'bin'))
  symlinkSync(node, join(folder, 'bin', 'node'))
  writeFileSync(
    join(packageFolder, 'index.js'),
    `exports.expect = (received) => ({
       toBe(expected) { if (received !== expected) throw new Error('expected ' + expected + ', received ' + received) },
     })`,
  )
  return folder
}

/** Runs with scripts at one level, against a server that remembers what it was sent. */
export async function scriptRunsAt(
  level: SandboxLevel,
  tools: AgentTools,
  {
    limits = {},
    poolSize = 1,
    node = process.execPath,
  }: { limits?: Partial<ScriptLimits>; poolSize?: number; node?: string } = {},
) {
  const root = sharedFolder()
  const runtimeFolder = installRuntime(root, node)
  const received: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      received.push({ url, headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const url = `http://127.0.0.1:${address.port}`
  const contents = new Map<string, Buffer>()
  let fetched = 0
  const leftFiles: RunFiles[] = []
  const allLimits = { ...scriptLimits, graceMs: 200, ...limits }
  const runner = createScriptRunner({
    level,
    runtimes: createRuntimes({
      runtimesDir: root,
      cacheFolder: join(root, 'cache'),
      log: silentLogger,
      waitMs: 1_000,
      hasOtherUsers: process.getuid?.() === 0,
      install: () => Promise.reject(new Error('nothing is installed by tests')),
    }),
    harness: await openHarness(join(root, 'cache')),
    code: createCodeCache({ folder: join(root, 'code') }),
    folders: join(root, 'own'),
    async fetchCode({ sha256 }) {
      fetched += 1
      return contents.get(sha256) ?? Buffer.alloc(0)
    },
    watch: (assignment) =>
      createLiveLog(assignment, {
        send: async () => undefined,
        scrubberOf: createRunScrubbers([]),
        secrets: [],
      }),
    scrubberOf: createRunScrubbers([]),
    tools,
    thread: createEvaluationThread(),
    poolSize,
    limits: allLimits,
    log: silentLogger,
  })

  function assign(scripts: ScriptedRun): RunAssignment {
    const { groupSetup, setup, teardown, groupTeardown, snippets = {} } = scripts
    const files: { path: string; sha256: string; bytes: number }[] = []
    const add = (path: string, source: string) => {
      const bytes = Buffer.from(source)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      contents.set(sha256, bytes)
      files.push({ path, sha256, bytes: bytes.length })
    }
    const script = (path: string, label: string, source: string | undefined) => {
      if (source === undefined) return []
      add(path, source)
      return [{ path, label }]
    }
    for (const [name, source] of Object.entries(snippets)) add(`snippets/${name}.js`, source)
    for (const [path, source] of Object.entries(scripts.beside ?? {})) add(path, source)
    return {
      runId: randomUUID(),
      attempt: 1,
      leaseId: randomUUID(),
      leaseEndsAt: 0,
      ticket: 'ticket',
      checkId: randomUUID(),
      checkType: 'API',
      location: 'eu-west-1',
      queue: 'script',
      scheduledAt: 0,
      config: apiConfig({
        degradedResponseTime: null,
        maxResponseTime: null,
        ...scripts.config,
        request: { url, ...scripts.config?.request },
      }),
      script: {
        runtimeId: scripts.runtimeId ?? '2026.04',
        setup: [
          ...script('group-setup.js', 'set-up script of the group', groupSetup),
          ...script(scripts.setupPath ?? 'setup.js', 'set-up script', setup),
        ],
        teardown: [
          ...script('teardown.js', 'teardown script', teardown),
          ...script('group-teardown.js', 'teardown script of the group', groupTeardown),
        ],
        files,
        variables: scripts.variables ?? {},
        secretVariables: scripts.secretVariables ?? [],
      },
    }
  }

  return {
    url,
    received,
    runtimeFolder,
    fetched: () => fetched,
    /** As the agent reports it: everything secret is masked. */
    async run(scripts: ScriptedRun) {
      const assignment = assign(scripts)
      const result = await runner.run(assignment, conditionsOf(assignment, new AbortController().signal))
      if (result.files !== undefined) leftFiles.push(result.files)
      const scrubber = createRunScrubbers([])(assignment, result.secrets)
      const detail = scrubber.value(result.maskDetail?.(scrubber) ?? result.detail) as ApiRunDetail | null
      return { verdict: scrubber.value(result.verdict), notRunCause: result.notRunCause, detail, raw: result }
    },
    async close() {
      await runner.close()
      await Promise.all(leftFiles.map((files) => files.dispose()))
      server.closeAllConnections()
      server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export type ScriptRunsUnderTest = Awaited<ReturnType<typeof scriptRunsAt>>
