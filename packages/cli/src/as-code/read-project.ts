import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import {
  documentKindOf,
  documentKinds,
  logicalIdIn,
  mapDocumentReferences,
  type DocumentKind,
} from '@sonde/schema/projects/document-kinds.ts'
import { logicalIdPattern, longestLogicalId } from '@sonde/schema/projects/project-deploy.ts'
import { validateDocumentItem } from '@sonde/schema/projects/validate-document-item.ts'
import { expandValues } from './expand-values.ts'
import { filesToRead, includedFiles, shownPath } from './find-files.ts'
import { readSourceFile, type FileMistake, type SourceDocument, type ValuePath } from './source-file.ts'

/** Something that the files describe. */
export type ProjectItem = {
  kind: DocumentKind
  logicalId: string
  body: ConfigurationItem
  source: SourceDocument
}

export type ProjectFiles = {
  project: { logicalId: string; name: string; repoUrl: string | null } | null
  items: ProjectItem[]
  mistakes: FileMistake[]
  /** Variables of the environment that the files name and that are not set. */
  unset: FileMistake[]
  files: string[]
}

const isLogicalId = new RegExp(logicalIdPattern)
const ownFields = new Set(['$schema', 'project', 'include'])

/** Reads and validates all files of a project, without asking a server. */
export function readProject(
  named: readonly string[],
  {
    folder,
    environment,
    isStrict,
  }: {
    folder: string
    environment: Readonly<Record<string, string | undefined>>
    /** Whether a variable that is not set is a mistake; else what it stands for is not validated. */
    isStrict: boolean
  },
): ProjectFiles {
  const result: ProjectFiles = { project: null, items: [], mistakes: [], unset: [], files: [] }
  const known = new Map<string, ProjectItem>()
  const read = new Set<string>()

  function mistake(source: SourceDocument, path: ValuePath, message: string): void {
    result.mistakes.push({ ...source.at(path), message })
  }

  function readFile(path: string): void {
    const real = realpathSync(path)
    if (read.has(real)) return
    read.add(real)
    const file = shownPath(path, folder)
    result.files.push(file)
    const { documents, mistakes } = readSourceFile({ path, file })
    result.mistakes.push(...mistakes)
    if (documents.length === 0 && mistakes.length === 0)
      result.mistakes.push({ file, line: 1, column: 1, message: 'is empty' })
    for (const document of documents) readDocument(document)
  }

  function readDocument(source: SourceDocument): void {
    const { value } = source
    if (!isRecord(value)) return mistake(source, [], 'must be a map of what the project has')
    readInclude(source, value['include'])
    if (value['project'] !== undefined) readProjectField(source, value['project'])
    for (const [field, list] of Object.entries(value)) {
      if (ownFields.has(field) || field.startsWith('x-')) continue
      const kind = documentKindOf(field)
      if (kind === undefined) {
        const lists = documentKinds.map((each) => each.list).join(', ')
        mistake(source, [field], `${field} is not a known field: a project has ${lists}`)
      } else if (!isRecord(list)) {
        if (list !== null) mistake(source, [field], `${field} must be a map by logical id`)
      } else {
        for (const [logicalId, body] of Object.entries(list)) readItem(source, kind, logicalId, body)
      }
    }
  }

  function readInclude(source: SourceDocument, include: unknown): void {
    if (include === undefined) return
    if (!Array.isArray(include)) return mistake(source, ['include'], 'include must be a list of files')
    for (const [index, pattern] of include.entries()) {
      const paths =
        typeof pattern === 'string' ? includedFiles(pattern, { from: dirname(source.path), folder }) : null
      if (paths === null) mistake(source, ['include', index], `include: there is no file ${String(pattern)}`)
      else for (const path of paths) readFile(path)
    }
  }

  function readProjectField(source: SourceDocument, value: unknown): void {
    if (result.project !== null)
      return mistake(source, ['project'], 'project is described in another file too')
    const expanded = expand(source, value, ['project'])
    const { logicalId, name, repoUrl, ...others } = isRecord(expanded) ? expanded : {}
    for (const field of Object.keys(others))
      mistake(source, ['project', field], `project.${field} is not a known field`)
    const logicalIdMistake = mistakeOfLogicalId(logicalId)
    if (logicalIdMistake !== null)
      mistake(source, ['project', 'logicalId'], `project.logicalId ${logicalIdMistake}`)
    else if (name !== undefined && (typeof name !== 'string' || name === ''))
      mistake(source, ['project', 'name'], 'project.name must be a text')
    else if (repoUrl !== undefined && repoUrl !== null && typeof repoUrl !== 'string')
      mistake(source, ['project', 'repoUrl'], 'project.repoUrl must be a text')
    else {
      result.project = {
        logicalId: String(logicalId),
        name: typeof name === 'string' ? name : String(logicalId),
        repoUrl: typeof repoUrl === 'string' ? repoUrl : null,
      }
    }
  }

  function readItem(source: SourceDocument, kind: DocumentKind, logicalId: string, value: unknown): void {
    const at = [kind.list, logicalId]
    const name = `${kind.type} "${logicalId}"`
    const logicalIdMistake = mistakeOfLogicalId(logicalId)
    if (logicalIdMistake !== null) return mistake(source, at, `${name}: its logical id ${logicalIdMistake}`)
    const other = known.get(`${kind.list} ${logicalId}`)
    if (other !== undefined) {
      const { file, line } = other.source.at(at)
      return mistake(source, at, `${name} is also in ${file}:${line}`)
    }
    if (!isRecord(value)) return mistake(source, at, `${name} must be a map of its fields`)
    const unsetPaths = new Set<string>()
    const body = expand(source, value, at, (path) => unsetPaths.add(path.slice(at.length).join('.')))
    if (!isRecord(body)) return
    for (const violation of validateDocumentItem(kind, body)) {
      if (unsetPaths.has(violation.path)) continue
      const field = violation.path === '' ? '' : `${violation.path} `
      mistake(source, [...at, ...violation.path.split('.')], `${name}: ${field}${violation.message}`)
    }
    const item = { kind, logicalId, body, source }
    known.set(`${kind.list} ${logicalId}`, item)
    result.items.push(item)
  }

  function expand(
    source: SourceDocument,
    value: unknown,
    at: ValuePath,
    isUnset: (path: ValuePath) => void = () => {},
  ): unknown {
    return expandValues(
      value,
      {
        path: source.path,
        environment,
        mistake: (path, message) => mistake(source, path, `${path.slice(2).join('.')} ${message}`.trim()),
        unset(path, name) {
          isUnset(path)
          const message = `the environment variable ${name} is not set`
          const list = isStrict ? result.mistakes : result.unset
          list.push({ ...source.at(path), message })
        },
      },
      at,
    )
  }

  for (const path of filesToRead(named, folder)) readFile(path)
  for (const { kind, logicalId, body, source } of result.items) {
    mapDocumentReferences(kind, body, (value, { to }, path) => {
      const ref = logicalIdIn(value)
      if (ref !== null && !known.has(`${to} ${ref}`)) {
        const message = `${path} refers to "${ref}", which is not in ${to} of these files`
        mistake(source, [kind.list, logicalId, ...path.split('.')], `${kind.type} "${logicalId}": ${message}`)
      }
      return value
    })
  }
  return result
}

function mistakeOfLogicalId(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return 'must be a text'
  if (value.length > longestLogicalId) return `must have at most ${longestLogicalId} characters`
  return isLogicalId.test(value) ? null : 'may have letters, digits and _ - / # . only'
}
