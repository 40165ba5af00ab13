import { CannotSend } from '../cannot-send.ts'
import type { HelperScope } from './helper.ts'
import { findHelper, mostOutputBytes } from './template-helpers.ts'
import type { Call, Expression, Path, TemplateNode, TemplateTree, Value } from './template-tree.ts'
import { isList, isRecord, isTruthy, propertyOf, sizeOf, textOf } from './value.ts'

/**
 * What a render may cost. Counted in steps and not in time, so that a template either always works or never:
 * on a busy machine a clock would lose alerts. This many steps take well below 100 ms.
 */
const mostSteps = 50_000
const charactersPerStep = 64

export type RenderOptions = {
  variables: ReadonlyMap<string, Value>
  /** Of the account and the group: they stand behind the variables of the event. */
  ownVariables: ReadonlyMap<string, string>
  /** For `{{x}}`. `isOwn`: it is a variable of the account, written by whoever wrote the template. */
  escape(text: string, isOwn: boolean): string
  /** What stands for an empty `{{x}}`, by what was written before it. */
  fillEmpty?(written: string): string
  /** A variable that does not exist ends the render, instead of being empty. */
  isStrict: boolean
  raisedAt: number
  seed: string
}

export type Rendered = {
  text: string
  /** Values of the account's variables that went into it: any of them may be a secret. */
  ownValues: readonly string[]
}

type Frame = {
  context: Value
  parent: Frame | null
  /** Of the innermost `each`, and of those around it. */
  data: DataFrame | null
  names: ReadonlyMap<string, Value>
}

type Block = Extract<TemplateNode, { kind: 'block' }>

type DataFrame = { index: number; key: string | number; count: number; parent: DataFrame | null }

/** Throws CannotSend when the template asks for too much or, if strict, for a variable that does not exist. */
export function renderTemplate(tree: TemplateTree, options: RenderOptions): Rendered {
  const { variables, ownVariables } = options
  const root = new Map<string, Value>([...ownVariables, ...variables])
  const ownValues = new Set<string>()
  let output = ''
  let steps = 0
  let seeds = 0
  const scope: HelperScope = {
    raisedAt: options.raisedAt,
    nextSeed: () => `${options.seed}/${seeds++}`,
  }

  run(tree, { context: root, parent: null, data: null, names: new Map() })
  if (Buffer.byteLength(output) > mostOutputBytes) throw tooMuch('writes more than 256 KB')
  return { text: output, ownValues: [...ownValues] }

  function spend(amount: number): void {
    steps += amount
    if (steps > mostSteps) throw tooMuch('does too much work')
  }

  function write(text: string): void {
    output += text
    if (output.length > mostOutputBytes) throw tooMuch('writes more than 256 KB')
  }

  function run(nodes: readonly TemplateNode[], frame: Frame): void {
    for (const node of nodes) {
      spend(1)
      if (node.kind === 'text') write(node.text)
      else if (node.kind === 'output') writeValue(node.value, node.isEscaped, frame)
      else runBlock(node, frame)
    }
  }

  function writeValue(expression: Expression, isEscaped: boolean, frame: Frame): void {
    const text = textOf(evaluate(expression, frame))
    if (text === '' && isEscaped && options.fillEmpty !== undefined) {
      spend(output.length / charactersPerStep)
      write(options.fillEmpty(output))
      return
    }
    spend(text.length / charactersPerStep)
    write(isEscaped ? options.escape(text, isOwn(expression, frame)) : text)
  }

  function runBlock(node: Block, frame: Frame): void {
    const isCondition = node.control === 'if' || node.control === 'unless'
    const value = evaluate(node.subject, frame, isCondition)
    switch (node.control) {
      case 'if':
        return run(isTruthy(value) ? node.main : node.otherwise, frame)
      case 'unless':
        return run(isTruthy(value) ? node.otherwise : node.main, frame)
      case 'each':
        return runEach(value, node, frame)
      case 'with':
        return runWith(value, node, frame)
      case null:
        if (value === true) return run(node.main, frame)
        return isList(value) ? runEach(value, node, frame) : runWith(value, node, frame)
      default:
        return node.control satisfies never
    }
  }

  function runWith(value: Value, node: Block, frame: Frame): void {
    if (!isTruthy(value)) return run(node.otherwise, frame)
    return run(node.main, enter(frame, value, frame.data, node.names, [value]))
  }

  function runEach(value: Value, node: Block, frame: Frame): void {
    // All variables at once would be all secrets at once.
    const entries = value === root ? [] : entriesOf(value)
    spend(entries.length / 4)
    if (entries.length === 0) return run(node.otherwise, frame)
    for (const [index, [key, entry]] of entries.entries()) {
      spend(2)
      const data: DataFrame = { index, key, count: entries.length, parent: frame.data }
      run(node.main, enter(frame, entry, data, node.names, [entry, key]))
    }
  }

  function evaluate(expression: Expression, frame: Frame, mayBeAbsent = false): Value {
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'call':
        return callHelper(expression, frame)
      case 'path':
        return lookUp(expression, frame, mayBeAbsent)
      default:
        return expression satisfies never
    }
  }

  function callHelper(call: Call, frame: Frame): Value {
    // Its whole purpose is a variable that may not exist.
    const mayBeAbsent = call.helper === 'default'
    const params = call.params.map((param) => evaluate(param, frame, mayBeAbsent))
    const namedValues = new Map([...call.options].map(([name, value]) => [name, evaluate(value, frame)]))
    if (call.helper === 'lookup' && params[0] === root) noteUse(textOf(params[1]), false)
    spend(1 + params.reduce((sum: number, param) => sum + sizeOf(param), 0) / charactersPerStep)
    return findHelper(call.helper)?.(params, namedValues, scope)
  }

  function lookUp(path: Path, frame: Frame, mayBeAbsent: boolean): Value {
    const start = path.isData ? findData(path, frame) : findStart(path, frame, mayBeAbsent)
    const [, ...rest] = path.parts
    // Whatever led to it: `@root`, or a name that a block has given it.
    if (start === root && rest[0] !== undefined) noteUse(rest[0], mayBeAbsent)
    return rest.reduce<Value>((value, name) => propertyOf(value, name), start)
  }

  function findData({ parts: [name = ''], depth }: Path, frame: Frame): Value {
    if (name === 'root') return root
    let data = frame.data
    for (let level = 0; level < depth; level++) data = data?.parent ?? null
    return data === null ? undefined : dataValue(data, name)
  }

  function findStart({ parts: [name], depth }: Path, frame: Frame, mayBeAbsent: boolean): Value {
    const target = climb(frame, depth)
    if (target === null) return undefined
    if (name === undefined) return target.context
    if (depth === 0 && frame.names.has(name)) return frame.names.get(name)
    if (target.context === root) noteUse(name, mayBeAbsent)
    return propertyOf(target.context, name)
  }

  function noteUse(name: string, mayBeAbsent: boolean): void {
    if (variables.has(name)) return
    const own = ownVariables.get(name)
    if (own !== undefined) ownValues.add(own)
    else if (options.isStrict && !mayBeAbsent) throw new CannotSend(`unknown variable ${name.slice(0, 200)}`)
  }

  function isOwn(expression: Expression, frame: Frame): boolean {
    if (expression.kind !== 'path' || expression.isData || expression.parts.length !== 1) return false
    const [name = ''] = expression.parts
    const target = climb(frame, expression.depth)
    return target?.context === root && !variables.has(name) && ownVariables.has(name)
  }
}

function climb(frame: Frame, depth: number): Frame | null {
  let target: Frame | null = frame
  for (let level = 0; level < depth; level++) target = target?.parent ?? null
  return target
}

function enter(
  parent: Frame,
  context: Value,
  data: DataFrame | null,
  names: readonly string[],
  values: readonly Value[],
): Frame {
  if (names.length === 0) return { context, parent, data, names: parent.names }
  const parameters = names.map((name, position): [string, Value] => [name, values[position]])
  return { context, parent, data, names: new Map([...parent.names, ...parameters]) }
}

function dataValue({ index, key, count }: DataFrame, name: string): Value {
  switch (name) {
    case 'index':
      return index
    case 'key':
      return key
    case 'first':
      return index === 0
    case 'last':
      return index === count - 1
    default:
      return undefined
  }
}

function entriesOf(value: Value): [string | number, Value][] {
  if (isList(value)) return [...value.entries()]
  return isRecord(value) ? [...value.entries()] : []
}

function tooMuch(what: string): CannotSend {
  return new CannotSend(`the template ${what}`)
}
