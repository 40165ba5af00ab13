import { createRequire } from 'node:module'
import type Handlebars from 'handlebars'
import { findBrokenBlock } from './find-broken-block.ts'
import { isBlockHelper, isHelper } from './template-helpers.ts'
import type { Call, Expression, Path, TemplateNode, TemplateTree } from './template-tree.ts'

const require = createRequire(import.meta.url)

/** Loaded with the first template: an installation without any needs no parser in its memory. */
function loadLibrary(): typeof Handlebars {
  return require('handlebars')
}

const mostTemplateBytes = 64 * 1024
const mostLevels = 100

/** The template cannot be used, whatever the variables. */
export class TemplateMistake extends Error {
  override readonly name = 'TemplateMistake'
}

/** What is wrong with a template, in one line; null when it can be used. */
export function templateMistakes(text: string): string | null {
  try {
    parseTemplate(text)
    return null
  } catch (error) {
    if (error instanceof TemplateMistake) return error.message
    throw error
  }
}

/**
 * The library only reads the text: its tree is turned into one of ours and walked by us. So no code is made
 * from what a user wrote, and every step of a render can be counted.
 */
export function parseTemplate(text: string): TemplateTree {
  if (Buffer.byteLength(text) > mostTemplateBytes) {
    throw new TemplateMistake(`the template is larger than ${mostTemplateBytes / 1024} KB`)
  }
  checkShape(text)
  return convertAll(readText(text).body, 0)
}

const mostTags = 2_000
const mostTagLength = 4_096

/** The parser takes seconds for deep nesting and long tags, so these are found before it sees the text. */
function checkShape(text: string): void {
  const chains: number[] = []
  const tags = [...text.matchAll(/\{\{+~?\s*(!|#|\^|\/|else\s+\w)?/g)]
  if (tags.length > mostTags) throw new TemplateMistake(`the template has more than ${mostTags} tags`)
  for (const { index, 1: sign } of tags) {
    if (sign === '!') continue
    const end = text.indexOf('}}', index)
    const tag = text.slice(index, end === -1 ? undefined : end)
    if (tag.length > mostTagLength) {
      throw new TemplateMistake(`the template has a tag of more than ${mostTagLength} characters`)
    }
    if (sign === '#' || sign === '^') chains.push(1)
    else if (sign === '/') chains.pop()
    else if (sign !== undefined) chains.push((chains.pop() ?? 0) + 1)
    const depth = chains.reduce((sum, count) => sum + count, 0)
    if (Math.max(depth, tag.split('(').length - 1) > mostLevels) throw tooDeep()
  }
}

function readText(text: string): hbs.AST.Program {
  try {
    return loadLibrary().parse(text)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    const message = error instanceof Error ? error.message : String(error)
    throw new TemplateMistake(`the template does not parse: ${findBrokenBlock(text) ?? shortened(message)}`)
  }
}

/** The parser answers with a drawing of three lines and a list of tokens: where, what is there, an arrow. */
function shortened(message: string): string {
  const [where = '', near = ''] = message.split('\n')
  const excerpt = where.replace(/:$/, '').slice(0, 200)
  const hint = /got 'CLOSE_(?:UNESCAPED|RAW_BLOCK)'/.test(message)
    ? '; put a space between "}}" and the next "}"'
    : ''
  return near === '' ? excerpt : `${excerpt} near "${near.slice(0, 100)}"${hint}`
}

function tooDeep(): TemplateMistake {
  return new TemplateMistake(`the template is nested deeper than ${mostLevels} levels`)
}

function convertAll(statements: readonly hbs.AST.Statement[], level: number): TemplateNode[] {
  if (level > mostLevels) throw tooDeep()
  return statements.flatMap((statement) => convertStatement(statement, level))
}

function convertStatement(statement: hbs.AST.Statement, level: number): TemplateNode[] {
  if (isContent(statement)) return statement.value === '' ? [] : [{ kind: 'text', text: statement.value }]
  if (isMustache(statement)) {
    const value = convertExpression(
      statement.path,
      { ...statement, isBlock: false, isSubExpression: false },
      level,
    )
    return [{ kind: 'output', value, isEscaped: statement.escaped }]
  }
  if (isBlock(statement)) return [convertBlock(statement, level)]
  if (statement.type === 'CommentStatement') return []
  throw new TemplateMistake('partials and decorators are not supported')
}

function convertBlock(statement: hbs.AST.BlockStatement, level: number): TemplateNode {
  const subject = convertExpression(
    statement.path,
    { ...statement, isBlock: true, isSubExpression: false },
    level,
  )
  const call = subject.kind === 'call' && isBlockHelper(subject.helper) ? subject : null
  const [argument] = call?.params ?? []
  const main: hbs.AST.Program | undefined = statement.program
  const otherwise: hbs.AST.Program | undefined = statement.inverse
  return {
    kind: 'block',
    control: call !== null && isBlockHelper(call.helper) ? call.helper : null,
    subject: argument ?? subject,
    main: convertAll(main?.body ?? [], level + 1),
    otherwise: convertAll(otherwise?.body ?? [], level + 1),
    names: main?.blockParams ?? [],
  }
}

type Use = {
  params: readonly hbs.AST.Expression[]
  hash: hbs.AST.Hash | undefined
  isBlock: boolean
  isSubExpression: boolean
}

function convertExpression(node: hbs.AST.Expression, use: Use | null, level: number): Expression {
  if (level > mostLevels) throw tooDeep()
  if (isPath(node)) return convertPath(node, use, level)
  if (isSubExpression(node)) {
    return convertExpression(node.path, { ...node, isBlock: false, isSubExpression: true }, level + 1)
  }
  if (isLiteral(node)) return { kind: 'literal', value: node.value }
  if (node.type === 'NullLiteral') return { kind: 'literal', value: null }
  if (node.type === 'UndefinedLiteral') return { kind: 'literal', value: undefined }
  throw new TemplateMistake(`"${node.type}" is not supported`)
}

function convertPath(node: hbs.AST.PathExpression, use: Use | null, level: number): Path | Call {
  const [name = ''] = node.parts
  const isSimple = !node.data && node.depth === 0 && node.parts.length === 1 && node.original === name
  const path: Path = { kind: 'path', isData: node.data, depth: node.depth, parts: node.parts }
  if (use === null) return path
  const hasArguments = use.params.length > 0 || (use.hash?.pairs.length ?? 0) > 0
  if (!isSimple || !isHelper(name)) {
    if (hasArguments || use.isSubExpression)
      throw new TemplateMistake(`there is no helper "${node.original}"`)
    return path
  }
  if (isBlockHelper(name)) {
    if (!use.isBlock) throw new TemplateMistake(`"${name}" is a block: {{#${name} …}} … {{/${name}}}`)
    if (use.params.length !== 1) throw new TemplateMistake(`"${name}" takes one argument`)
  }
  return {
    kind: 'call',
    helper: name,
    params: use.params.map((param) => convertExpression(param, null, level)),
    options: new Map(use.hash?.pairs.map((pair) => [pair.key, convertExpression(pair.value, null, level)])),
  }
}

function isContent(node: hbs.AST.Node): node is hbs.AST.ContentStatement {
  return node.type === 'ContentStatement'
}

function isMustache(node: hbs.AST.Node): node is hbs.AST.MustacheStatement {
  return node.type === 'MustacheStatement'
}

function isBlock(node: hbs.AST.Node): node is hbs.AST.BlockStatement {
  return node.type === 'BlockStatement'
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === 'PathExpression'
}

function isSubExpression(node: hbs.AST.Node): node is hbs.AST.SubExpression {
  return node.type === 'SubExpression'
}

function isLiteral(
  node: hbs.AST.Node,
): node is hbs.AST.StringLiteral | hbs.AST.NumberLiteral | hbs.AST.BooleanLiteral {
  return ['StringLiteral', 'NumberLiteral', 'BooleanLiteral'].includes(node.type)
}
