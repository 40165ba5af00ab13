/** The text of a `.env` file with these variables in it: each once, all other lines as they were. */
export function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const left = new Map(Object.entries(variables))
  const kept = lines.flatMap((line) => {
    const name = nameIn(line)
    if (name === null || !(name in variables)) return [line]
    const value = left.get(name)
    left.delete(name)
    return value === undefined ? [] : [`${name}=${value}`]
  })
  const added = [...left].map(([name, value]) => `${name}=${value}`)
  return `${[...kept, ...added].join('\n')}\n`
}

/** What the file gives a variable; null when it says nothing about it. The last line counts. */
export function variableIn(text: string, name: string): string | null {
  const line = text.split('\n').findLast((candidate) => nameIn(candidate) === name)
  if (line === undefined) return null
  const value = line.slice(line.indexOf('=') + 1).trim()
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
}

/** The text of a `.gitignore` that leaves `.env` out; the same text when it does so already. */
export function ignoringEnv(text: string): string {
  const ignores = new Set(['.env', '/.env', '.env*', '*.env', '/.env*', '**/.env'])
  if (text.split('\n').some((line) => ignores.has(line.trim()))) return text
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}.env\n`
}

function nameIn(line: string): string | null {
  return /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/.exec(line)?.[1] ?? null
}
