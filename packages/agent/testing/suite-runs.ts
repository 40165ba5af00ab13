import { execFileSync } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { BrowserAnswer } from '@sonde/agent/browsers/find-browser.ts'
import { conditionsOf } from '@sonde/agent/runs/run-conditions.ts'
import { createRunScrubbers } from '@sonde/agent/runs/run-scrubbers.ts'
import { ownHarness } from '@sonde/agent/scripts/open-harness.ts'
import type { Runtimes } from '@sonde/agent/scripts/runtimes.ts'
import { createBundleCache } from '@sonde/agent/suites/bundle-cache.ts'
import { createDependencyCache } from '@sonde/agent/suites/dependency-cache.ts'
import { createFileCache } from '@sonde/agent/suites/file-cache.ts'
import {
  createSuiteEngines,
  type EngineAnswer,
  type SuiteEngines,
} from '@sonde/agent/suites/suite-engines.ts'
import { createSuiteTools, type FindSuiteTools } from '@sonde/agent/suites/suite-tools.ts'
import { createEnginePackages } from '@sonde/agent/suites/engine-packages.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { suiteLimits, type SuiteLimits } from '@sonde/agent/suites/suite-limits.ts'
import { createSuiteRunner } from '@sonde/agent/suites/suite-runner.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import { makeArchive } from '@sonde/sandbox/testing/make-archive.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import type { SuiteRunDetail } from '@sonde/schema/check-types/suite/result.ts'

/** Where tests have engines and package managers: installed once for a checkout, by npm and our lock data, as agents do it. */
const testEngines = fileURLToPath(new URL('../../../node_modules/.cache/sonde-tests', import.meta.url))

/** The real ones, as an agent finds them. */
export function realEngines() {
  mkdirSync(testEngines, { recursive: true })
  const packages = createEnginePackages({
    runtimesDir: null,
    cacheFolder: testEngines,
    log: silentLogger,
    waitMs: 300_000,
  })
  const hasOtherUsers = process.getuid?.() === 0
  const engines = createSuiteEngines({ packages, runtimesDir: null, hasOtherUsers })
  return { packages, engines, findTools: createSuiteTools({ packages, engines }) }
}

/** For commands that install: the registry that this machine installs from, in the words of each package manager. */
export function registryVariables(): Record<string, string> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  return {
    npm_config_registry: registry,
    YARN_REGISTRY: registry,
    YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ''),
    BUN_CONFIG_REGISTRY: registry,
    // A registry that cannot be reached is told soon.
    npm_config_fetch_retries: '1',
    npm_config_fetch_retry_mintimeout: '1000',
  }
}

const runtimeLock = new URL('../../../runtimes/2026.04/package-lock.json', import.meta.url)

/** A project with the Playwright that our own runtime has, and its lock file. */
export function playwrightProject(files: Readonly<Record<string, string>>): Record<string, string> {
  const lock: unknown = JSON.parse(readFileSync(runtimeLock, 'utf8'))
  const locked = isRecord(lock) && isRecord(lock['packages']) ? lock['packages'] : {}
  const paths = [
    '@playwright/test',
    'playwright',
    'playwright-core',
    'playwright/node_modules/fsevents',
    'fsevents',
  ].map((name) => `node_modules/${name}`)
  const dependencies = { '@playwright/test': '1.58.2' }
  return {
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies }),
    'package-lock.json': JSON.stringify({
      name: 'shop',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'shop', dependencies },
        ...Object.fromEntries(paths.flatMap((path) => (path in locked ? [[path, locked[path]]] : []))),
      },
    }),
    'playwright.config.js': `module.exports = { testDir: 'tests' }`,
    ...files,
  }
}

/** The Node of the test itself. */
const ownEngine: EngineAnswer = {
  kind: 'found',
  engine: {
    name: 'node',
    version: process.versions.node,
    program: process.execPath,
  },
}

const stageTools = {
  path: [dirname(process.execPath)],
  links: {},
  scripts: {},
  readOnly: [dirname(dirname(process.execPath))],
}
const ownTools = { install: stageTools, test: stageTools }

function alwaysThis<Value>(value: Value): () => Value {
  return () => value
}

type WrittenSuite = Partial<SuiteJob> & {
  /** Of the project, by their paths; beside them it has a manifest and a lock file. */
  files?: Readonly<Record<string, string>>
  /** The whole archive instead. */
  archive?: Buffer
  variables?: Readonly<Record<string, string>>
  secretVariables?: string[]
  isRequested?: boolean
}

/** Runs of suites at one level, whose packages are made by their install command and come from nowhere. */
export function suiteRunsAt(
  level: SandboxLevel,
  {
    stageMs = {},
    hasCache = true,
    browser = { kind: 'missing', why: 'no browser here' },
    engines,
    findTools,
    runtimes,
  }: {
    stageMs?: Partial<SuiteLimits['stageMs']>
    hasCache?: boolean
    browser?: BrowserAnswer
    /** Else those of the test itself: its Node, and no package manager. */
    engines?: SuiteEngines
    findTools?: FindSuiteTools
    /** Whose code masks traces. */
    runtimes?: Pick<Runtimes, 'find'>
  } = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'sonde-suite-runs-'))
  const archives = new Map<string, Buffer>()
  const dependencies = join(root, 'dependencies')
  const logged: string[] = []
  const waits: { text: string; resolve(): void }[] = []
  const runner = createSuiteRunner({
    level,
    runtimes: runtimes ?? {
      find: async (id) => ({
        kind: 'installed',
        runtime: { id, node: process.execPath, nodeVersion: process.versions.node, folder: root },
      }),
    },
    runtimeId: '2026.04',
    engines: engines ?? { find: async () => ownEngine },
    findTools: findTools ?? (async () => ({ kind: 'found', tools: ownTools })),
    browsers: { find: async () => browser },
    harness: ownHarness,
    folders: join(root, 'own'),
    bundles: createBundleCache(
      createFileCache({ folder: join(root, 'bundles'), mostBytes: 1e9, now: () => Date.now() }),
    ),
    cacheFor: hasCache
      ? alwaysThis(
          createDependencyCache({
            files: createFileCache({ folder: dependencies, mostBytes: 1e9, now: () => Date.now() }),
            digests: join(root, 'digests'),
            mostBytes: 1e8,
          }),
        )
      : () => null,
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
    authorities: getCACertificates('extra').join('\n'),
    now: () => Date.now(),
    limits: { ...suiteLimits, graceMs: 200, stageMs: { ...suiteLimits.stageMs, ...stageMs } },
  })

  function assign({
    files = {},
    archive,
    variables = {},
    secretVariables = [],
    isRequested = false,
    ...fields
  }: WrittenSuite): RunAssignment {
    const hasLock = Object.keys(files).some((path) => /lock/.test(path))
    const project = {
      'package.json': '{"name":"shop"}',
      ...(hasLock ? {} : { 'package-lock.json': '{}' }),
      ...files,
    }
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
      isRequested,
      script: {
        runtimeId: '2026.04',
        setup: [],
        teardown: [],
        files: [],
        variables: { ...variables },
        secretVariables,
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
      const detail = scrubber.value(result.maskDetail?.(scrubber) ?? result.detail) as SuiteRunDetail | null
      const files = (result.files?.files ?? []).map((file) => ({ ...file, bytes: readFileSync(file.path) }))
      await result.files?.dispose()
      return { ...result, detail, files, log: [...logged] }
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}
