import { goldenFilesIn } from '@sonde/schema/check-types/browser/golden-files.ts'
import type { RunNeeds } from '@sonde/schema/check-types/check-kind.ts'
import type { RunFile, RunScript, RunScripts, RunSuite } from '@sonde/schema/check-types/run-scripts.ts'
import { bundleIn } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { type WrittenScript, writtenScripts, writtenTest } from '@sonde/schema/checks/written-scripts.ts'
import { hashCode } from '@sonde/store/variables/code-files.ts'

type Settings = Readonly<Record<string, unknown>>

/** The scripts that runs of a check are begun with; null when it has none. `check` is as its group lets it run. */
export function freezeScripts(
  { needs = {} }: { needs?: RunNeeds },
  check: Settings,
  group: Settings | null,
): RunScripts | null {
  const { runtimeId } = check
  const runtime = {
    runtimeId: typeof runtimeId === 'string' ? runtimeId : null,
    // Trial runs only: nothing else has the word.
    ...(check['isOfTestSession'] === true ? ({ isTestSession: true } as const) : {}),
  }
  if (needs.testFile === true) {
    const test = writtenTest(check)
    if (test === null) return null
    const { file, isNamed, beside } = test
    const golden = goldenFilesIn(check).map(({ path, sha256 }) => ({ path, sha256 }))
    return {
      ...runtime,
      setup: [],
      teardown: [],
      test: {
        file: frozenFile(file),
        isNamed,
        beside: beside.map(frozenFile),
        ...(golden.length === 0 ? {} : { golden }),
        ...(check['updateSnapshots'] === true ? ({ updatesSnapshots: true } as const) : {}),
      },
    }
  }
  if (needs.suite === true) {
    const suite = frozenSuite(check)
    return suite === null ? null : { ...runtime, setup: [], teardown: [], suite }
  }
  const written = needs.scripts === true ? writtenScripts(check, group) : null
  if (written === null) return null
  return { ...runtime, setup: written.setup.map(frozen), teardown: written.teardown.map(frozen) }
}

/** Null for a check whose bundle nobody can name any more: it cannot be run. */
function frozenSuite(check: Settings): RunSuite | null {
  const bundle = bundleIn(check)
  if (bundle === null) return null
  const text = (field: string): string | null => {
    const value = check[field]
    return typeof value === 'string' ? value : null
  }
  const { browsers } = check
  return {
    sha256: bundle.sha256,
    testCommand: text('testCommand') ?? '',
    installCommand: text('installCommand') ?? '',
    workingDir: text('workingDir') ?? '',
    browsers: Array.isArray(browsers) ? browsers.map(String) : [],
    cacheHash: text('cacheHash'),
    playwrightVersion: text('playwrightVersion'),
    engine: text('engine'),
    engineVersion: text('engineVersion'),
    refreshesCache: check['refreshCache'] === true,
  }
}

function frozen(script: WrittenScript): RunScript {
  if ('snippetId' in script) return script
  const { owner, code, path, beside } = script
  return {
    owner,
    ...contentOf(code),
    ...(path === null ? {} : { path }),
    ...(beside.length === 0 ? {} : { beside: beside.map(frozenFile) }),
  }
}

function frozenFile({ path, content }: { path: string; content: string }): RunFile {
  return { path, ...contentOf(content) }
}

function contentOf(content: string): Pick<RunFile, 'sha256' | 'bytes'> {
  return { sha256: hashCode(content), bytes: Buffer.byteLength(content) }
}
