import {
  JSONPathEnvironment,
  JSONPathNode,
  JSONPathNodeList,
  jsonpath,
  Nothing,
  type JSONPathQuery,
  type JSONValue,
} from 'json-p3'
import type { RE2JS } from 're2js'
import { isRecord } from '@sonde/ground/is-record.ts'
import { compileRegex, spendOnMatch } from './regex.ts'
import { NeedsOwnThread, TooMuchWork, type WorkBudget } from './work-budget.ts'

const { JSONPathSelector, TokenKind, FunctionExpressionType } = jsonpath
const { FilterSelector, NameSelector } = jsonpath.selectors
const { compare, FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression } =
  jsonpath.expressions

type Selector = InstanceType<typeof JSONPathSelector>
type Expression = InstanceType<typeof jsonpath.expressions.FilterExpression>

export type PathAnswer =
  | { kind: 'values'; values: JSONValue[]; isSingular: boolean }
  | { kind: 'gave-up'; why: string }

/**
 * Of each value that a path touches. A path is short, but `$[*,*,…][*,*,…]` or filters inside filters multiply to
 * billions of values on a document of a few hundred.
 */
const stepWork = 500

/** Of each value that a filter is asked about, beside what the filter touches. */
const filterWork = 50

/** Of nested values. The evaluator recurses, and deeper than this only an attack goes. */
const deepestDocument = 500

type CompiledPath = { query: JSONPathQuery; isSingular: boolean; meter: Meter }

const compiled = new Map<string, CompiledPath>()
const mostCompiled = 1_000

/** RFC 9535, and `.length` of arrays. An empty path is the whole document. */
export function queryJson(path: string, document: JSONValue, budget: WorkBudget): PathAnswer {
  if (path === '') return { kind: 'values', values: [document], isSingular: true }
  try {
    const { query, isSingular, meter } = compilePath(path)
    meter.useBudget(budget)
    // The eager form of the library spreads every node into one call: 150,000 of them overflow the stack.
    const values = Array.from(query.lazyQuery(document), (node) => node.value)
    return { kind: 'values', values, isSingular }
  } catch (error) {
    if (error instanceof TooMuchWork || error instanceof NeedsOwnThread) throw error
    // Syntax errors (a path is validated at save, but variables may change it) and nesting.
    return { kind: 'gave-up', why: error instanceof Error ? error.message : String(error) }
  }
}

function compilePath(path: string): CompiledPath {
  const known = compiled.get(path)
  if (known !== undefined) return known
  const meter = createMeter()
  const environment = new JSONPathEnvironment({ maxRecursionDepth: deepestDocument })
  environment.functionRegister.set('length', lengthFunction(meter))
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

/** A compiled path is used again with the budget of another run. */
type Meter = WorkBudget & { useBudget(budget: WorkBudget): void }

function createMeter(): Meter {
  let current: WorkBudget | null = null
  return {
    useBudget(budget) {
      current = budget
    },
    spend(units) {
      if (current === null) throw new Error('a path is evaluated without a budget')
      current.spend(units)
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
    if (!expression.logical) meterComparison(expression, meter)
  } else if (expression instanceof FunctionExtension) {
    for (const argument of expression.args) meterExpression(argument, meter)
  }
}

/** The same as the library does, with the price of comparing two values that may be most of a document. */
function meterComparison(expression: InstanceType<typeof InfixExpression>, meter: Meter): void {
  const { left, operator, right } = expression
  const valueOf = (operand: Expression, context: Parameters<Expression['evaluate']>[0]): unknown => {
    const found = operand.evaluate(context)
    const [only, ...others] = found instanceof JSONPathNodeList ? found.nodes : []
    return only === undefined || others.length > 0 ? found : only.value
  }
  expression.evaluate = (context) => {
    const values = [valueOf(left, context), valueOf(right, context)] as const
    spendOnComparison(...values, meter)
    return compare(values[0], operator, values[1])
  }
}

/** Looks at both as far as they are the same, which is as far as a comparison looks. */
function spendOnComparison(left: unknown, right: unknown, meter: Meter): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    meter.spend(Math.min(left.length, right.length) / charactersPerUnit)
    return left === right
  }
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    meter.spend(1)
    return (
      left.length === right.length &&
      left.every((element, index) => spendOnComparison(element, right[index], meter))
    )
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const names = Object.keys(left)
  const count = Object.keys(right).length
  meter.spend(nameWork * (names.length + count))
  return names.length === count && names.every((name) => spendOnComparison(left[name], right[name], meter))
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
    this.#meter.spend(stepWork)
    if (this.#countsArrays && Array.isArray(node.value)) {
      return [new JSONPathNode(node.value.length, [...node.location, 'length'], node.root)]
    }
    if (this.#inner instanceof FilterSelector) this.#meter.spend(filterWork * sizeOf(node.value))
    const found = this.#inner.resolve(node)
    this.#meter.spend(stepWork * found.length)
    return found
  }

  override *lazyResolve(node: JSONPathNode): Generator<JSONPathNode> {
    yield* this.resolve(node)
  }

  override toString(): string {
    return this.#inner.toString()
  }
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0
}

/** As in the library, but that the names of an object have their price. */
function lengthFunction(meter: Meter) {
  return {
    argTypes: [FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.ValueType,
    call(value: unknown): unknown {
      if (typeof value === 'string') return value.length
      if (Array.isArray(value)) return value.length
      if (!isRecord(value)) return Nothing
      const { length } = Object.keys(value)
      meter.spend(nameWork * length)
      return length
    },
  }
}

/** The library's own `match` and `search` run native regular expressions, which a pattern can hang. */
function regexFunction(meter: Meter, matches: (regex: RE2JS, text: string) => boolean) {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown): boolean {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false
      meter.spend(stepWork + pattern.length)
      const regex = compileRegex(mapDots(pattern), meter)
      if (regex === null) return false
      spendOnMatch(regex, text, meter)
      return matches(regex, text)
    },
  }
}

/** Of each name of an object that is listed. */
const nameWork = 10

/** Comparing so many characters takes about as long as one step of a pattern. */
const charactersPerUnit = 16

function isFullMatch(regex: RE2JS, text: string): boolean {
  return regex.matcher(text).matches()
}

function isPartMatch(regex: RE2JS, text: string): boolean {
  return regex.matcher(text).find()
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
