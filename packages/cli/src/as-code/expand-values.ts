import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ValuePath } from './source-file.ts'

/** `${{ env.NAME }}` stands for a variable of the environment; `$${{` for the characters themselves. */
const expression = /\$(\$\{\{)|\$\{\{\s*([^{}]*?)\s*\}\}/g
const environmentName = /^env\.([A-Za-z_][A-Za-z0-9_]*)$/

export type Expansion = {
  /** Of the document: files are relative to it. */
  path: string
  environment: Readonly<Record<string, string | undefined>>
  mistake(at: ValuePath, message: string): void
  /** A variable that is not set: the text keeps its place. */
  unset(at: ValuePath, name: string): void
}

/** The value with variables of the environment and the contents of files in place of their names. */
export function expandValues(value: unknown, expansion: Expansion, at: ValuePath = []): unknown {
  if (typeof value === 'string') return expandText(value, expansion, at)
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => expandValues(entry, expansion, [...at, index]))
  if (!isRecord(value)) return value
  const { file } = value
  if (typeof file === 'string' && Object.keys(value).length === 1) return readText(file, expansion, at)
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, expandValues(field, expansion, [...at, name])]),
  )
}

/** The text as a document has to have it, so that it is read as it is. */
export function escapeText(text: string): string {
  return text.replaceAll('${{', () => '$${{')
}

function expandText(text: string, { environment, mistake, unset }: Expansion, at: ValuePath): string {
  return text.replaceAll(expression, (whole: string, literal: string | undefined, inner: string) => {
    if (literal !== undefined) return literal
    const name = environmentName.exec(inner)?.[1]
    if (name === undefined) {
      mistake(at, `has ${whole}: only \${{ env.NAME }} is known; write $${whole} for the text itself`)
      return whole
    }
    const variable = environment[name]
    if (variable === undefined || variable === '') {
      unset(at, name)
      return whole
    }
    return variable
  })
}

function readText(file: string, { path, mistake }: Expansion, at: ValuePath): string {
  try {
    return readFileSync(resolve(dirname(path), file), 'utf8')
  } catch (error) {
    mistake([...at, 'file'], `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return ''
  }
}
