import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, opendir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import { installFolder } from '../scripts/install-runtime.ts'
import type { InstalledRuntime } from '../scripts/runtimes.ts'
import { copyLeftFile } from './collect-files.ts'
import { createTestProcess, type TestJob } from './test-process.ts'
import { multistepLimits } from './test-run-limits.ts'
import { compiledVariable, testSandbox } from './test-sandbox.ts'

/** Where the sandbox that compiles puts it, in its folder. */
const staged = 'compiled'
const mostFiles = 20_000

/** Loads all that tests load, and none of it is anybody's. */
const job: TestJob = {
  test: { path: 'script.js', isNamed: false },
  files: [
    {
      path: 'script.js',
      bytes: Buffer.from(
        `const { test } = require('@playwright/test')\ntest('loads', ({ request, playwright }) => void [request, playwright])\n`,
      ),
    },
  ],
  variables: {},
  secretVariables: [],
  playwrightConfig: null,
  userAgent: '',
  headers: null,
  proxy: null,
  browser: null,
  keepsRecordings: false,
  foreignGolden: [],
  browserLine: '',
  updatesSnapshots: false,
  certificates: [],
}

/**
 * What V8 has made of the code of the test runner, which every run would otherwise compile again, in two processes. It is made
 * once for a runtime, in a sandbox that runs nothing of anybody's, and runs can only read it: whoever wrote there would decide what
 * later runs do.
 */
export function createCompiledCode(deps: {
  level: SandboxLevel
  harness: string
  cacheFolder: string
  log: Logger
}) {
  const { level, harness, cacheFolder, log } = deps
  const root = join(cacheFolder, 'compiled')
  /** By the folder of the runtime. */
  const known = new Map<string, string>()
  const preparing = new Map<string, Promise<void>>()
  const closing = new AbortController()

  /** Another for whatever changes what Node looks for: files go by their paths. */
  async function nameOf({ folder, node, nodeVersion }: InstalledRuntime): Promise<string> {
    const lock = await readFile(join(folder, 'package-lock.json')).catch(() => '')
    const hash = createHash('sha256')
      .update(JSON.stringify([folder, node, nodeVersion, harness, process.arch, insideUser()]))
      .update(lock)
      .digest('hex')
    return `${basename(folder)}-${hash.slice(0, 16)}`
  }

  /** Node keeps apart what it has compiled for different users. */
  function insideUser(): string {
    return level.name === 'namespaces' ? 'inside' : String(process.getuid?.() ?? '')
  }

  async function compile(runtime: InstalledRuntime, target: string): Promise<void> {
    const request = testSandbox(runtime, {
      harness,
      limits: multistepLimits,
      browser: null,
      hasCertificates: false,
      compiled: null,
    })
    const sandbox = await level.start({
      ...request,
      environment: { ...request.environment, [compiledVariable]: staged },
      keepsFiles: true,
    })
    const words: string[] = []
    const process = createTestProcess(sandbox, multistepLimits, {
      onLog: (_level, text) => void words.push(text),
      onSecret: () => undefined,
    })
    const stop = () => void process.kill()
    closing.signal.addEventListener('abort', stop)
    try {
      closing.signal.throwIfAborted()
      const accepted = await process.accept(job)
      if (typeof accepted === 'string') throw new Error(accepted)
      let copied = 0
      const end = await process.finish(async (hostFolder) => {
        copied = await copyTree(join(hostFolder, staged), target)
      })
      const isDone = end.kind === 'complete' && end.status === 'passed' && end.code === 0
      if (!isDone || copied === 0)
        throw new Error(end.kind === 'complete' ? words.slice(-5).join(' ') : end.why)
    } finally {
      closing.signal.removeEventListener('abort', stop)
      await process.kill()
    }
  }

  /** Nothing depends on it: what goes wrong is said in the log, once. */
  async function tryToPrepare(runtime: InstalledRuntime): Promise<void> {
    try {
      const folder = join(root, await nameOf(runtime))
      if (!existsSync(folder))
        await installFolder({
          cacheFolder,
          root,
          folder,
          fill: (staging) => compile(runtime, staging),
          isThere: async () => existsSync(folder),
        })
      known.set(runtime.folder, folder)
    } catch (error) {
      if (closing.signal.aborted) return
      const why = error instanceof Error ? error.message : String(error)
      log.warn(
        { runtime: runtime.id },
        `the code of the test runner could not be compiled in advance: ${why}`,
      )
    }
  }

  return {
    /** Null: runs compile by themselves. */
    folderOf(runtime: InstalledRuntime): string | null {
      const folder = known.get(runtime.folder)
      return folder !== undefined && existsSync(folder) ? folder : null
    },
    /** Once, and in the background of whoever does not wait for it. */
    async prepare(runtime: InstalledRuntime): Promise<void> {
      // Each run of this level is another user.
      if (level.name === 'user') return
      const started = preparing.get(runtime.folder) ?? tryToPrepare(runtime)
      preparing.set(runtime.folder, started)
      await started
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(preparing.values())
    },
  }
}

export type CompiledCode = ReturnType<typeof createCompiledCode>

/** Regular files in folders; how many. */
async function copyTree(from: string, to: string): Promise<number> {
  let copied = 0
  for await (const entry of await opendir(from, { recursive: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const target = join(to, source.slice(from.length))
    await mkdir(dirname(target), { recursive: true })
    await chmod(dirname(target), 0o755)
    if (await copyLeftFile(source, target)) {
      await chmod(target, 0o644)
      copied += 1
    }
    if (copied > mostFiles) throw new Error('there are too many files')
  }
  return copied
}
