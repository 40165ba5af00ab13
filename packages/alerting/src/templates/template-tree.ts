/** What a template computes with. There are no objects with prototypes in it, so none can be reached. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | ReadonlyMap<string, Value>

export type Expression = { kind: 'literal'; value: Value } | Path | Call

export type Path = {
  kind: 'path'
  /** Begins with `@`. */
  isData: boolean
  /** How many `../` it begins with. */
  depth: number
  parts: readonly string[]
}

export type Call = {
  kind: 'call'
  helper: string
  params: readonly Expression[]
  options: ReadonlyMap<string, Expression>
}

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Expression; isEscaped: boolean }
  | {
      kind: 'block'
      /** Null: the value itself decides, as in `{{#TAGS}}` or `{{#eq A B}}`. */
      control: BlockHelper | null
      subject: Expression
      main: readonly TemplateNode[]
      otherwise: readonly TemplateNode[]
      /** As in `{{#each TAGS as |tag number|}}`. */
      names: readonly string[]
    }

/** These decide how their block is run, so the renderer knows them itself. */
export type BlockHelper = 'if' | 'unless' | 'each' | 'with'

export type TemplateTree = readonly TemplateNode[]
