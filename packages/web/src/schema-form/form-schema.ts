/** A JSON Schema as the API writes it: what a form is made from. */
export type FormSchema = {
  readonly type?: string
  readonly enum?: readonly EnumValue[]
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, FormSchema>>
  readonly required?: readonly string[]
  readonly items?: FormSchema
  readonly anyOf?: readonly FormSchema[]
  readonly oneOf?: readonly FormSchema[]
  readonly additionalProperties?: boolean | FormSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly deprecated?: boolean
  readonly 'x-component'?: string
  /** Of an assertion: what may be said about each source of values. */
  readonly 'x-sources'?: Readonly<Record<string, SourceRules>>
  /** An update replaces it as a whole; other objects merge field by field. */
  readonly 'x-replaced-whole'?: boolean
}

export type EnumValue = string | number | boolean | null

export type SourceRules = {
  readonly comparisons: readonly string[]
  readonly property: { readonly kind: string; readonly names?: readonly string[] }
  readonly byProperty?: Readonly<Record<string, { readonly comparisons: readonly string[] }>>
}

export type FieldKind =
  | 'boolean'
  | 'choice'
  | 'number'
  | 'text'
  | 'long-text'
  | 'number-or-text'
  | 'choices'
  | 'texts'
  | 'rows'
  | 'object'
  | 'variants'
  | 'json'

/** From this length on, a text may have more than one line. Values of headers are shorter and have one. */
const longTextFrom = 10_000

/** What control a schema asks for. Whatever no control knows is edited as JSON, so that no field is out of reach. */
export function fieldKindOf(schema: FormSchema): FieldKind {
  const variants = variantsOf(schema)
  if (variants.length > 0) return isNumberOrText(variants) ? 'number-or-text' : 'variants'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.enum !== undefined) return 'choice'
  if (isNumeric(schema)) return 'number'
  if (schema.type === 'string') return (schema.maxLength ?? 0) >= longTextFrom ? 'long-text' : 'text'
  if (schema.type === 'array') return listKindOf(schema.items ?? {})
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0) return 'object'
  return 'json'
}

function listKindOf(item: FormSchema): FieldKind {
  const kind = fieldKindOf(item)
  if (kind === 'choice') return 'choices'
  if (kind === 'text' || kind === 'long-text' || kind === 'number') return 'texts'
  return kind === 'object' || kind === 'variants' ? 'rows' : 'json'
}

const wideKinds: ReadonlySet<FieldKind> = new Set([
  'rows',
  'object',
  'variants',
  'long-text',
  'json',
  'texts',
  'choices',
])

/** Whether its control needs the whole width of what it stands in. */
export function isWideField(schema: FormSchema): boolean {
  return wideKinds.has(fieldKindOf(schema))
}

export function variantsOf(schema: FormSchema): readonly FormSchema[] {
  return schema.anyOf ?? schema.oneOf ?? []
}

function isNumberOrText(variants: readonly FormSchema[]): boolean {
  const types = variants.map(({ type }) => (type === 'integer' ? 'number' : type)).toSorted()
  return types.join() === 'number,string' && variants.every((variant) => variant.enum === undefined)
}

export function isNumeric({ type }: FormSchema): boolean {
  return type === 'number' || type === 'integer'
}

/**
 * What somebody typed where it cannot be read: no number, no JSON. It stays in the value of the form, so that nothing
 * typed is lost; a form that has one is not sent.
 */
export class Unreadable {
  readonly text: string
  readonly message: string

  constructor(text: string, message: string) {
    this.text = text
    this.message = message
  }
}
