/** The text format of Prometheus, version 0.0.4. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export type MetricFamily = {
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  /** Lines as `sampleLine` makes them. Every family is one block: its lines must not be told apart. */
  lines: Iterable<string>
}

export type Labels = readonly (readonly [name: string, value: string])[]

/** Without the braces, so that others can follow. */
export function labelText(labels: Labels): string {
  return labels.map(([name, value]) => `${name}="${escapeValue(value)}"`).join(',')
}

function escapeValue(value: string): string {
  return /[\\"\n]/.test(value)
    ? value
        .replaceAll('\\', '\\\\')
        .replaceAll('"', String.raw`\"`)
        .replaceAll('\n', String.raw`\n`)
    : value
}

export function sampleLine(name: string, labels: string, value: number): string {
  return labels === '' ? `${name} ${numberText(value)}\n` : `${name}{${labels}} ${numberText(value)}\n`
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

/** A family of one number. */
export function gaugeFamily(name: string, help: string, value: number): MetricFamily {
  return { name, help, type: 'gauge', lines: [sampleLine(name, '', value)] }
}

export function counterFamily(name: string, help: string, value: number): MetricFamily {
  return { name, help, type: 'counter', lines: [sampleLine(name, '', value)] }
}

/** About so much is made before others get their turn. */
const pieceLength = 64 * 1024

/** In pieces of some size each. A family without lines is left out. */
export function* writeFamilies(families: Iterable<MetricFamily>): Generator<string> {
  let piece = ''
  for (const { name, help, type, lines } of families) {
    let isTold = false
    for (const line of lines) {
      if (!isTold) piece += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
      isTold = true
      piece += line
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
  }
  if (piece !== '') yield piece
}
