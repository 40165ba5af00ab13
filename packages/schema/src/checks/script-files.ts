import { Type } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Rule } from '../validation/annotations.ts'
import { Nullable, component } from '../validation/building-blocks.ts'
import type { Violation } from '../validation/violation.ts'
import { longestPath, pathMistake } from '../check-types/playwright/run-paths.ts'

const mostFiles = 1_000
const mostFileBytes = 10_000_000

/** What a script is called in the folder of a run, from where it finds its files. */
export function ScriptPath(description: string) {
  return Nullable(Type.String({ minLength: 1, maxLength: longestPath }), { default: null, description })
}

const CheckDependency = component(
  'CheckDependency',
  Type.Object({
    path: Type.String({ minLength: 1, maxLength: longestPath }),
    content: Type.String({ minLength: 1, maxLength: mostFileBytes }),
  }),
)

/** Files that a script imports. */
export function ScriptFiles(description: string) {
  return Nullable(Type.Array(CheckDependency, { maxItems: mostFiles }), { default: null, description })
}

/** Each file has a place of its own in the folder of the run. */
export function scriptFilesRule(pathField: string, filesField: string): Rule {
  return ({ [pathField]: path, [filesField]: list }) => {
    const own = typeof path === 'string' ? pathMistake(path) : null
    const files: readonly unknown[] = Array.isArray(list) ? list : []
    const seen = new Set<string>(typeof path === 'string' ? [path] : [])
    let bytes = 0
    const mistakes = files.flatMap((file, index): Violation[] => {
      if (!isRecord(file) || typeof file['path'] !== 'string') return []
      if (typeof file['content'] === 'string') bytes += Buffer.byteLength(file['content'])
      const message = pathMistake(file['path']) ?? (seen.has(file['path']) ? 'is there twice' : null)
      seen.add(file['path'])
      return message === null ? [] : [{ path: `${filesField}.${index}.path`, message }]
    })
    return [
      ...(own === null ? [] : [{ path: pathField, message: own }]),
      ...mistakes,
      ...(bytes > mostFileBytes ? [{ path: filesField, message: 'must have at most 10 MB together' }] : []),
    ]
  }
}
