/** What somebody who writes a script may want to name. */
export type ScriptScope = {
  /** Names of variables, and where each comes from. */
  variables: readonly { name: string; source: string }[]
  snippets: readonly string[]
  /** How a snippet is imported from this script: `./snippets/`, or `./` within a snippet. */
  snippetFolder: './snippets/' | './'
  /** What `request` and `response` are: only requests are known before they are sent, and tests have others of both. */
  objects: 'request' | 'request-and-response' | 'none'
}

export type ScriptCompletion = {
  label: string
  /** A short word beside it: what it is, or where it comes from. */
  detail: string
}

export type CompletionsAt = {
  /** Characters before the cursor that a completion replaces. */
  typed: number
  options: readonly ScriptCompletion[]
}

const requestMembers: readonly ScriptCompletion[] = [
  { label: 'method', detail: 'text' },
  { label: 'url', detail: 'text' },
  { label: 'body', detail: 'text' },
  { label: 'headers', detail: 'object' },
  { label: 'queryParameters', detail: 'object' },
]

const responseMembers: readonly ScriptCompletion[] = [
  { label: 'body', detail: 'text' },
  { label: 'statusCode', detail: 'number' },
  { label: 'statusText', detail: 'text' },
  { label: 'headers', detail: 'object' },
  { label: 'timings', detail: 'milliseconds' },
  { label: 'timingPhases', detail: 'milliseconds' },
]

/** What can be written at the end of this line, or null where nothing is known. */
export function completionsAt(line: string, scope: ScriptScope): CompletionsAt | null {
  const variable = /process\.env(?:\.|\[['"`])(?<typed>\w*)$/.exec(line)?.groups?.['typed']
  if (variable !== undefined) {
    const options = scope.variables.map(({ name, source }) => ({ label: name, detail: source }))
    return { typed: variable.length, options }
  }
  const path = /(?:\bfrom|\bimport|\b(?:require|import)\()\s*['"`](?<typed>[^'"`]*)$/.exec(line)?.groups?.[
    'typed'
  ]
  if (path !== undefined) {
    const options = scope.snippets.map((name) => ({
      label: `${scope.snippetFolder}${name}.js`,
      detail: 'snippet',
    }))
    return { typed: path.length, options }
  }
  const member = /(?<![\w.$])(?<object>request|response)\.(?<typed>\w*)$/.exec(line)?.groups
  if (member !== undefined) {
    const { object, typed = '' } = member
    if (scope.objects === 'none' || (object === 'response' && scope.objects === 'request')) return null
    return { typed: typed.length, options: object === 'request' ? requestMembers : responseMembers }
  }
  return null
}

/** The line that makes a snippet known to a script. */
export function importLine(snippet: string, folder: ScriptScope['snippetFolder']): string {
  return `import * as ${identifierOf(snippet)} from ${JSON.stringify(`${folder}${snippet}.js`)}\n`
}

/** `log in` → `logIn`, `2fa` → `snippet2fa`. */
function identifierOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
  return /^\p{L}/u.test(joined) ? joined : `snippet${joined}`
}
