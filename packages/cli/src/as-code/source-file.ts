import { readFileSync } from 'node:fs'
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml'

/** Something wrong in a file, where a person finds it. */
export type FileMistake = { file: string; line: number; column: number; message: string }

/** The fields and positions that lead to a value. */
export type ValuePath = readonly (string | number)[]

/** One document of a file, as values and with the place of each of them. */
export type SourceDocument = {
  /** As people are told it. */
  file: string
  /** Where `include` and `file` are relative to. */
  path: string
  value: unknown
  /** Where the value, or what it is the nearest part of, begins. */
  at(path: ValuePath): Position
}

export type Position = { file: string; line: number; column: number }

/** YAML 1.2, of which JSON is a part. A file may hold several documents. */
export function readSourceFile({ path, file }: { path: string; file: string }): {
  documents: SourceDocument[]
  mistakes: FileMistake[]
} {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { documents: [], mistakes: [{ file, line: 1, column: 1, message: `cannot be read: ${reason}` }] }
  }
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, { lineCounter: lines, merge: true, prettyErrors: false })
  const trees: Document.Parsed[] = Array.isArray(parsed) ? parsed : []
  const documents: SourceDocument[] = []
  const mistakes: FileMistake[] = []
  for (const tree of trees) {
    const position = (offset: number): Position => {
      const { line, col } = lines.linePos(offset)
      return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
    }
    for (const { message, pos } of tree.errors) mistakes.push({ ...position(pos[0]), message })
    if (tree.errors.length > 0) continue
    try {
      const value: unknown = tree.toJS({ maxAliasCount: mostAliases })
      if (value === null) continue
      documents.push({ file, path, value, at: (steps) => position(offsetOf(tree, steps)) })
    } catch (error) {
      // Aliases that grow without end.
      mistakes.push({ ...position(0), message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { documents, mistakes }
}

/** As many values as aliases may stand for; a project may well use one anchor in each of its checks. */
const mostAliases = 100_000

/** A field is where its name stands, an entry of a list where it begins. */
function offsetOf(tree: Document.Parsed, path: ValuePath): number {
  let node: Node | null = tree.contents
  let offset = startOf(node) ?? 0
  for (const step of path) {
    const target: Node | null = isAlias(node) ? (node.resolve(tree) ?? null) : node
    if (isMap(target)) {
      const pair = pairsOf(target).get(String(step))
      if (pair === undefined) return offset
      offset = startOf(pair.key) ?? offset
      node = asNode(pair.value)
    } else if (isSeq(target)) {
      node = asNode(target.items[Number(step)])
      if (node === null) return offset
      offset = startOf(node) ?? offset
    } else return offset
  }
  return offset
}

const pairsByMap = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()

/** By name, found once: a map of a project may hold thousands of checks, each of which is looked for. */
function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairsByMap.get(map)
  if (known !== undefined) return known
  const pairs = new Map(
    map.items.map((pair) => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair]),
  )
  pairsByMap.set(map, pairs)
  return pairs
}

function asNode(value: unknown): Node | null {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value) ? value : null
}

function startOf(value: unknown): number | null {
  return asNode(value)?.range?.[0] ?? null
}
