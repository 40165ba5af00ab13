import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import type { RunScript, RunScripts } from '@sonde/schema/check-types/run-scripts.ts'
import type { StoredGoldenFile } from '@sonde/store/artifacts/golden-files.ts'
import type { SnippetFile } from '@sonde/store/variables/code-files.ts'
import { isSecretVariable, type Variable } from './run-variables.ts'

type ScriptJob = NonNullable<RunAssignment['script']>

/** A snippet or a file that a run was begun with, and that is gone since. */
export class MissingSnippet extends Error {}

/** What an agent is told of the scripts of a run. Code is named by its hash: the agent has it, or fetches it. */
export function scriptJobOf(
  scripts: RunScripts,
  {
    runtimeId,
    snippets,
    variables,
    objects,
    suite,
  }: {
    runtimeId: string
    snippets: readonly SnippetFile[]
    variables: ReadonlyMap<string, Variable>
    /** Files of the account that the run names, by their hashes. */
    objects: ReadonlyMap<string, StoredGoldenFile>
    /** Of a run of a whole project. */
    suite: SuiteJob | null
  },
): ScriptJob {
  const setup = scripts.setup.map((script) => stageOf('setup', script, snippets))
  const teardown = scripts.teardown.map((script) => stageOf('teardown', script, snippets))
  const { test } = scripts
  const golden = (test?.golden ?? []).map(({ path, sha256 }) => {
    const object = objects.get(sha256)
    if (object === undefined) throw new MissingSnippet(`its golden file ${path} is not stored any more`)
    return { path, ...object }
  })
  const goldenFiles = golden.map(({ path, sha256, bytes }) => ({ path, sha256, bytes }))
  // Both scripts may import the same file.
  const around = new Map(
    [...setup, ...teardown].flatMap(({ files }) => files).map((file) => [file.path, file]),
  )
  const own = test === undefined ? [] : [test.file, ...test.beside, ...goldenFiles]
  const snippetFiles = snippets.map(({ name, sha256, bytes }) => ({
    path: `snippets/${name}.js`,
    sha256,
    bytes,
  }))
  return {
    runtimeId,
    setup: setup.map(({ script }) => script),
    teardown: teardown.map(({ script }) => script),
    ...(test === undefined
      ? {}
      : {
          test: {
            path: test.file.path,
            isNamed: test.isNamed,
            ...(golden.length === 0
              ? {}
              : { golden: golden.map(({ path, madeBy }) => ({ path, madeBy: [...madeBy] })) }),
            ...(test.updatesSnapshots === true ? { updatesSnapshots: true } : {}),
          },
        }),
    ...(suite === null ? {} : { suite }),
    // What the check itself brings along counts more than a snippet of the same name.
    files: [
      ...around.values(),
      ...snippetFiles.filter(({ path }) => !around.has(path) && !own.some((file) => file.path === path)),
      ...own,
    ],
    variables: Object.fromEntries(variables.values().map(({ key, value }) => [key, value])),
    secretVariables: [...variables.values()].filter(isSecretVariable).map(({ key }) => key),
  }
}

const words = { setup: 'set-up script', teardown: 'teardown script' } as const

function stageOf(stage: keyof typeof words, script: RunScript, snippets: readonly SnippetFile[]) {
  const isOfGroup = script.owner === 'group'
  const label = isOfGroup ? `${words[stage]} of the group` : words[stage]
  const { name, sha256, bytes } = contentOf(script, label, snippets)
  const { path = isOfGroup ? `group-${stage}.js` : `${stage}.js`, beside = [] } =
    'snippetId' in script ? {} : script
  return {
    // A name may have 200 characters, and so may a label.
    script: { label: name === null ? label : `${label}: snippet ${name}`.slice(0, 200).toWellFormed(), path },
    files: [{ path, sha256, bytes }, ...beside],
  }
}

function contentOf(
  script: RunScript,
  label: string,
  snippets: readonly SnippetFile[],
): { name: string | null; sha256: string; bytes: number } {
  if (!('snippetId' in script)) return { name: null, sha256: script.sha256, bytes: script.bytes }
  const snippet = snippets.find(({ id }) => id === script.snippetId)
  if (snippet === undefined) throw new MissingSnippet(`the snippet of its ${label} was deleted`)
  return snippet
}
