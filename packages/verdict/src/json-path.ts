import { JSONPathEnvironment, JSONPathNode, jsonpath, type JSONPathQuery, type JSONValue } from 'json-p3'
import { compileRegex } from './regex.ts'

const { JSONPathSelector, TokenKind, FunctionExpressionType } = jsonpath
const { FilterSelector, NameSelector } = jsonpath.selectors
const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression } =
  jsonpath.expressions

type Selector = InstanceType<typeof JSONPathSelector>
type Expression = InstanceType<typeof jsonpath.expressions.FilterExpression>

export type PathAnswer =
  | { kind: 'values'; values: JSONValue[]; isSingular: boolean }
  | { kind: 'gave-up'; why: string }

/**
 * Values that the paths of one run may touch in all. A path is short, but `$[*,*,…][*,*,…]` or filters inside
 * filters multiply to billions of values on a document of a few hundred. This many take about 80 ms.
 */
const mostSteps = 100_000

export type StepBudget = { left: number }

export function createStepBudget(): StepBudget {
  return { left: mostSteps }
}

/** Of nested values. The evaluator recurses, and deeper than this only an attack goes. */
const deepestDocument = 500

type CompiledPath = { query: JSONPathQuery; isSingular: boolean; meter: Meter }

const compiled = new Map<string, CompiledPath>()
const mostCompiled = 1_000

/** RFC 9535, and `.length` of arrays. An empty path is the whole document. */
export function queryJson(path: string, document: JSONValue, budget: StepBudget): PathAnswer {
  if (path === '') return { kind: 'values', values: [document], isSingular: true }
  try {
    const { query, isSingular, meter } = compilePath(path)
    meter.useBudget(budget)
    // The eager form of the library spreads every node into one call: 150,000 of them overflow the stack.
    const values = Array.from(query.lazyQuery(document), (node) => node.value)
    return { kind: 'values', values, isSingular }
  } catch (error) {
    // Syntax errors (a path is validated at save, but variables may change it), nesting, and our own limit.
    return { kind: 'gave-up', why: error instanceof Error ? error.message : String(error) }
  }
}

function compilePath(path: string): CompiledPath {
  const known = compiled.get(path)
  if (known !== undefined) return known
  const meter = createMeter()
  const environment = new JSONPathEnvironment({ maxRecursionDepth: deepestDocument })
  environment.functionRegister.set('match', regexFunction(meter, isFullMatch))
  environment.functionRegister.set('search', regexFunction(meter, isPartMatch))
  const query = environment.compile(path)
  const isSingular = query.singularQuery()
  meterQuery(query, meter)
  if (compiled.size >= mostCompiled) compiled.clear()
  const entry = { query, isSingular, meter }
  compiled.set(path, entry)
  return entry
}

type Meter = { useBudget(budget: StepBudget): void; spend(steps: number): void }

function createMeter(): Meter {
  let current: StepBudget = { left: 0 }
  return {
    useBudget(budget) {
      current = budget
    },
    spend(steps) {
      current.left -= steps
      if (current.left < 0)
        throw new RangeError(`the paths of this check touch more than ${mostSteps} values`)
    },
  }
}

/** Puts the meter between the library and each of its selectors, those inside filters included. */
function meterQuery({ segments }: JSONPathQuery, meter: Meter): void {
  for (const { selectors, token } of segments) {
    const isDescendant = token.kind === TokenKind.DDOT
    for (const [index, selector] of selectors.entries()) {
      if (selector instanceof FilterSelector) meterExpression(selector.expression, meter)
      selectors[index] = new MeteredSelector(selector, meter, isDescendant)
    }
  }
}

function meterExpression(expression: Expression, meter: Meter): void {
  if (expression instanceof FilterQuery) meterQuery(expression.path, meter)
  else if (expression instanceof LogicalExpression) meterExpression(expression.expression, meter)
  else if (expression instanceof PrefixExpression) meterExpression(expression.right, meter)
  else if (expression instanceof InfixExpression) {
    meterExpression(expression.left, meter)
    meterExpression(expression.right, meter)
  } else if (expression instanceof FunctionExtension) {
    for (const argument of expression.args) meterExpression(argument, meter)
  }
}

class MeteredSelector extends JSONPathSelector {
  readonly #inner: Selector
  readonly #meter: Meter
  /** `$..length` keeps its meaning in the standard: members of that name, wherever they are. */
  readonly #countsArrays: boolean

  constructor(inner: Selector, meter: Meter, isDescendant: boolean) {
    super(inner.environment, inner.token)
    this.#inner = inner
    this.#meter = meter
    this.#countsArrays = !isDescendant && inner instanceof NameSelector && inner.name === 'length'
  }

  override resolve(node: JSONPathNode): JSONPathNode[] {
    this.#meter.spend(1)
    if (this.#countsArrays && Array.isArray(node.value)) {
      return [new JSONPathNode(node.value.length, [...node.location, 'length'], node.root)]
    }
    const found = this.#inner.resolve(node)
    this.#meter.spend(found.length)
    return found
  }

  override *lazyResolve(node: JSONPathNode): Generator<JSONPathNode> {
    yield* this.resolve(node)
  }

  override toString(): string {
    return this.#inner.toString()
  }
}

/** The library's own `match` and `search` run native regular expressions, which a pattern can hang. */
function regexFunction(meter: Meter, matches: (text: string, pattern: string) => boolean) {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown): boolean {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false
      meter.spend(1 + Math.ceil(text.length / charactersPerStep))
      return matches(text, pattern)
    },
  }
}

/** So many characters of a regular expression's text cost about as much as one node. */
const charactersPerStep = 16

function isFullMatch(text: string, pattern: string): boolean {
  return compileRegex(mapDots(pattern))?.matcher(text).matches() ?? false
}

function isPartMatch(text: string, pattern: string): boolean {
  return compileRegex(mapDots(pattern))?.matcher(text).find() ?? false
}

/** A dot of RFC 9485 matches neither line feed nor carriage return; our engine's leaves out the first only. */
function mapDots(pattern: string): string {
  let isInClass = false
  return pattern.replace(/\\.|[[\].]/gs, (token) => {
    if (token === '[') isInClass = true
    else if (token === ']') isInClass = false
    return token === '.' && !isInClass ? '[^\\n\\r]' : token
  })
}
