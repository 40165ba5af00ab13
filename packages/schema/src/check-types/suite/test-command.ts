/** What projects as code may say of the tests of a suite. */
export type TestSelection = {
  playwrightConfigPath?: string | null
  pwProjects?: string | readonly string[] | null
  /** Alternatives: a test with one of them is run. */
  pwTags?: string | readonly string[] | null
}

/** The command with what is selected as arguments of Playwright; nothing selected: all tests. */
export function foldTestCommand(command: string, selection: TestSelection): string {
  const projects = listOf(selection.pwProjects)
  const tags = listOf(selection.pwTags)
  const config = selection.playwrightConfigPath ?? null
  return [
    command,
    ...(config === null ? [] : ['--config', quote(config)]),
    ...(projects.length === 0 ? [] : ['--project', ...projects.map(quote)]),
    ...(tags.length === 0 ? [] : ['--grep', quote(tags.join('|'))]),
  ].join(' ')
}

/** One word of a shell, whatever it holds. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function listOf(value: string | readonly string[] | null | undefined): readonly string[] {
  if (value === null || value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
