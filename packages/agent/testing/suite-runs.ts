import { hash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { BrowserAnswer } from '@sonde/agent/browsers/find-browser.ts'
import { conditionsOf } from '@sonde/agent/runs/run-conditions.ts'
import { createRunScrubbers } from '@sonde/agent/runs/run-scrubbers.ts'
import { ownHarness } from '@sonde/agent/scripts/open-harness.ts'
import { createBundleCache } from '@sonde/agent/suites/bundle-cache.ts'
import { createDependencyCache } from '@sonde/agent/suites/dependency-cache.ts'
import { createFileCache } from '@sonde/agent/suites/file-cache.ts'
import type { EngineAnswer } from '@sonde/agent/suites/suite-engines.ts'
import { suiteLimits, type SuiteLimits } from '@sonde/agent/suites/suite-limits.ts'
import { createSuiteRunner } from '@sonde/agent/suites/suite-runner.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import { makeArchive } from '@sonde/sandbox/testing/make-archive.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import type { SuiteRunDetail } from '@sonde/schema/check-types/suite/result.ts'

/** The Node of the test itself. */
const ownEngine: EngineAnswer = {
  kind: 'found',
  engine: {
    name: 'node',
    version: process.versions.node,
    path: [dirname(process.execPath)],
    readOnly: [dirname(dirname(process.execPath))],
  },
}

type WrittenSuite = Partial<SuiteJob> & {
  /** Of the project, by their paths; beside them it has a manifest and a lock file. */
  files?: Readonly<Record<string, string>>
  /** The whole archive instead. */
  archive?: Buffer
  variables?: Readonly<Record<string, string>>
}

/** Runs of suites at one level, whose packages are made by their install command and come from nowhere. */
export function suiteRunsAt(
  level: SandboxLevel,
  {
    stageMs = {},
    hasCache = true,
    browser = { kind: 'missing', why: 'no browser here' },
  }: {
    stageMs?: Partial<SuiteLimits['stageMs']>
    hasCache?: boolean
    browser?: BrowserAnswer
  } = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'sonde-suite-runs-'))
  const archives = new Map<string, Buffer>()
  const dependencies = join(root, 'dependencies')
  const logged: string[] = []
  const waits: { text: string; resolve(): void }[] = []
  const runner = createSuiteRunner({
    level,
    runtimes: {
      find: async (id) => ({
        kind: 'installed',
        runtime: { id, node: process.execPath, nodeVersion: process.versions.node, folder: root },
      }),
    },
    runtimeId: '2026.04',
    engines: { find: async () => ownEngine },
    browsers: { find: async () => browser },
    harness: ownHarness,
    bundles: createBundleCache(createFileCache({ folder: join(root, 'bundles'), mostBytes: 1e9 })),
    cache: hasCache
      ? createDependencyCache({
          files: createFileCache({ folder: dependencies, mostBytes: 1e9 }),
          digests: join(root, 'digests'),
          mostBytes: 1e8,
        })
      : null,
    async fetchBundle({ sha256 }) {
      const archive = archives.get(sha256)
      return archive === undefined ? null : Readable.from([archive])
    },
    watch: () => ({
      add({ msg }) {
        logged.push(msg)
        for (const { text, resolve } of waits) if (msg === text) resolve()
      },
      addSecret: () => undefined,
      close: () => undefined,
    }),
    ownSecrets: [],
    installVariables: {},
    now: () => Date.now(),
    limits: { ...suiteLimits, graceMs: 200, stageMs: { ...suiteLimits.stageMs, ...stageMs } },
  })

  function assign({ files = {}, archive, variables = {}, ...fields }: WrittenSuite): RunAssignment {
    const project = { 'package.json': '{"name":"shop"}', 'package-lock.json': '{}', ...files }
    const bytes =
      archive ?? makeArchive(Object.entries(project).map(([path, content]) => ({ path, content })))
    const sha256 = hash('sha256', bytes)
    archives.set(sha256, bytes)
    return {
      runId: randomUUID(),
      attempt: 1,
      leaseId: randomUUID(),
      leaseEndsAt: 0,
      ticket: 'ticket',
      checkId: randomUUID(),
      checkType: 'PLAYWRIGHT',
      location: 'eu-west-1',
      queue: 'main',
      scheduledAt: 0,
      config: {},
      isWatched: true,
      script: {
        runtimeId: '2026.04',
        setup: [],
        teardown: [],
        files: [],
        variables: { ...variables },
        secretVariables: [],
        suite: {
          bundle: { sha256, bytes: bytes.length },
          testCommand: 'true',
          installCommand: 'true',
          workingDir: '',
          browsers: [],
          cacheHash: null,
          engine: null,
          engineVersion: null,
          accountId: 'a',
          refreshesCache: false,
          ...fields,
        },
      },
    }
  }

  return {
    /** Where packages of projects are kept. */
    dependencies,
    /** When a run has printed this line. */
    async printed(text: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      waits.push({ text, resolve })
      await promise
    },
    /** As the agent reports it. */
    async run(written: WrittenSuite, signal = new AbortController().signal) {
      const assignment = assign(written)
      logged.length = 0
      const result = await runner.run(assignment, conditionsOf(assignment, signal))
      const scrubber = createRunScrubbers([])(assignment, result.secrets)
      const detail = (result.maskDetail?.(scrubber) ?? result.detail) as SuiteRunDetail | null
      const files = result.files?.files ?? []
      await result.files?.dispose()
      return { ...result, detail, files, log: [...logged] }
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}
