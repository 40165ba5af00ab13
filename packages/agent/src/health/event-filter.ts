import { fileURLToPath } from 'node:url'

/** What of an error may leave the agent: what is needed to mend its code, and nothing about anybody's network. */
export type FilteredEvent = { message: string; stack: string | null }

const longestMessage = 2_000
const longestStack = 10_000
/** What is cut before it is looked at cannot slow us down. */
const longestLooked = 4_000

/**
 * Strips an error of the agent's code of addresses, names, quoted text, headers, keys and foreign paths. Better
 * a message too bare than one that names a target: the stack tells where the mistake is.
 */
export function filterEvent(
  error: unknown,
  agentRoot: string,
  scrub: (text: string) => string = (text) => text,
): FilteredEvent {
  if (!(error instanceof Error)) {
    const message = typeof error === 'string' ? filterText(scrub(error), []) : `a thrown ${typeof error}`
    return { message: message.slice(0, longestMessage), stack: null }
  }
  const message = filterText(scrub(`${error.name}: ${error.message}`), namesIn(error))
  const frames = framesOf(error.stack ?? '').map((line) => filterFrame(line, agentRoot))
  const stack = frames.length === 0 ? null : [message, ...frames].join('\n')
  return { message: message.slice(0, longestMessage), stack: stack?.slice(0, longestStack) ?? null }
}

/** System errors carry what they are about in fields, and the same words in their message. */
function namesIn(error: Error): string[] {
  return ['hostname', 'host', 'address', 'path', 'dest', 'servername'].flatMap((field) => {
    const value: unknown = Reflect.get(error, field)
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

const headerNames =
  'accept|authorization|cookie|date|forwarded|from|host|location|origin|referer|server|via|[\\w]+(?:-[\\w]+)+'

/** In this order: what a rule leaves is what the next one sees. */
const rules: readonly [RegExp, string][] = [
  [/[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>]*/gi, '<url>'],
  [new RegExp(`(?<![\\w-])(?:${headerNames}):\\s[^\\r\\n]*`, 'gi'), '<header>'],
  [
    /"[^"\r\n]*"?|`[^`\r\n]*`?|(?<![\p{L}\p{N}])'[^'\r\n]*'?|[\u2018\u201c][^\u2019\u201d\r\n]*[\u2019\u201d]?/gu,
    '<text>',
  ],
  [/(?<![\w])[\w.+-]+@[\w.-]+/g, '<address>'],
  [/(?<=\b[A-Z_][A-Z0-9_]{2,}=)\S+/g, '<text>'],
  // `getaddrinfo ENOTFOUND db-internal`: after the code comes what it is about.
  [/(?<=\bE[A-Z]{3,}[A-Z0-9_]* )(?!\()[^\s:,][^\s]*/g, '<host>'],
  [/(?<![\w<])(?:[A-Za-z]:)?(?:[\\/][^\s\\/:*?"'<>|()]+)+[\\/]?/g, '<path>'],
  [
    /\[?(?<![\w.:])(?:[0-9a-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4})(?:%\w+)?(?![\w])\]?(?::\d+)?/gi,
    '<ip>',
  ],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?!\w)/g, '<ip>'],
  [/(?<![\w])(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,62})\.)+[\p{L}\p{N}-]{2,}\.?(?::\d+)?(?![\w])/gu, '<host>'],
  [/\blocalhost(?::\d+)?\b/gi, '<host>'],
  [/\b[a-z]{1,4}_[0-9a-f]{16,}\b/gi, '<key>'],
  [/\b[0-9a-f]{16,}\b/gi, '<key>'],
  [/(?<![\w+/=-])(?=[A-Za-z0-9+/_=-]*\d)(?=[A-Za-z0-9+/_=-]*[A-Za-z])[A-Za-z0-9+/_=-]{20,}/g, '<key>'],
]

function filterText(text: string, names: readonly string[]): string {
  let filtered = text.slice(0, longestLooked)
  for (const name of names.toSorted((a, b) => b.length - a.length))
    filtered = filtered.replaceAll(name, '<host>')
  for (const [pattern, placeholder] of rules) filtered = filtered.replace(pattern, placeholder)
  return filtered
}

function framesOf(stack: string): string[] {
  return stack.split('\n').filter((line) => line.startsWith('    at '))
}

/** `    at async name (source:1:2)` or `    at async source:1:2`. What is neither keeps nothing that it says. */
function filterFrame(line: string, agentRoot: string): string {
  const named = /^ {4}at (?<name>[\w$.#<> [\]]{1,200}) \((?<source>[^()]*)\)$/.exec(line)?.groups
  if (named !== undefined)
    return `    at ${named['name']} (${filterSource(named['source'] ?? '', agentRoot)})`
  const bare = /^ {4}at (?<async>async )?(?<source>[^()]*)$/.exec(line)?.groups
  return `    at ${bare?.['async'] ?? ''}${filterSource(bare?.['source'] ?? '', agentRoot)}`
}

function filterSource(source: string, agentRoot: string): string {
  const { file = '', position = '' } = /^(?<file>.*?)(?<position>(?::\d+){0,2})$/.exec(source)?.groups ?? {}
  if (/^node:[\w/]+$/.test(file) || file === '<anonymous>' || file === 'native') return file + position
  const path = pathOf(file).replaceAll('\\', '/')
  const root = `${agentRoot.replaceAll('\\', '/').replace(/\/+$/, '')}/`
  return path.startsWith(root) && !path.includes('/../')
    ? path.slice(root.length) + position
    : `<path>${position}`
}

function pathOf(file: string): string {
  if (!file.startsWith('file:')) return file
  try {
    return fileURLToPath(file)
  } catch {
    // A URL without a path on this machine: it is outside, whatever it is.
    return file
  }
}
