/** The fields of a check or a group that hold scripts, or name the snippets that are used as such. */
type Settings = Readonly<Record<string, unknown>>

/** A script as its owner has it: code of its own, or a snippet by number. */
export type WrittenScript = { owner: 'check' | 'group' } & ({ code: string } | { snippetId: number })

/** In the order in which they run: the group sets up first and tears down last. */
export type WrittenScripts = { setup: WrittenScript[]; teardown: WrittenScript[] }

const fields = {
  setup: { code: 'localSetupScript', snippet: 'setupSnippetId' },
  teardown: { code: 'localTearDownScript', snippet: 'tearDownSnippetId' },
} as const

/** The scripts around the runs of a check; null when there are none. Code of its own counts more than a snippet. */
export function writtenScripts(check: Settings, group: Settings | null): WrittenScripts | null {
  const ofGroup = group ?? {}
  const setup = [...scriptIn(ofGroup, 'group', 'setup'), ...scriptIn(check, 'check', 'setup')]
  const teardown = [...scriptIn(check, 'check', 'teardown'), ...scriptIn(ofGroup, 'group', 'teardown')]
  return setup.length + teardown.length === 0 ? null : { setup, teardown }
}

function scriptIn(
  settings: Settings,
  owner: WrittenScript['owner'],
  stage: keyof typeof fields,
): WrittenScript[] {
  const { code, snippet } = fields[stage]
  const [text, snippetId] = [settings[code], settings[snippet]]
  if (isCode(text)) return [{ owner, code: text }]
  return typeof snippetId === 'number' ? [{ owner, snippetId }] : []
}

/** The code that a check or a group has itself. */
export function ownCode(settings: Settings): string[] {
  return [fields.setup, fields.teardown].map(({ code }) => settings[code]).filter(isCode)
}

/** A field that somebody has emptied is no script. */
function isCode(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== ''
}
