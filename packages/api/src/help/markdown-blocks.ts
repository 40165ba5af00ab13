/**
 * The blocks of Markdown that the documentation is written in. Whatever is none of them is a paragraph, and shown as it was
 * written: a test reads every page for that.
 */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'code'; lines: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Block[])[] }
  | { kind: 'paragraph'; text: string }

const fence = /^```/
const heading = /^(#{1,6}) +(.*\S) *$/
const row = /^\|.*\| *$/
const ruler = /^\|(?: *:?-+:? *\|)+ *$/
const marker = /^(?:[-*+]|\d{1,4}[.)]) +(?=\S)/

export function parseMarkdown(text: string): Block[] {
  return parseLines(text.replaceAll(/\r\n?/g, '\n').split('\n'))
}

function parseLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const [block, next] = parseBlock(lines, at)
    if (block !== null) blocks.push(block)
    at = next
  }
  return blocks
}

/** The block that begins in this line, if one does, and the line after it. */
function parseBlock(lines: readonly string[], at: number): [Block | null, number] {
  const line = lines[at] ?? ''
  if (line.trim() === '') return [null, at + 1]
  if (fence.test(line)) return parseCode(lines, at)
  const [, signs, title] = heading.exec(line) ?? []
  if (signs !== undefined && title !== undefined) {
    return [{ kind: 'heading', level: signs.length, text: title }, at + 1]
  }
  if (isTable(lines, at)) return parseTable(lines, at)
  if (marker.test(line)) return parseList(lines, at)
  let end = at + 1
  while (end < lines.length && !endsParagraph(lines, end)) end += 1
  return [{ kind: 'paragraph', text: joined(lines.slice(at, end)) }, end]
}

function endsParagraph(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return [/^\s*$/, fence, heading, marker].some((start) => start.test(line)) || isTable(lines, at)
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(' ')
}

function parseCode(lines: readonly string[], at: number): [Block, number] {
  let end = at + 1
  while (end < lines.length && !fence.test(lines[end] ?? '')) end += 1
  return [{ kind: 'code', lines: lines.slice(at + 1, end) }, end + 1]
}

function isTable(lines: readonly string[], at: number): boolean {
  return row.test(lines[at] ?? '') && ruler.test(lines[at + 1] ?? '')
}

function parseTable(lines: readonly string[], at: number): [Block, number] {
  let end = at + 2
  while (end < lines.length && row.test(lines[end] ?? '')) end += 1
  const head = cellsOf(lines[at] ?? '')
  return [{ kind: 'table', head, rows: lines.slice(at + 2, end).map(cellsOf) }, end]
}

/** A bar within a cell is written `\|`. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function parseList(lines: readonly string[], start: number): [Block, number] {
  const isOrdered = isNumber(lines[start] ?? '')
  const items: Block[][] = []
  let at = start
  for (;;) {
    const [mark] = marker.exec(lines[at] ?? '') ?? []
    if (mark === undefined || isNumber(mark) !== isOrdered) break
    const end = endOfItem(lines, at + 1, mark.length)
    const rest = lines.slice(at + 1, end).map((line) => line.slice(Math.min(mark.length, indentOf(line))))
    items.push(parseLines([(lines[at] ?? '').slice(mark.length), ...rest]))
    at = end
  }
  return [{ kind: 'list', isOrdered, items }, at]
}

/** An item goes on in the lines that are indented below its text, and in those that continue its paragraph. */
function endOfItem(lines: readonly string[], from: number, indent: number): number {
  let end = from
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const isBelow = indentOf(line) >= indent
    const isContinued = at === end && !endsParagraph(lines, at)
    if (!isBelow && !isContinued) break
    end = at + 1
  }
  // Empty lines between two items belong to neither.
  let next = end
  while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1
  return marker.test(lines[next] ?? '') ? next : end
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function isNumber(line: string): boolean {
  return /^\d/.test(line)
}
