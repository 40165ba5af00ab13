import { isRecord } from '@sonde/ground/is-record.ts'

/** The fields of a check or a group that hold scripts, or name the snippets that are used as such. */
type Settings = Readonly<Record<string, unknown>>

/** A script as its owner has it: code of its own, or a snippet by number. */
export type WrittenScript = { owner: 'check' | 'group' } & (
  | {
      code: string
      /** Where it lies in the folder of a run; null: its owner has not said so. */
      path: string | null
      /** What it imports. */
      beside: WrittenFile[]
    }
  | { snippetId: number }
)

/** In the order in which they run: the group sets up first and tears down last. */
export type WrittenScripts = { setup: WrittenScript[]; teardown: WrittenScript[] }

const fields = {
  setup: {
    code: 'localSetupScript',
    snippet: 'setupSnippetId',
    path: 'setupScriptPath',
    beside: 'setupScriptDependencies',
  },
  teardown: {
    code: 'localTearDownScript',
    snippet: 'tearDownSnippetId',
    path: 'tearDownScriptPath',
    beside: 'tearDownScriptDependencies',
  },
} as const

/** The scripts around the runs of a check; null when there are none. Code of its own counts more than a snippet. */
export function writtenScripts(check: Settings, group: Settings | null): WrittenScripts | null {
  const ofGroup = group ?? unstoredGroup(check)
  const setup = [...scriptIn(ofGroup, 'group', 'setup'), ...scriptIn(check, 'check', 'setup')]
  const teardown = [...scriptIn(check, 'check', 'teardown'), ...scriptIn(ofGroup, 'group', 'teardown')]
  return setup.length + teardown.length === 0 ? null : { setup, teardown }
}

/** What a group that is not stored says of the runs of a check: trial runs of code have it, and nothing else. */
export type UnstoredGroup = { unstoredGroup?: Settings }

function unstoredGroup({ unstoredGroup: group }: Settings & UnstoredGroup): Settings {
  return isRecord(group) ? group : {}
}

function scriptIn(
  settings: Settings,
  owner: WrittenScript['owner'],
  stage: keyof typeof fields,
): WrittenScript[] {
  const { code, snippet, path, beside } = fields[stage]
  const [text, snippetId, name] = [settings[code], settings[snippet], settings[path]]
  if (isCode(text))
    return [
      {
        owner,
        code: text,
        path: typeof name === 'string' ? name : null,
        beside: filesIn(settings[beside]),
      },
    ]
  return typeof snippetId === 'number' ? [{ owner, snippetId }] : []
}

/** Where a script without a name lies in the folder of a run. */
const unnamedScript = 'script.js'

/** A file of tests and those beside it, as their owner has them. */
export type WrittenTest = {
  file: WrittenFile
  /** Whether its owner has given it its name. */
  isNamed: boolean
  beside: WrittenFile[]
}
type WrittenFile = { path: string; content: string }

/** Of a check whose script is a file of tests; null when it has none. */
export function writtenTest({ script, scriptPath, dependencies }: Settings): WrittenTest | null {
  if (!isCode(script)) return null
  const isNamed = typeof scriptPath === 'string'
  return {
    file: { path: isNamed ? scriptPath : unnamedScript, content: script },
    isNamed,
    beside: filesIn(dependencies),
  }
}

/** The code that a check or a group has itself. */
export function ownCode(settings: Settings): string[] {
  const around = [settings, unstoredGroup(settings)].flatMap((owner) =>
    [fields.setup, fields.teardown].flatMap(({ code, beside }) => {
      const text = owner[code]
      return isCode(text) ? [text, ...filesIn(owner[beside]).map(({ content }) => content)] : []
    }),
  )
  const test = writtenTest(settings)
  return test === null ? around : [...around, ...[test.file, ...test.beside].map(({ content }) => content)]
}

function filesIn(list: unknown): WrittenFile[] {
  return Array.isArray(list) ? list.filter(isFile) : []
}

function isFile(file: unknown): file is WrittenFile {
  return isRecord(file) && typeof file['path'] === 'string' && typeof file['content'] === 'string'
}

/** A field that somebody has emptied is no script. */
function isCode(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== ''
}
