/** What runs a suite: a line of Node or of Bun. */
export type Engine = { name: 'node'; line: (typeof nodeLines)[number] } | { name: 'bun'; line: '1.3' }

export type EngineChoice =
  /** `notice`: another one is used than was asked for, for people. */
  { kind: 'chosen'; engine: Engine; notice: string | null } | { kind: 'refused'; message: string }

const nodeLines = ['22', '24', '26'] as const

/** As a check names it; null: nothing was asked for, or nothing could be detected. */
export type AskedEngine = { engine: string | null; engineVersion: string | null }

/** The engine for what was asked: the line itself, or the next one that there is. */
export function chooseEngine({ engine, engineVersion }: AskedEngine): EngineChoice {
  if (engine === null) return node('22', null)
  const version = engineVersion === null ? null : /^v?(\d{1,5})(?:\.(\d{1,5}))?/.exec(engineVersion.trim())
  const major = version?.[1] === undefined ? null : Number(version[1])
  const asked = `${engine} ${engineVersion ?? ''}`.trim()
  if (engineVersion !== null && engineVersion.trim() !== '' && major === null)
    return { kind: 'refused', message: `must be a version, such as 24 or 24.1.0: ${asked.slice(0, 100)}` }
  if (engine === 'bun') return chooseBun(major, version?.[2] === undefined ? null : Number(version[2]), asked)
  if (major === null) return node('22', null)
  const line = lineFor(major)
  return node(line, Number(line) === major ? null : notice(asked, `Node ${line}`))
}

/** Lines with an odd number are never supported for long: the one after them is. */
function lineFor(major: number): (typeof nodeLines)[number] {
  return nodeLines.find((line) => Number(line) >= major) ?? '26'
}

function chooseBun(major: number | null, minor: number | null, asked: string): EngineChoice {
  if (major !== null && major >= 2)
    return { kind: 'refused', message: `${asked} is not supported: Bun 1.3 is` }
  const isSame = major === null || (major === 1 && (minor === null || minor === 3))
  return {
    kind: 'chosen',
    engine: { name: 'bun', line: '1.3' },
    notice: isSame ? null : notice(asked, 'Bun 1.3'),
  }
}

function node(line: (typeof nodeLines)[number], told: string | null): EngineChoice {
  return { kind: 'chosen', engine: { name: 'node', line }, notice: told }
}

function notice(asked: string, used: string): string {
  return `${asked} is not available: ${used} is used instead`
}

/** As people know it. */
export function engineTitle({ name, line }: Engine): string {
  return name === 'node' ? `Node ${line}` : `Bun ${line}`
}
